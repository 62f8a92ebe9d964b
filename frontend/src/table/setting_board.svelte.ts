/**
 * The state of a board on which hands are set: where each card lies, which card is chosen, what the server says about the
 * hands, and whether they can be set now. The component draws it and turns pointer and keyboard events into these calls.
 */

import { byRank, bySuit, cardName, cardsOf, isJoker } from '../cards/deck'
import {
  allInTray,
  capacity,
  fromSetting,
  handsOf,
  isComplete,
  leastSize,
  moveGroup,
  movePiece,
  pieceById,
  piecesIn,
  slotOf,
  sortPieces,
  TRAY,
  type Placement,
  type Slot,
} from './placement'

/** What the server says about hands that are being set. */
export interface Remarks {
  /** The poker name of each hand that is full. */
  names: Record<string, string>
  /** Why the hands cannot be set at all; null when all is well. */
  problem: string | null
  /** Why the hands would foul, or null. */
  foul?: string | null
  /** What the foul costs, with its clause. */
  foulCost?: string | null
  /** Do the terms refuse a foul? Otherwise it may be set. */
  isFoulBlocked?: boolean
  /** The points of each hand, where hands have points. */
  points?: Record<string, number>
  /** By hand, the cards that its jokers stand for, named or at their best. */
  jokerCards?: Record<string, string>
  /** The hands that are too weak or too strong for their place, among those that are full. */
  misplaced?: string[]
  /** The hands that keep the order, among those that are full and can be compared with another. */
  inOrder?: string[]
}
export interface BoardRules {
  cards: string[]
  slots: Slot[]
  /** The title of each slot, for announcements. */
  titles: Record<string, string>
  /** May cards be left over? */
  discards: boolean
}
/** What is said with the hands: the cards that jokers stand for, by hand, and what is claimed. */
export interface Declared {
  jokers: Record<string, string>
  claims: string[]
}
type Ask = (hands: Record<string, string>, declared: Declared) => Promise<Remarks>
type Send = (hands: Record<string, string>, declared: Declared) => Promise<string | null>
export type SortOrder = 'rank' | 'suit'

const MOST_UNDO_STEPS = 50

export class SettingBoard {
  readonly rules: BoardRules
  placement = $state.raw<Placement>({})
  /** The chosen pieces, all of one hand or of the tray, waiting for a hand to go to. */
  chosen = $state.raw<number[]>([])
  remarks = $state.raw<Remarks>({ names: {}, problem: null })
  sortOrder = $state<SortOrder>('rank')
  /** The last change, for a screen reader. */
  announcement = $state('')
  /** The card named for each joker, by the number of its piece. */
  namedJokers = $state.raw<Record<number, string>>({})
  claims = $state.raw<string[]>([])
  /** Are the hands on their way to the server? */
  isSending = $state(false)
  #earlier = $state.raw<Placement[]>([])
  #refusal = $state<string | null>(null)
  /** The placement with which a foul was asked about. */
  #askedAbout = $state.raw<Placement | null>(null)
  /** The placement that the remarks are about. */
  #remarked = $state.raw<Placement | null>(null)

  constructor(rules: BoardRules) {
    this.rules = rules
    this.placement = sortPieces(allInTray(rules.cards, rules.slots), byRank)
  }

  // What can be done now ---------------------------------------------------------------------------------------------

