/** The rows of the odds lab: one for each wager and strategy. */

import type { Price, PricedOutcome, PricedStrategy } from '../room/http_types'
import { strategyLabel, titleOf } from '../room/labels'
import { toNumber } from '../room/numbers'

export interface Row {
  key: string
  game: string
  wager: string
  /** The name of the strategy. */
  way: string
  /** Wager and strategy in words. */
  name: string
  ev: number
  strategy: PricedStrategy
  method: string
  deals: number | string
}

export function rowsOf(price: Price | null): Row[] {
  return Object.entries(price?.wagers ?? {}).flatMap(([wager, priced]) =>
    Object.entries(priced.strategies).map(([way, strategy]) => ({
      key: `${wager} ${way}`,
      game: price?.game ?? '',
      wager,
      way,
      name: wagerName(price?.game ?? '', wager, way),
      ev: toNumber(strategy.ev),
      strategy,
      method: priced.method,
      deals: priced.deals,
    })),
  )
}

/** A wager and its strategy in words; a wager that is played in one way only goes without. */
export function wagerName(game: string, wager: string, way: string): string {
  const isOnlyWay = way === 'only' || way === 'chance'
  return isOnlyWay ? titleOf(wager, game) : `${titleOf(wager, game)}, ${strategyLabel(way, game)}`
}

export function standardDeviation(strategy: PricedStrategy): number {
  return strategy.standard_deviation ?? Math.sqrt(toNumber(strategy.variance))
}

export function wholeNumber(count: number | string): string {
  return BigInt(count).toLocaleString('en')
}

/** The most that one unit can win, which is the most that the house can lose on it. */
export function largestWin(strategy: PricedStrategy): PricedOutcome | null {
  let largest: PricedOutcome | null = null
  for (const outcome of strategy.outcomes ?? []) {
    if (largest === null || toNumber(outcome.net) > toNumber(largest.net)) largest = outcome
  }
  return largest
}

/** "1 in 42.5" */
export function oneIn(count: number | string, deals: number | string): string {
  const times = Number(deals) / Number(count)
  return `1 in ${times < 100 ? times.toFixed(1) : Math.round(times).toLocaleString('en')}`
}

/** Outcomes where they were counted; else what a simulation noted by the number of points. */
export function outcomesOf(strategy: PricedStrategy): PricedOutcome[] {
  if (strategy.outcomes) return strategy.outcomes
  const byPoints = Object.values(strategy).find((note) => isCounts(note) && hasNumericKeys(note))
  if (!byPoints) return []
  return Object.entries(byPoints as Record<string, number>).map(([net, count]) => ({
    name: `${net} points`,
    net,
    count,
  }))
}

export function isCounts(note: unknown): note is Record<string, number | string> {
  if (typeof note !== 'object' || note === null || Array.isArray(note)) return false
  return Object.values(note).every((count) => typeof count === 'number' || typeof count === 'string')
}

function hasNumericKeys(note: object): boolean {
  return Object.keys(note).every((name) => Number.isFinite(Number(name)))
}
