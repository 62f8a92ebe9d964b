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
export function edgeLine({ against_the_house, headline }: GameInfo): string {
  if (!against_the_house) return 'Players only: the house takes no part'
  if (!headline) return 'House edge: see the odds'
  const edge = -toNumber(headline.ev)
  const share = `${(100 * Math.abs(edge)).toFixed(2)} % of the ${labelOf(headline.wager)} at best play`
  return edge > 0 ? `House edge ${share}` : `You have the edge: ${share}`
}

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