  get isComplete(): boolean {
    return isComplete(this.placement, this.rules.slots)
  }
  /** Are all cards where they may be? The server may still have something against the hands. */
  get isReady(): boolean {
    return this.isComplete && (this.rules.discards || this.cardsLeft === 0)
  }
  get isLegal(): boolean {
    return this.#isJudged && this.remarks.problem === null && this.foul === null
  }
  /** Can they be set: because they are legal, or because the terms only put a price on the foul? */
  get canBeSet(): boolean {
    return this.isLegal || this.isPricedFoul
  }
  get isPricedFoul(): boolean {
    const isFoul = this.#isJudged && this.remarks.problem === null && this.foul !== null
    return isFoul && !(this.remarks.isFoulBlocked ?? true)
  }
  /** Is the player asked now whether the foul is meant? */
  get asksAboutFoul(): boolean {
    return this.isPricedFoul && this.#askedAbout === this.placement
  }
  /** Why the hands foul as they lie, or null. */
  get foul(): string | null {
    return this.isComplete && this.#remarksAreCurrent ? (this.remarks.foul ?? null) : null
  }
  /** Why the hands cannot be set as they lie, or would foul; null when all is well. */
  get problem(): string | null {
    if (this.#refusal !== null) return this.#refusal
    if (!this.isComplete || !this.#remarksAreCurrent) return null
    return this.remarks.problem ?? this.foul
  }
  /** Are the hands out of order that are full already? */
  isMisplaced(slot: string): boolean {
    return this.#remarksAreCurrent && (this.remarks.misplaced ?? []).includes(slot)
  }
  /** Does the hand keep the order with the other full hands, as far as they can be compared? */
  isInOrder(slot: string): boolean {
    return this.#remarksAreCurrent && (this.remarks.inOrder ?? []).includes(slot)
  }
  get #isJudged(): boolean {
    return this.isReady && this.#remarksAreCurrent
  }
  /** What is still to be done before the hands can be judged. */
  get missing(): string {
    const gaps = this.rules.slots.reduce((sum, slot) => sum + this.gaps(slot), 0)
    if (gaps > 0) return `${gaps} more ${gaps === 1 ? 'card' : 'cards'} to place.`
    if (!this.isComplete) return 'A hand has a number of cards that it cannot have.'
    return `${this.cardsLeft} cards are left: every card must be set here.`
  }
  get canUndo(): boolean {
    return this.#earlier.length > 0
  }
  get cardsLeft(): number {
    return piecesIn(this.placement, TRAY).length
  }
  get hands(): Record<string, string> {
    return handsOf(this.placement)
  }
  /** The jokers that are named, for the hands in which every joker is, and the claims. */
  get declared(): Declared {
    const jokers: Record<string, string> = {}
    for (const { name } of this.rules.slots) {
      const inHand = piecesIn(this.placement, name).filter((piece) => isJoker(piece.card))
      const named = inHand.map((piece) => this.namedJokers[piece.id]).filter(Boolean)
      if (inHand.length > 0 && named.length === inHand.length) jokers[name] = named.join(' ')
    }
    return { jokers, claims: this.claims }
  }
  /** What a joker in a hand stands for by the server's word, or null. */
  standsFor(slot: string, id: number): string | null {
    const jokers = piecesIn(this.placement, slot).filter((piece) => isJoker(piece.card))
    const place = jokers.findIndex((piece) => piece.id === id)
    if (place < 0) return null
    return this.namedJokers[id] || (cardsOf(this.remarks.jokerCards?.[slot] ?? '')[place] ?? null)
  }
  get #remarksAreCurrent(): boolean {
    return this.#remarked === this.placement
  }
  /** How many cards a hand needs at least, beyond those it has. */
  gaps(slot: Slot): number {
    return Math.max(0, leastSize(slot) - piecesIn(this.placement, slot.name).length)
  }
  titleOf(slot: string): string {
    return slot === TRAY ? 'your cards' : (this.rules.titles[slot] ?? slot)
  }

  // Changes ----------------------------------------------------------------------------------------------------------

