/** What the lobby says about a game, and how it reads a table's code. */

import type { GameInfo, PublicTable } from '../room/http_types'
import { labelOf } from '../room/labels'
import { toNumber } from '../room/numbers'

/** A short code leads to a table for some minutes; a longer one is the table's own. */
export const SHORT_CODE_LENGTH = 8

/** The code as the server takes it, from what a person typed. */
export function normalisedCode(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

/** What a game costs, in one line. */
export function edgeLine({ key, against_the_house, headline }: GameInfo): string {
  if (!against_the_house) return 'Players only: the house takes no part'
  if (!headline) return 'House edge: see the odds'
  const [first, ...others] = headline.wagers.map((wager) => labelOf(wager, key))
  const value = toNumber(headline.ev)
  const share = `${percent(value)} of the ${first}`
  if (!others.length) return `${whoseEdge(value)} ${share} at best play`
  const perChip = percent(value / headline.wagers.length)
  const together = `with an equal ${others.join(' and ')}`
  return `${whoseEdge(value)} ${share} ${together}, at best play (${perChip} of all chips)`
}

/** The best mix of stakes within the limits; undefined where the stakes depend on each other. */
export function mixLine({ key, headline }: GameInfo): string | undefined {
  if (!headline?.best_mix_ev) return undefined
  const stakes = Object.entries(headline.best_mix)
  const chips = stakes.reduce((sum, [, stake]) => sum + stake, 0)
  const value = toNumber(headline.best_mix_ev) / chips
  const mix = stakes.map(([wager, stake]) => `${labelOf(wager, key)} ${stake}`).join(', ')
  return `Best mix, ${mix}: ${whoseEdge(value).toLowerCase()} ${percent(value)} of all chips`
}

const percent = (value: number): string => `${(100 * Math.abs(value)).toFixed(2)} %`
const whoseEdge = (value: number): string => (value > 0 ? 'You have the edge:' : 'House edge')

/** How sure the edge is; undefined where it was counted. */
export function edgeHint({ headline }: GameInfo): string | undefined {
  if (!headline?.standard_error) return undefined
  return `Estimated; the standard error is ${(100 * headline.standard_error).toFixed(2)} percentage points`
}

export function seatsLine({ seats, at_most_minutes }: GameInfo): string {
  const count = seats.least === seats.most ? seats.least : `${seats.least} to ${seats.most}`
  return `${count} seats, a round in at most ${at_most_minutes} min`
}

/** The public table of a game with most players. */
export function busiestTable(tables: PublicTable[], game: string): PublicTable | undefined {
  const ofGame = tables.filter((table) => table.game === game)
  return ofGame.sort((a, b) => b.seated.length - a.seated.length)[0]
}
