/** How a round ended for the person who looks: every own hand, whom it met, who won each comparison, who paid. Pure. */

import { byRank, cardsOf } from '../cards/deck'
import { inLayoutOrder } from '../room/labels'
import type { Comparison, Payment, RoundView, SeatView } from '../room/protocol'

/** The hand of a player of Pick 2 who plays all five cards. */
const ALL_FIVE = 'five'

/** A seat by its number, `house` or `pot`. */
export type Party = number | string

/** How one hand came out for its player. */
export type HandResult = 'won' | 'lost' | 'equal'

/** One hand against the matching hand of an opponent. */
export interface HandMatch {
  slot: string
  ours: string
  theirs: string
  ourName: string
  theirName: string
  /** The cards that the jokers of the two hands stand for. */
  ourJokers: string
  theirJokers: string
  /** Of all five cards of Pick 2's dealer, the best three, which the sheet has pushed up. */
  pushedUp: string[]
  /** Null if the two hands were not compared, because one of them fouled. */
  result: HandResult | null
  /** Points from our side, in games that count points. */
  points: number | null
  /** The points of this hand and all before it. */
  running: number | null
}

/** What the parts of a page need to show how a round ended. */
export interface SettledRound {
  round: RoundView
  game: string
  /** Did the round end while we looked on? Then it is shown step by step. */
  fresh?: boolean
}
/** A seat against one opponent. */
export interface Match {
  seat: number
  against: Party
  hands: HandMatch[]
  /** Net chips between the two from the seat's side. */
  chips: number
  /** Those of the two whose hands foul. */
  fouled: Party[]
}

/** One of our hands, and what it won. */
export interface OwnHand {
  seat: number
  title: string
  net: number
}

/** Our seats in this round. */
export function ownSeatsOf(round: RoundView): number[] {
  return round.own.map((each) => each.seat)
}

/** What these seats won together. What one pays the other cancels out. */
export function netOf(payments: readonly Payment[], seats: readonly Party[]): number {
  let net = 0
  for (const paid of payments) {
    if (seats.includes(paid.payee)) net += paid.chips
    if (seats.includes(paid.payer)) net -= paid.chips
  }
  return net
}

/** Each of our hands with what it won, in the order of the seats. */
export function ownHands(round: RoundView): OwnHand[] {
  const seats = ownSeatsOf(round)
  return seats.map((seat, index) => ({
    seat,
    title: seats.length === 1 ? 'Your hand' : `Your hand ${index + 1}`,
    net: netOf(round.payments, [seat]),
  }))
}

/** Do these seats pay or receive? */
export function concerns(payment: Payment, seats: readonly Party[]): boolean {
  return seats.includes(payment.payer) || seats.includes(payment.payee)
}

/** The result in one line. */
export function resultLine(net: number): string {
  if (net > 0) return `You win ${net.toLocaleString('en')}`
  if (net < 0) return `You lose ${(-net).toLocaleString('en')}`
  return 'You break even'
}

/** One wager of ours, and what it won. */
export interface WagerResult {
  wager: string
  net: number
}

/** What each of our wagers won; empty if there is only one, because the result line says it. */
export function wagerResults(round: RoundView, game: string): WagerResult[] {
  const seats = ownSeatsOf(round)
  const posted = round.seats
    .filter((each) => seats.includes(each.seat))
    .flatMap((each) => Object.keys(each.wagers))
  const paid = round.payments.filter((payment) => concerns(payment, seats)).map((payment) => payment.wager)
  const wagers = inLayoutOrder([...new Set([...posted, ...paid])], game)
  if (new Set(posted).size < 2) return []
  return wagers.map((wager) => ({
    wager,
    net: netOf(
      round.payments.filter((payment) => payment.wager === wager),
      seats,
    ),
  }))
}

/** "wins 15", "loses 5" or "pushes" */
export function wagerResultText(net: number): string {
  if (net > 0) return `wins ${net.toLocaleString('en')}`
  if (net < 0) return `loses ${(-net).toLocaleString('en')}`
  return 'pushes'
}

/** Chips or points with their sign. */
export function signed(amount: number): string {
  return amount > 0
    ? `+${amount.toLocaleString('en')}`
    : amount < 0
      ? `−${(-amount).toLocaleString('en')}`
      : '0'
}

/** The seats of the player in this seat. */
function seatsOfPlayer(round: RoundView, seat: SeatView): number[] {
  const own = ownSeatsOf(round)
  if (own.includes(seat.seat)) return own
  return round.seats
    .filter((each) => each.player === seat.player && !own.includes(each.seat))
    .map((each) => each.seat)
}