  place(id: number, to: string, exchange?: number): void {
    const { card } = pieceById(this.placement, id)
    const next = movePiece(this.placement, this.rules.slots, id, to, exchange)
    this.#change(next, `${cardName(card)}, in ${this.titleOf(to)}`)
    this.chosen = []
  }
  /** Moves the chosen pieces to a hand, as many as it has room for. */
  placeChosen(to: string): void {
    const next = moveGroup(this.placement, this.rules.slots, this.chosen, to)
    const names = this.chosen.map((id) => cardName(pieceById(this.placement, id).card))
    this.#change(next, `${names.join(', ')}, in ${this.titleOf(to)}`)
    this.chosen = this.chosen.filter((id) => slotOf(next, id) !== to)
  }
  /** Drops a dragged piece on a hand; onto a card of a full hand it takes that card's place. */
  drop(id: number, to: string, onto: number | undefined): void {
    const slot = this.rules.slots.find((each) => each.name === to)
    const isFull = slot !== undefined && piecesIn(this.placement, to).length >= capacity(slot)
    this.place(id, to, isFull ? onto : undefined)
  }
  /**
   * Chooses a piece, or lets it go. Several pieces of one hand can be chosen. A piece of another hand changes places with
   * the one chosen piece; several chosen pieces go to its hand.
   */
  tapPiece(id: number): void {
    if (this.chosen.includes(id)) {
      this.chosen = this.chosen.filter((each) => each !== id)
      return
    }
    const [first] = this.chosen
    const to = slotOf(this.placement, id)
    if (first === undefined || slotOf(this.placement, first) === to) this.chosen = [...this.chosen, id]
    else if (this.chosen.length > 1 || to === TRAY) this.placeChosen(to)
    else this.place(first, to, id)
  }
  /** Moves the chosen pieces to a hand. A tap on a piece is a tap on its own hand too, and does nothing more. */
  tapHand(slot: string): void {
    const [first] = this.chosen
    if (first === undefined || slotOf(this.placement, first) === slot) return
    this.placeChosen(slot)
  }
  /** Names the card that a joker stands for; no card leaves it to the server. */
  nameJoker(id: number, card: string): void {
    this.namedJokers = { ...this.namedJokers, [id]: card }
    this.#judgeAgain()
  }
  toggleClaim(name: string): void {
    const without = this.claims.filter((each) => each !== name)
    this.claims = without.length < this.claims.length ? without : [...without, name]
    this.#judgeAgain()
  }
  /** The cards lie as before, but what was said about them holds no longer. */
  #judgeAgain(): void {
    this.placement = { ...this.placement }
    this.#refusal = null
  }
  undo(): void {
    const last = this.#earlier.at(-1)
    if (!last) return
    this.placement = last
    this.#earlier = this.#earlier.slice(0, -1)
    this.announcement = 'undone'
    this.#refusal = null
  }
  clear(): void {
    this.#change(sortPieces(allInTray(this.rules.cards, this.rules.slots), byRank), 'cleared')
  }
  toggleSortOrder(): void {
    this.sortOrder = this.sortOrder === 'rank' ? 'suit' : 'rank'
    this.placement = sortPieces(this.placement, this.sortOrder === 'rank' ? byRank : bySuit)
  }
  applyHouseWay(setting: Record<string, string[]>): void {
    const { cards, slots } = this.rules
    this.#change(sortPieces(fromSetting(cards, slots, setting), byRank), 'set the house way')
  }
  #change(next: Placement, announcement: string): void {
    if (next === this.placement) return
    this.#earlier = [...this.#earlier.slice(1 - MOST_UNDO_STEPS), this.placement]
    this.placement = next
    this.announcement = announcement
    this.#refusal = null
  }

  /** The player does not mean the foul. */
  takeBackFoul(): void {
    this.#askedAbout = null
  }

  // The server's word -------------------------------------------------------------------------------------------------

  /** Asks the server about the hands as they lie. An answer about an earlier placement is dropped. */
  async judge(ask: Ask): Promise<void> {
    const about = this.placement
    const remarks = await ask(handsOf(about), this.declared)
    if (this.placement !== about) return
    this.remarks = remarks
    this.#remarked = about
  }
  /**
   * Sets the hands if they are legal. Asks once about a foul that has a price; otherwise shows why not. If the server has
   * not judged the hands yet, it is asked first, so that a quick press is not lost. A second press while the hands are on
   * their way does nothing.
   */
  async submit(send: Send, ask: Ask): Promise<void> {
    if (this.isSending) return
    this.isSending = true
    try {
      if (this.isReady && !this.#remarksAreCurrent) await this.judge(ask)
      if (this.isLegal || this.asksAboutFoul) this.#refusal = await send(this.hands, this.declared)
      else if (this.isPricedFoul) this.#askedAbout = this.placement
      else this.#refusal = this.problem ?? (this.isReady ? null : this.missing)
    } finally {
      this.isSending = false
    }
  }
}
