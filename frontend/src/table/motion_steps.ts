/**
 * What moves when a table changes, in the order of the sheet: cards that are dealt, hands that are opened, chips that are
 * paid. Pure: `motion.svelte.ts` plays the steps, and nothing waits for them.
 */

import { cardsOf } from '../cards/deck'
import type { Payment, PublicEvent, RoundView, SeatView, TableView } from '../room/protocol'
import type { SoundName } from '../room/sounds'
import { netOf, ownSeatsOf, type Party } from './settlement'

export interface OpenedHand {
  party: Party
  slot: string
}

/** A card from the shoe to a party. */
export interface DealStep {
  kind: 'deal'
  to: Party
  /** Place among the party's new cards, from 0. */
  nth: number
  /** How many new cards the party has in all. */
  newCards: number
  /** The card, where we may see it. */
  card: string | null
  startsPacket: boolean
}
/** Hands that are turned over together. */
export interface OpenStep {
  kind: 'open'
  hands: OpenedHand[]
}
/** The next card of a dealer who lays the cards out from highest to lowest. */
export interface LayStep {
  kind: 'lay'
  card: string
}
/** The dealer pushes the best cards towards the players. */
export interface PushStep {
  kind: 'push'
  cards: string[]
  hands: OpenedHand[]
}
export interface PayStep {
  kind: 'pay'
  payment: Payment
}
/** Our result, after the last payment. */
export interface ResultStep {
  kind: 'result'
  net: number
}

export type Step = DealStep | OpenStep | LayStep | PushStep | PayStep | ResultStep
/** A step with its start and its length in milliseconds. */
export type TimedStep = Step & { at: number; ms: number }

interface Pace {
  /** The most that all steps of this kind take together. */
  total: number
  /** How long one step takes. */
  each: number
  /** The most time between the starts of two steps. */
  gap: number
}
export const DEAL_PACE: Pace = { total: 1200, each: 280, gap: 70 }
export const OPEN_PACE: Pace = { total: 1500, each: 280, gap: 200 }
export const PAY_PACE: Pace = { total: 800, each: 340, gap: 110 }

/** The steps from one view of a table to the next: first what is dealt, then what is opened, then what is paid. */
export function motionSteps(
  before: TableView | null,
  after: TableView,
  happened: readonly PublicEvent[],
): TimedStep[] {
  const now = roundOf(after)
  if (before === null || now === null || before.last?.id === now.id) return []
  if (before.round && before.round.id !== now.id) return []
  const earlier = before.round?.opened ? before.round : null
  const paid = paySteps(earlier, now)
  const phases: [Step[], Pace][] = [
    [dealSteps(earlier, now, happened), DEAL_PACE],
    [openSteps(earlier, now), OPEN_PACE],
    [paid, PAY_PACE],
  ]
  let start = 0
  const timed: TimedStep[] = []
  for (const [steps, pace] of phases) {
    timed.push(...inTime(steps, pace, start))
    start = endOf(timed)
  }
  const own = ownSeatsOf(now)
  if (isJustOver(earlier, now) && own.length)
    timed.push({ kind: 'result', net: netOf(now.payments, own), at: start, ms: 0 })
  return timed
}

/** When the last step is over. */
export function endOf(steps: readonly TimedStep[]): number {
  return Math.max(0, ...steps.map((step) => step.at + step.ms))
}

function inTime(steps: Step[], pace: Pace, start: number): TimedStep[] {
  const room = (pace.total - pace.each) / Math.max(1, steps.length - 1)
  const gap = Math.min(pace.gap, room)
  return steps.map((step, index) => ({ ...step, at: start + index * gap, ms: pace.each }))
}

/** The round on the felt: the running one, or the one that has just ended. */
function roundOf(view: TableView): RoundView | null {
  if (view.round) return view.round.opened ? view.round : null
  return view.last?.seats ? view.last : null
}

function isJustOver(earlier: RoundView | null, now: RoundView): boolean {
  return now.over && !now.voided && !earlier?.over
}

// Dealing -----------------------------------------------------------------------------------------------------------

/** Each card in the order in which it leaves the shoe, packet by packet. */
function dealSteps(earlier: RoundView | null, now: RoundView, happened: readonly PublicEvent[]): DealStep[] {
  const packets = happened.flatMap(packetsOf)
  const dealt = new Map<Party, number>()
  for (const [party, count] of packets) dealt.set(party, (dealt.get(party) ?? 0) + count)
  const faces = new Map([...dealt.keys()].map((party) => [party, newCards(earlier, now, party)]))
  const next = new Map<Party, number>()
  return packets.flatMap(([to, count]) => {
    const first = next.get(to) ?? 0
    next.set(to, first + count)
    return Array.from({ length: count }, (_, index): DealStep => ({
      kind: 'deal',
      to,
      nth: first + index,
      newCards: dealt.get(to) ?? 0,
      card: faces.get(to)?.[first + index] ?? null,
      startsPacket: index === 0,
    }))
  })
}

/** The packets of a deal: who receives how many cards. */
function packetsOf(event: PublicEvent): [Party, number][] {
  if (event.kind !== 'move' || event.move !== 'dealt') return []
  return (event.packets as [Party, number][] | undefined) ?? []
}

