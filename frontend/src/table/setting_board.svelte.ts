/**
 * The state of a board on which hands are set: where each card lies, which card is chosen, what the server says about the
 * hands, and whether they can be set now. The component draws it and turns pointer and keyboard events into these calls.
 */

import { byRank, bySuit, cardName } from '../cards/deck'
import {
  allInTray,
  capacity,
  fromSetting,
  handsOf,
  isComplete,
  leastSize,
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
  /** Why the hands cannot be set, or would foul; null when all is well. */
  problem: string | null
}
export interface BoardRules {
  cards: string[]
  slots: Slot[]
  /** The title of each slot, for announcements. */
  titles: Record<string, string>
  /** May cards be left over? */
  discards: boolean
}
export type SortOrder = 'rank' | 'suit'

const MOST_UNDO_STEPS = 50

export class SettingBoard {
  readonly rules: BoardRules
  placement = $state.raw<Placement>({})
  /** The chosen piece, waiting for a hand to go to. */
  chosen = $state<number | null>(null)
  remarks = $state.raw<Remarks>({ names: {}, problem: null })
  sortOrder = $state<SortOrder>('rank')
  /** The last change, for a screen reader. */
  announcement = $state('')
  #earlier = $state.raw<Placement[]>([])
  #refusal = $state<string | null>(null)
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
    return this.isReady && this.#remarksAreCurrent && this.remarks.problem === null
  }
  /** Why the hands cannot be set as they lie, or null. */
  get problem(): string | null {
    if (this.#refusal !== null) return this.#refusal
    return this.isComplete && this.#remarksAreCurrent ? this.remarks.problem : null
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
    this.chosen = null
  }
  /** Drops a dragged piece on a hand; onto a card of a full hand it takes that card's place. */
  drop(id: number, to: string, onto: number | undefined): void {
    const slot = this.rules.slots.find((each) => each.name === to)
    const isFull = slot !== undefined && piecesIn(this.placement, to).length >= capacity(slot)
    this.place(id, to, isFull ? onto : undefined)
  }
  /** Chooses a piece; with another piece chosen already, exchanges the two, or moves the chosen one to the tray. */
  tapPiece(id: number): void {
    if (this.chosen === id) {
      this.chosen = null
      return
    }
    const to = slotOf(this.placement, id)
    if (this.chosen === null || slotOf(this.placement, this.chosen) === to) this.chosen = id
    else this.place(this.chosen, to, to === TRAY ? undefined : id)
  }
  /** Moves the chosen piece to a hand. A tap on a piece is a tap on its own hand too, and does nothing more. */
  tapHand(slot: string): void {
    if (this.chosen === null || slotOf(this.placement, this.chosen) === slot) return
    this.place(this.chosen, slot)
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

  // The server's word -------------------------------------------------------------------------------------------------

  /** Asks the server about the hands as they lie. An answer about an earlier placement is dropped. */
  async judge(ask: (hands: Record<string, string>) => Promise<Remarks>): Promise<void> {
    const about = this.placement
    const remarks = await ask(handsOf(about))
    if (this.placement !== about) return
    this.remarks = remarks
    this.#remarked = about
  }
  /** Sets the hands if they are legal; else shows why not. */
  async submit(send: (hands: Record<string, string>) => Promise<string | null>): Promise<void> {
    if (this.isLegal) this.#refusal = await send(this.hands)
    else this.#refusal = this.problem ?? (this.isReady ? null : this.missing)
  }
}
