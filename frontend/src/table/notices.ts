/** What happened to our own seats while we looked away, as one sentence. */

import type { PublicEvent, RoundView, TableView } from '../room/protocol'

/** What was done for our seats because time ran out, or why they sit out; null when nothing was. */
export function noticeFor(events: PublicEvent[], view: TableView): string | null {
  const round = view.round?.opened ? view.round : view.last?.seats ? view.last : null
  const ownSeats = round?.own.map((each) => each.seat) ?? []
  const timedOut = events.filter(
    (event) => event.kind === 'move' && event.by === 'time-out' && ownSeats.includes(event.seat as number),
  )
  if (timedOut.some((event) => event.move === 'set')) return 'Time ran out: your hand was set the house way.'
  if (timedOut.some((event) => event.move === 'decided')) {
    return 'Time ran out: the sheet’s default was chosen for you.'
  }
  return sittingOutNotice(events, view) ?? bankNotice(events)
}

/** Why a player's bank went to the house; null for a bank that was only passed. */
function bankNotice(events: PublicEvent[]): string | null {
  const passed = events.find((each) => each.kind === 'bank_passed' && each.why)
  return passed ? `The house banks this hand: ${String(passed.why)}.` : null
}

function sittingOutNotice(events: PublicEvent[], view: TableView): string | null {
  const event = events.find(
    (each) => each.kind === 'sat_out' && view.you.places.includes(each.place as number),
  )
  const why = String(event?.why)
  const byChoice = why === 'by choice' || why.startsWith('leaves')
  return event && !byChoice ? `You sit out now: ${why}.` : null
}

/** What a seat won in a round that is over. */
export function netOf(round: RoundView, seat: number): number {
  let net = 0
  for (const payment of round.payments) {
    if (payment.payee === seat) net += payment.chips
    if (payment.payer === seat) net -= payment.chips
  }
  return net
}