/** The cards of a seat that it did not have before, as far as we may see them. */
function newCards(earlier: RoundView | null, now: RoundView, party: Party): string[] {
  const had = [...(seatOf(earlier, party)?.cards ?? [])]
  return (seatOf(now, party)?.cards ?? []).filter((card) => {
    const place = had.indexOf(card)
    if (place >= 0) had.splice(place, 1)
    return place < 0
  })
}

function seatOf(round: RoundView | null, party: Party): SeatView | undefined {
  return round?.seats.find((seat) => seat.seat === party)
}

// Opening -----------------------------------------------------------------------------------------------------------

function openSteps(earlier: RoundView | null, now: RoundView): Step[] {
  const isDealers = !isDealerOpen(earlier) && isDealerOpen(now)
  const seats = seatsInOrder(now).filter((seat) => !isSeatOpen(earlier, seat.seat) && isOpen(seat))
  const others = seats.filter((seat) => !ownSeatsOf(now).includes(seat.seat))
  // Our own hands are turned over with the others, when the round is over.
  const opened = isJustOver(earlier, now) && (isDealers || others.length) ? shownAtTheEnd(now) : others
  const dealers = isDealers ? dealerSteps(now) : []
  return [...dealers, ...seatSteps(now, opened)]
}

/** The banker first, then the others in the order of the seats. */
function seatsInOrder(round: RoundView): SeatView[] {
  const banker = seatOf(round, round.banker)
  const others = round.seats.filter((seat) => seat !== banker)
  return banker ? [banker, ...others] : others
}

function shownAtTheEnd(round: RoundView): SeatView[] {
  return seatsInOrder(round).filter((seat) => seat.live && isOpen(seat))
}

/** Pick 2's dealer lays out card after card and pushes up the best three; other dealers open hand after hand. */
function dealerSteps({ dealer }: RoundView): Step[] {
  if (dealer.laid_out) {
    const { order, pushed_up: cards, names } = dealer.laid_out
    const hands = Object.keys(names).map((slot) => ({ party: 'house', slot }))
    return [...order.map((card): LayStep => ({ kind: 'lay', card })), { kind: 'push', cards, hands }]
  }
  if (!dealer.setting) return [{ kind: 'open', hands: [{ party: 'house', slot: ALL_CARDS }] }]
  const slots = dealer.slots.length ? dealer.slots : Object.keys(dealer.setting)
  return slots.map((slot): OpenStep => ({ kind: 'open', hands: [{ party: 'house', slot }] }))
}

function seatSteps(round: RoundView, seats: SeatView[]): OpenStep[] {
  const bySeat = seats.map((seat) => openSlots(seat).map((slot): OpenedHand => ({ party: seat.seat, slot })))
  if (!bySeat.length) return []
  switch (round.exposure) {
    case 'all_at_once':
      return [{ kind: 'open', hands: bySeat.flat() }]
    case 'hand_by_hand': {
      const most = Math.max(...bySeat.map((hands) => hands.length))
      return Array.from({ length: most }, (_, index): OpenStep => {
        return { kind: 'open', hands: bySeat.flatMap((hands) => hands.slice(index, index + 1)) }
      })
    }
    case 'seat_by_seat':
    case undefined:
      return bySeat.flat().map((hand): OpenStep => ({ kind: 'open', hands: [hand] }))
  }
}

/** The slot under which all cards of a party are opened, where they are in no hand. */
export const ALL_CARDS = 'all'

/** The hands of a seat that are open, in the order of the layout. */
export function openSlots(seat: SeatView): string[] {
  if (!seat.setting) return [Object.keys(seat.names)[0] ?? ALL_CARDS]
  return seat.slots.length ? seat.slots : Object.keys(seat.setting)
}

function isOpen(seat: SeatView): boolean {
  return seat.setting
    ? Object.values(seat.setting).some((hand) => cardsOf(hand).length > 0)
    : seat.cards.length > 0
}

function isSeatOpen(round: RoundView | null, party: Party): boolean {
  const seat = seatOf(round, party)
  return seat !== undefined && isOpen(seat)
}

function isDealerOpen(round: RoundView | null): boolean {
  return round !== null && (round.dealer.cards.length > 0 || round.dealer.setting !== null)
}

// Paying ------------------------------------------------------------------------------------------------------------

/** The payments that were not made before, in the order of the settlement. */
function paySteps(earlier: RoundView | null, now: RoundView): PayStep[] {
  const made = (earlier?.payments ?? []).map((payment) => JSON.stringify(payment))
  return now.payments
    .filter((payment) => {
      const place = made.indexOf(JSON.stringify(payment))
      if (place >= 0) made.splice(place, 1)
      return place < 0 && payment.chips > 0
    })
    .map((payment) => ({ kind: 'pay', payment }))
}

// Sounds ------------------------------------------------------------------------------------------------------------

/** The sound of a step, or null: one for each packet, for each hand that is opened, for each payment. */
export function soundOf(step: Step): SoundName | null {
  switch (step.kind) {
    case 'deal':
      return step.startsPacket ? 'deal' : null
    case 'pay':
      return 'chip'
    case 'result':
      return step.net > 0 ? 'win' : step.net < 0 ? 'lose' : 'even'
    case 'open':
    case 'lay':
    case 'push':
      return 'open'
  }
}
