/** What follows from the counts of a price by arithmetic alone: the price under other pays, without counting again. */

import type { ChosenOptions } from '../games/chosen_options'
import type { LabAnswers, Price, PricedOutcome, PricedStrategy, PricedWager } from '../room/http_types'
import { add, divide, formatFraction, multiply, negated, parseFraction, squared, ZERO } from './fraction'

/** For each pay line, what one more unit changes. */
export type Slopes = LabAnswers['slopes']

/** How far one pay is moved, and what one more of it does to each outcome. */
interface PayChange {
  by: bigint
  slope: Record<string, string>
}

/** The strategy with other pays for the same counts. */
export function withOutcomes(strategy: PricedStrategy, outcomes: PricedOutcome[]): PricedStrategy {
  let deals = 0n
  let hits = 0n
  let sum = ZERO
  let sumOfSquares = ZERO
  for (const outcome of outcomes) {
    const net = parseFraction(outcome.net)
    const count = BigInt(outcome.count)
    deals += count
    if (net.numerator > 0n) hits += count
    sum = add(sum, multiply(net, count))
    sumOfSquares = add(sumOfSquares, multiply(squared(net), count))
  }
  const ev = divide(sum, deals)
  const variance = add(divide(sumOfSquares, deals), negated(squared(ev)))
  return {
    ...strategy,
    ev: formatFraction(ev),
    variance: formatFraction(variance),
    hit_frequency: `${hits}/${deals}`,
    outcomes,
  }
}

/**
 * The price under `chosen`, from a price under `before`, where the change moves only pays whose slopes are known; null when
 * a figure must be counted again.
 */
export function predictPrice(
  price: Price,
  before: ChosenOptions,
  chosen: ChosenOptions,
  defaults: ChosenOptions,
  slopes: Slopes,
): Price | null {
  const changes = changedOptions(before, chosen, defaults)
  const wagers: Record<string, PricedWager> = {}
  for (const [wager, priced] of Object.entries(price.wagers)) {
    const strategies: Record<string, PricedStrategy> = {}
    for (const [name, strategy] of Object.entries(priced.strategies)) {
      const moved = payChanges(changes, slopes, wager, name)
      if (!strategy.outcomes || !moved) return null
      const outcomes = strategy.outcomes.map((outcome) => ({ ...outcome, net: movedNet(outcome, moved) }))
      strategies[name] = withOutcomes(strategy, outcomes)
    }
    wagers[wager] = { ...priced, strategies }
  }
  return { ...price, wagers }
}

/** The options whose value differs, each with how far it moved (NaN if it is not a number). */
function changedOptions(
  before: ChosenOptions,
  chosen: ChosenOptions,
  defaults: ChosenOptions,
): [string, number][] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(chosen)])]
  return names.flatMap((name) => {
    const from = before[name] ?? defaults[name]
    const to = chosen[name] ?? defaults[name]
    return from === to ? [] : [[name, Number(to) - Number(from)] as [string, number]]
  })
}

/** What the changes do to one strategy; null if that is not known. */
function payChanges(
  changes: [string, number][],
  slopes: Slopes,
  wager: string,
  strategy: string,
): PayChange[] | null {
  const moved: PayChange[] = []
  for (const [name, by] of changes) {
    const slope = slopes[name]?.[wager]?.[strategy]
    if (!Number.isInteger(by) || !slope) return null
    moved.push({ by: BigInt(by), slope })
  }
  return moved
}

function movedNet(outcome: PricedOutcome, changes: PayChange[]): string {
  let net = parseFraction(outcome.net)
  for (const { by, slope } of changes) {
    net = add(net, multiply(parseFraction(slope[outcome.name] ?? '0/1'), by))
  }
  return formatFraction(net)
}