/** A party in words: “you”, “your hand 2”, a player, “Ada’s hand 2”, “the house” or “the pot”. */
export function partyName(round: RoundView, party: Party): string {
  if (party === 'house') return 'the house'
  if (party === 'pot') return 'the pot'
  const seat = round.seats.find((each) => each.seat === party)
  if (!seat) return String(party)
  const seats = seatsOfPlayer(round, seat)
  const isOurs = ownSeatsOf(round).includes(seat.seat)
  if (seats.length === 1) return isOurs ? 'you' : seat.player
  const whose = isOurs ? 'your' : `${seat.player}’s`
  return `${whose} hand ${seats.indexOf(seat.seat) + 1}`
}

/** An opponent as the heading of a column: “The dealer”, “The bank (Ada)” or a player. */
export function opponentTitle(round: RoundView, party: Party): string {
  if (party === 'house') return 'The dealer'
  const name = partyName(round, party)
  const title = name.charAt(0).toUpperCase() + name.slice(1)
  return party === round.banker ? `${title} (bank)` : title
}

/** “Ada pays you”, “you pay the house”. */
export function paymentSentence(round: RoundView, payment: Payment): string {
  const payer = partyName(round, payment.payer)
  const verb = payer === 'you' ? 'pay' : 'pays'
  return `${payer} ${verb} ${partyName(round, payment.payee)}`
}

interface ShownHands {
  cards: Record<string, string>
  names: Record<string, string>
  jokers: Record<string, string>
}

/** The hands that a party shows: those it set, or all its cards where it plays them unset. */
function shownHands(round: RoundView, party: Party): ShownHands {
  if (party === 'house') return dealersHands(round)
  const seat = round.seats.find((each) => each.seat === party)
  if (!seat) return { cards: {}, names: {}, jokers: {} }
  if (seat.setting) return { cards: seat.setting, names: seat.names, jokers: seat.joker_cards }
  const inOrder = [...seat.cards].sort(byRank).join(' ')
  const cards = Object.fromEntries(Object.keys(seat.names).map((slot) => [slot, inOrder]))
  return { cards, names: seat.names, jokers: {} }
}

/** The dealer's hands: as set, and where the sheet lays out all cards, these as one more hand. */
function dealersHands({ dealer }: RoundView): ShownHands {
  const hands = { cards: dealer.setting ?? {}, names: dealer.names, jokers: dealer.joker_cards }
  if (!dealer.laid_out) return hands
  return {
    ...hands,
    cards: { ...hands.cards, [ALL_FIVE]: dealer.laid_out.order.join(' ') },
    names: { ...hands.names, ...dealer.laid_out.names },
  }
}

/** A comparison from the side of the party that was named second. */
function turned(results: Record<string, number>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(results).map(([slot, result]) => [slot, result === 0 ? 0 : -result]),
  )
}

function resultOf(order: number | undefined): HandResult | null {
  if (order === undefined) return null
  return order > 0 ? 'won' : order < 0 ? 'lost' : 'equal'
}

/** The net chips that two parties paid each other, from the first one's side. */
export function chipsBetween(payments: readonly Payment[], party: Party, other: Party): number {
  let chips = 0
  for (const paid of payments) {
    if (paid.payee === party && paid.payer === other) chips += paid.chips
    if (paid.payer === party && paid.payee === other) chips -= paid.chips
  }
  return chips
}

/** What these seats won from the Pot, antes and buys taken off, and what they won from other parties. */
export function potAndPlayers(round: RoundView, seats: readonly Party[]): { pot: number; players: number } {
  const isPot = (paid: Payment): boolean => paid.payer === 'pot' || paid.payee === 'pot'
  return {
    pot: netOf(round.payments.filter(isPot), seats),
    players: netOf(
      round.payments.filter((paid) => !isPot(paid)),
      seats,
    ),
  }
}

/** Every pair that was compared, in the order of the sheet. */
export function allMatches(round: RoundView): Match[] {
  return (round.comparisons ?? []).map((compared) => matchOf(round, compared))
}

/** Was this seat compared with somebody? */
export function hasMatch(round: RoundView, seat: number): boolean {
  return (round.comparisons ?? []).some((compared) => compared.seat === seat || compared.against === seat)
}

/** The pairs of one seat, each from its own side. */
export function matchesOf(round: RoundView, seat: number): Match[] {
  return (round.comparisons ?? []).flatMap((compared) => {
    if (compared.seat === seat) return [matchOf(round, compared)]
    return compared.against === seat ? [matchOf(round, fromTheOtherSide(compared, seat))] : []
  })
}

