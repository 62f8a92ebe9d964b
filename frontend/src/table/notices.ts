/** Sentences for what happened to us while we looked away, from what the table tells everybody. */

import type { Happened, RoundTold, TableView } from '../room/protocol'

/** What was done for our own seats because time ran out; null when nothing was. */
export function doneForUs(happened: Happened[], view: TableView): string | null {
  const told = view.round?.opened ? view.round : view.last?.seats ? view.last : null
  const own = told?.own.map((each) => each.seat) ?? []
  const late = happened.filter(
    (each) => each.kind === 'move' && each.by === 'time-out' && own.includes(each.seat as number),
  )
  if (late.some((each) => each.move === 'set')) return 'Time ran out: your hand was set the house way.'
  if (late.some((each) => each.move === 'decided'))
    return 'Time ran out: the sheet’s default was chosen for you.'
  return satOut(happened, view)
}

function satOut(happened: Happened[], view: TableView): string | null {
  const out = happened.find(
    (each) => each.kind === 'sat_out' && view.you.places.includes(each.place as number),
  )
  return out && out.why !== 'by choice' && !String(out.why).startsWith('leaves')
    ? `You sit out now: ${out.why}.`
    : null
}

/** What a seat won in a round that is over. */
export function netOf(round: RoundTold, seat: number): number {
  return round.payments.reduce(
    (sum, paid) => sum + (paid.payee === seat ? paid.chips : 0) - (paid.payer === seat ? paid.chips : 0),
    0,
  )
}
