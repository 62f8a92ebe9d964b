/** What one view of a table means for the person who looks at it: whose turn it is, what can be done, what to say. Pure. */

import type { CalledOff, ChairView, Own, RoundView, SeatView, TableView } from '../room/protocol'
import { netOf } from './notices'

export interface TableState {
  view: TableView
  /** The round that is being played, once its cards are shuffled. */
  liveRound: RoundView | null
  /** The round on the felt: the live one, or the last one until the next begins. */
  round: RoundView | null
  /** Is no round being played? */
  isOver: boolean
  /** The last round, if it was played to its end. */
  lastRound: RoundView | null
  /** The last round, if it was called off before any card was dealt. */
  calledOff: CalledOff | null
  /** Our seat that has to act; else our first seat. */
  own: Own | null
  /** Our seats in the round on the felt. */
  ownSeats: number[]
  mySeat: SeatView | null
  myChair: ChairView | null
  otherChairs: ChairView[]
  freePlaces: number[]
  /** What we have to do now, or null. */
  action: 'wager' | 'decide' | 'set' | null
  /** Why we are dealt no cards although we have a chair, or null. */
  sittingOut: string | null
  /** The first round is dealt before anybody could ask for it. */
  dealsAtOnce: boolean
}

const AT_ONCE_MS = 1500

export function tableState(view: TableView): TableState {
  const liveRound = view.round?.opened ? view.round : null
  const lastRound = view.last?.seats ? view.last : null
  const calledOff = view.last && !view.last.seats ? view.last : null
  const round = liveRound ?? (view.round === null ? lastRound : null)
  const own = liveRound?.own.find((each) => each.to_move) ?? liveRound?.own[0] ?? null
  const ownSeats = round?.own.map((each) => each.seat) ?? []
  const seatNumber = own?.seat ?? ownSeats[0]
  const mySeat = round?.seats.find((seat) => seat.seat === seatNumber) ?? null
  const myChair = ownChair(view, mySeat)
  return {
    view,
    liveRound,
    round,
    isOver: liveRound === null,
    lastRound,
    calledOff,
    own,
    ownSeats,
    mySeat,
    myChair,
    otherChairs: view.chairs.filter((chair) => chair.place !== myChair?.place),
    freePlaces: freePlaces(view),
    action: actionOf(liveRound, own),
    sittingOut: myChair && !myChair.leaving ? myChair.out : null,
    dealsAtOnce: view.last === null && view.clock.total_ms !== null && view.clock.total_ms < AT_ONCE_MS,
  }
}

function ownChair(view: TableView, mySeat: SeatView | null): ChairView | null {
  const own = view.chairs.filter((chair) => chair.you)
  return own.find((chair) => chair.place === mySeat?.place) ?? own[0] ?? null
}

function freePlaces(view: TableView): number[] {
  const places = Array.from({ length: view.places }, (_, index) => index + 1)
  return places.filter((place) => !view.chairs.some((chair) => chair.place === place))
}

function actionOf(round: RoundView | null, own: Own | null): TableState['action'] {
  const kind = round?.step?.kind
  if (!own?.to_move || kind === undefined || kind === 'deal') return null
  return kind
}

/** Does somebody wait for us? */
export function isOurTurn(view: TableView | null): boolean {
  return view?.round?.opened ? view.round.own.some((own) => own.to_move) : false
}

export function seatAt(state: TableState, place: number): SeatView | null {
  return state.round?.seats.find((seat) => seat.place === place) ?? null
}

export function isWaitedFor(state: TableState, seat: SeatView | null): boolean {
  return seat !== null && (state.liveRound?.waiting_for.includes(seat.seat) ?? false)
}

export function hasBank(state: TableState, seat: SeatView | null): boolean {
  return seat !== null && state.round?.banker === seat.seat
}

/** What a seat won in the round that is over; null while it runs, or if it is void. */
export function resultOf(state: TableState, seat: SeatView | null): number | null {
  if (!seat || !state.round || !state.isOver || state.round.voided) return null
  return netOf(state.round, seat.seat)
}

/** May cards be left over when these hands are set? */
export function allowsDiscards(own: Own, cards: string[]): boolean {
  const least = (own.slots ?? []).reduce((sum, slot) => sum + (slot.sizes[0] ?? 0), 0)
  return least < cards.length
}

/** Is a clock shown? */
export function showsClock({ view, own }: TableState): boolean {
  return (own?.to_move ?? false) || (view.phase === 'between' && view.you.places.length > 0)
}

const TURN_LINES = { wager: 'Place your wagers.', decide: 'Your decision.', set: 'Set your hands.' }

/** The line that says what the table waits for. */
export function statusLine(state: TableState): string {
  const { view, liveRound, action } = state
  if (view.phase === 'shuffling') {
    return 'Shuffling: the house has sealed its order, and every player cuts the cards.'
  }
  if (!liveRound) return lineBetweenRounds(state)
  if (action) return `${TURN_LINES[action]}${handNumber(state)}`
  return `${watchingPrefix(state)}${waitingLine(liveRound)}`
}

/** Which of our hands has to act, if we have several: " Hand 1 of 2." */
function handNumber({ own, ownSeats }: TableState): string {
  if (own === null || ownSeats.length < 2) return ''
  return ` Hand ${ownSeats.indexOf(own.seat) + 1} of ${ownSeats.length}.`
}

/** A name that only the rulebook uses: W1 for a wager, H6 for a hand. */
const RULEBOOK_NAME = /\b[WH]\d\b/
/** Letters in the two lines that a phone has for a clause. */
const PHONE_LETTERS = 80

/** The clause that the status line quotes, whole; null for one that uses the rulebook's own names. */
export function quotedRule(clause: string | null): string | null {
  return clause === null || RULEBOOK_NAME.test(clause) ? null : clause
}

/** Is a clause short enough to be quoted on a phone? */
export function fitsPhone(clause: string): boolean {
  return clause.length <= PHONE_LETTERS
}

function lineBetweenRounds({ view, sittingOut, dealsAtOnce }: TableState): string {
  if (view.you.places.length === 0) {
    const why = view.you.may.sit
    return why ? `You are watching: ${why}.` : 'You are watching. Take a seat to play.'
  }
  if (sittingOut) return `You sit out: ${sittingOut}.`
  if (dealsAtOnce) return 'The first cards are dealt at once.'
  return view.clock.left_ms === null
    ? 'Waiting for more players.'
    : 'The next round begins when everybody is ready.'
}

function watchingPrefix({ view, mySeat }: TableState): string {
  if (view.you.places.length === 0) return 'You are watching. '
  return mySeat === null ? 'You are dealt in next round. ' : ''
}

function waitingLine(round: RoundView): string {
  const names = round.waiting_for.map((party) => nameOf(round, party))
  return names.length ? `Waiting for ${names.join(', ')}.` : 'Dealing…'
}

function nameOf(round: RoundView, party: number | string): string {
  if (party === 'house') return 'the dealer'
  return round.seats.find((each) => each.seat === party)?.player ?? String(party)
}
