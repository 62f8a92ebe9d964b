/** A price as the server tells it, and what follows from its counts by arithmetic alone. */

import { added, divided, parsed, times, written, ZERO, type Fraction } from './fraction'

export interface Outcome {
  name: string
  net: string
  count: number | string
}
export interface Strategy {
  ev: number | string
  variance?: string
  standard_deviation?: number
  standard_error?: number
  hit_frequency?: string
  element_of_risk?: string
  outcomes?: Outcome[]
  seed?: number
  rounds?: number
  [note: string]: unknown
}
export interface Wager {
  deals: number | string
  method: 'exact' | 'simulation'
  strategies: Record<string, Strategy>
}
export interface Price {
  game: string
  terms: Record<string, string>
  terms_hash: string
  wagers: Record<string, Wager>
}
/** Another reading of an unclear sentence, and what it moves. */
export interface Reading {
  ledger: string
  option: string
  before: string
  after: string
  refused: string | null
  /** A figure that is no gain is nobody's profit: a chance, or how far players go apart. */
  changes: { wager: string; strategy: string; before: string; after: string; gain: boolean }[]
}
export interface Option {
  name: string
  default: string | number | boolean | null
  accepts: string
  kind: 'yes or no' | 'number' | 'choice'
  choices?: string[]
  low?: number
  high?: number
  may_be_null?: boolean
}
export type Chosen = Record<string, string>
/** By wager and strategy: how far one more moves the net of each outcome; null where it moves counts. */
export type Slope = Record<string, Record<string, Record<string, string> | null>>
export type Slopes = Record<string, Slope | null>

/** A strategy with other pays on the same counts. */
export function repaid(strategy: Strategy, outcomes: Outcome[]): Strategy {
  let [deals, mean, squares, hits] = [0n, ZERO, ZERO, 0n]
  for (const outcome of outcomes) {
    const [net, count] = [parsed(outcome.net), BigInt(outcome.count)]
    deals += count
    mean = added(mean, times(net, count))
    squares = added(squares, times({ over: net.over * net.over, under: net.under * net.under }, count))
    if (net.over > 0n) hits += count
  }
  const ev = divided(mean, deals)
  const variance = added(divided(squares, deals), { over: -ev.over * ev.over, under: ev.under * ev.under })
  return {
    ...strategy,
    ev: written(ev),
    variance: written(variance),
    hit_frequency: `${hits}/${deals}`,
    outcomes,
  }
}

/** The price under other pays, where the counts are known to stay; null for a figure that must be counted again. */
export function foreseen(
  price: Price,
  under: Chosen,
  chosen: Chosen,
  usual: Chosen,
  slopes: Slopes,
): Price | null {
  const names = [...new Set([...Object.keys(under), ...Object.keys(chosen)])]
  const moved = names.flatMap((name) => {
    const [before, after] = [under[name] ?? usual[name], chosen[name] ?? usual[name]]
    return before === after ? [] : [{ name, by: Number(after) - Number(before) }]
  })
  if (moved.some(({ name, by }) => !Number.isInteger(by) || !slopes[name])) return null
  const wagers: Record<string, Wager> = {}
  for (const [wager, priced] of Object.entries(price.wagers)) {
    const strategies: Record<string, Strategy> = {}
    for (const [way, strategy] of Object.entries(priced.strategies)) {
      const steps = moved.map(({ name, by }) => ({ by, slope: slopes[name]![wager]?.[way] }))
      if (!strategy.outcomes || steps.some(({ slope }) => !slope)) return null
      strategies[way] = repaid(
        strategy,
        strategy.outcomes.map((outcome) => ({ ...outcome, net: written(shifted(outcome, steps)) })),
      )
    }
    wagers[wager] = { ...priced, strategies }
  }
  return { ...price, wagers }
}

function shifted(
  outcome: Outcome,
  steps: { by: number; slope: Record<string, string> | null | undefined }[],
): Fraction {
  return steps.reduce(
    (net, { by, slope }) => added(net, times(parsed(slope?.[outcome.name] ?? '0/1'), BigInt(by))),
    parsed(outcome.net),
  )
}
