/** The rows of the lab: one figure for each wager and way to play it. */

import { value } from '../room/figures'
import { titled } from '../room/names'
import type { Outcome, Price, Strategy } from './price'

export interface Row {
  key: string
  wager: string
  way: string
  /** As people say it. */
  name: string
  ev: number
  strategy: Strategy
  method: string
  deals: number | string
}

export function rowsOf(price: Price | null): Row[] {
  return Object.entries(price?.wagers ?? {}).flatMap(([wager, priced]) =>
    Object.entries(priced.strategies).map(([way, strategy]) => ({
      key: `${wager} ${way}`,
      wager,
      way,
      name: named(wager, way),
      ev: value(strategy.ev),
      strategy,
      method: priced.method,
      deals: priced.deals,
    })),
  )
}

export const named = (wager: string, way: string): string =>
  way === 'only' || way === 'chance' ? titled(wager) : `${titled(wager)}, ${way.replaceAll('_', ' ')}`
export const deviation = (strategy: Strategy): number =>
  strategy.standard_deviation ?? Math.sqrt(value(strategy.variance))
export const inWhole = (count: number | string): string => BigInt(count).toLocaleString('en')

/** The most that one unit can win, which is the most the house can lose on it. */
export function largestWin(strategy: Strategy): Outcome | null {
  return (strategy.outcomes ?? []).reduce<Outcome | null>(
    (most, each) => (most === null || value(each.net) > value(most.net) ? each : most),
    null,
  )
}

/** How seldom, in words. */
export function oneIn(count: number | string, deals: number | string): string {
  const times = Number(deals) / Number(count)
  return `1 in ${times < 100 ? times.toFixed(1) : Math.round(times).toLocaleString('en')}`
}

/** Outcomes where they were counted; else what a simulation noted by the number of points. */
export function spreadOf(strategy: Strategy): Outcome[] {
  if (strategy.outcomes) return strategy.outcomes
  const noted = Object.values(strategy).find(
    (note) => isCounts(note) && Object.keys(note).every((name) => Number.isFinite(Number(name))),
  )
  return noted
    ? Object.entries(noted as Record<string, number>).map(([net, count]) => ({
        name: `${net} points`,
        net,
        count,
      }))
    : []
}

export const isCounts = (note: unknown): note is Record<string, number | string> =>
  typeof note === 'object' &&
  note !== null &&
  !Array.isArray(note) &&
  Object.values(note).every((count) => typeof count === 'number' || typeof count === 'string')