function fromTheOtherSide(compared: Comparison, seat: number): Comparison {
  const points = compared.points ? { points: turned(compared.points) } : {}
  return { ...compared, seat, against: compared.seat, hands: turned(compared.hands), ...points }
}

function matchOf(round: RoundView, compared: Comparison): Match {
  const { seat, against, hands: results, points } = compared
  const ours = shownHands(round, seat)
  const theirs = shownHands(round, against)
  const view = round.seats.find((each) => each.seat === seat)
  let running = 0
  const slots = view?.slots.length ? view.slots : Object.keys(ours.cards)
  const hands = slots
    .filter((slot) => theirs.cards[slot] !== undefined)
    .map((slot): HandMatch => {
      running += points?.[slot] ?? 0
      return {
        slot,
        ours: ours.cards[slot] ?? '',
        theirs: theirs.cards[slot] ?? '',
        ourName: ours.names[slot] ?? '',
        theirName: theirs.names[slot] ?? '',
        ourJokers: ours.jokers[slot] ?? '',
        theirJokers: theirs.jokers[slot] ?? '',
        pushedUp: against === 'house' && slot === ALL_FIVE ? (round.dealer.laid_out?.pushed_up ?? []) : [],
        result: resultOf(results[slot]),
        points: points?.[slot] ?? null,
        running: points ? running : null,
      }
    })
  const chips = chipsBetween(round.payments, seat, against)
  return { seat, against, hands, chips, fouled: compared.fouled ?? [] }
}

/** The cards of each of Showdown's hands before it is extended; further cards are power cards [SHO-54]. */
const STANDARD_SIZES: Record<string, number> = {
  hand1: 1,
  hand2: 3,
  hand3: 3,
  hand4: 3,
  hand5: 5,
  hand6: 5,
}

/** How many cards at the end of a hand are power cards, which the sheet shows in yellow. */
export function powerCards(slot: string, cards: string): number {
  const standard = STANDARD_SIZES[slot]
  return standard === undefined ? 0 : Math.max(0, cardsOf(cards).length - standard)
}

/** The cards that a seat set into no hand: their faces where we may see them, else null for each. */
export function discardsOf(seat: SeatView): (string | null)[] {
  if (!seat.setting) return []
  const set = Object.values(seat.setting).flatMap(cardsOf)
  if (!seat.cards.length) return Array.from({ length: Math.max(0, seat.card_count - set.length) }, () => null)
  const left = [...seat.cards]
  for (const card of set) {
    const place = left.indexOf(card)
    if (place >= 0) left.splice(place, 1)
  }
  return left
}

/** One line of the scoring card. */
export interface ScoringLine {
  seat: number
  /** Net points against each seat of the card; null against itself. */
  net: (number | null)[]
  total: number
  isChampion: boolean
}

/** The sheet's scoring card: all players at the showdown, clockwise from the dealer, and their net points. */
export function scoringCard(round: RoundView): ScoringLine[] {
  const scored = (round.comparisons ?? []).filter((compared) => compared.points !== undefined)
  const between = scored.filter((compared) => typeof compared.against === 'number')
  const seats = [...new Set(between.flatMap(({ seat, against }) => [seat, Number(against)]))]
  const net = (seat: number, other: number): number | null => {
    const pair = between.find(
      (each) =>
        (each.seat === seat && each.against === other) || (each.seat === other && each.against === seat),
    )
    if (!pair?.points) return null
    const points = sum(Object.values(pair.points))
    return pair.seat === seat ? points : -points
  }
  const lines = seats.map((seat) => {
    const results = seats.map((other) => net(seat, other))
    return { seat, net: results, total: sum(results.map((points) => points ?? 0)), isChampion: false }
  })
  const highest = Math.max(...lines.map((line) => line.total))
  return lines.map((line) => ({ ...line, isChampion: line.total === highest }))
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** Does the dealer fail to qualify against this match? Then not the higher hand decides, but the terms. */
export function isUnqualified(round: RoundView, match: Match): boolean {
  const playsFive = match.hands.some((hand) => hand.slot === ALL_FIVE)
  return match.against === 'house' && playsFive && round.dealer.laid_out?.qualifies === false
}

/** The match that is shown first: the opponent who won the most chips from us, else the one who lost the most. */
export function firstMatch(matches: readonly Match[]): Match | null {
  const lowest = Math.min(...matches.map((match) => match.chips))
  const target = lowest < 0 ? lowest : Math.max(...matches.map((match) => match.chips))
  return matches.find((match) => match.chips === target) ?? null
}
