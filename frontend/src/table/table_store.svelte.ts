/**
 * One table as this page knows it: the state from the server's frames, the notices, and the commands that a person can
 * give. Everything outside (socket, sound, clock, browser storage) is passed in, so that it can be tested without them.
 */

import type { Command, MoveCommand, TableCommand } from '../room/commands'
import type { EntropyCommand } from '../room/entropy'
import type {
  Answer,
  AskAnswer,
  AskMessage,
  RoundView,
  EmoteFrame,
  Shuffling,
  TableFrame,
  TableView,
} from '../room/protocol'
import type { SoundName } from '../room/sounds'
import { SHOWN_MS } from './emotes'
import { motionSteps, type TimedStep } from './motion_steps'
import { noticeFor } from './notices'
import type { Declared, Remarks } from './setting_board.svelte'
import { isOurTurn, tableState, type TableState } from './table_state'

export type Word = EmoteFrame['word']

/** What the store needs from the page around it. */
export interface Surroundings {
  /** Sends a command and waits for its answer. */
  command: (message: Command) => Promise<Answer>
  playSound: (name: SoundName) => void
  /** Fetches our account again, because chips have moved. */
  refreshAccount: () => void
  /** Our part of the shuffle that the table waits for, or null. */
  entropyFor: (round: Shuffling, ownPlaces: number[]) => Promise<EntropyCommand | null>
  /** Did this browser commit to a part of the shuffle that is not in the round? */
  wasLeftOut: (round: RoundView) => boolean
  areEmotesShown: () => boolean
  /** Waits until the page has been painted as it is now. */
  painted: () => Promise<void>
  now: () => number
  after: (ms: number, action: () => void) => void
}

export class TableStore {
  readonly table: string
  view = $state.raw<TableView | null>(null)
  /** Why the table is gone, or null. */
  gone = $state<string | null>(null)
  /** When the last view came, by this page's clock. */
  receivedAt = $state(0)
  /** What players are saying, by place. */
  words = $state<Record<number, Word>>({})
  /** Something that happened to us, to be read. */
  notice = $state<string | null>(null)
  /** Why our last command was refused, or null. */
  refusal = $state<string | null>(null)
  /** The round that ended while we looked on. */
  endedHere = $state<string | null>(null)
  /** What moves because of the last view. */
  motion = $state.raw<TimedStep[]>([])
  #wagersSent = $state.raw<Record<string, number> | null>(null)
  #wagersSeen = $state.raw<Record<string, number>>({})
  #entropySent = ''
  #outside: Surroundings

  #state = $derived(this.view === null ? null : tableState(this.view))

  constructor(table: string, outside: Surroundings) {
    this.table = table
    this.#outside = outside
  }

  get state(): TableState | null {
    return this.#state
  }
  /** What we wagered last time, also after the page was loaded again. */
  get lastWagers(): Record<string, number> {
    return this.#wagersSent ?? this.#wagersSeen
  }

  // What the server sends -------------------------------------------------------------------------------------------

  receive(frame: TableFrame | EmoteFrame | { gone: string }): void {
    if ('gone' in frame) this.gone = frame.gone
    else if (frame.tell === 'said') this.#receiveWord(frame)
    else this.#receiveView(frame)
  }

  #receiveView({ view, happened }: TableFrame): void {
    const before = this.view
    if (before?.round && view.last?.id === before.round.id) this.endedHere = view.last.id
    const isNewRound = view.round !== null && view.round.id !== before?.round?.id
    if (isNewRound) this.notice = null
    this.notice = noticeFor(happened, view) ?? this.notice
    const steps = motionSteps(before, view, happened)
    if (steps.length) this.motion = steps
    this.view = view
    this.receivedAt = this.#outside.now()
    this.#rememberWagers()
    void this.#takePartInShuffle(view)
    if (isOurTurn(view) && !isOurTurn(before)) this.#outside.playSound('turn')
    if (view.last && view.last.id !== before?.last?.id) this.#outside.refreshAccount()
  }

  #receiveWord({ place, word }: EmoteFrame): void {
    this.words[place] = word
    if (this.#outside.areEmotesShown()) this.#outside.playSound('said')
    this.#outside.after(SHOWN_MS, () => {
      if (this.words[place] === word) delete this.words[place]
    })
  }

  #rememberWagers(): void {
    const state = this.state
    const wagers = state?.isOver ? state.mySeat?.wagers : undefined
    if (wagers && Object.keys(wagers).length > 0) this.#wagersSeen = wagers
  }

  /** Sends a commitment once the house has committed, and what we committed to once all have. Each only once. */
  async #takePartInShuffle({ round, table, you }: TableView): Promise<void> {
    if (!round) return
    if (round.opened !== false) {
      if (this.#outside.wasLeftOut(round)) {
        this.notice = 'Your part of the shuffle is not in this round. Its record will say so.'
      }
      return
    }
    const wanted = `${round.id} ${round.entropy_wanted}`
    if (!round.entropy_wanted || this.#entropySent === wanted) return
    this.#entropySent = wanted
    const message = await this.#outside.entropyFor(round, you.places)
    if (message) void this.#outside.command({ ...message, table })
  }

  // Commands: each gives the refusal as a sentence, or null ----------------------------------------------------------

  /** Sends a command; the caller shows a refusal. */
  async send(message: TableCommand): Promise<string | null> {
    const answer = await this.#outside.command({ ...message, table: this.table })
    return answer.ok ? null : (answer.refused ?? 'That was refused.')
  }
  /** Sends a command and shows a refusal on the table. */
  async sendAndShow(message: TableCommand): Promise<void> {
    this.refusal = await this.send(message)
  }
  showRefusal(reason: string): void {
    this.refusal = reason
  }
  postWagers(wagers: Record<string, number>): Promise<string | null> {
    this.#wagersSent = wagers
    this.#outside.playSound('put')
    return this.#move({ do: 'post', wagers })
  }
  decide(option: string): Promise<string | null> {
    return this.#move({ do: 'decide', option })
  }
  setHands(hands: Record<string, string>, declared: Declared): Promise<string | null> {
    this.#outside.playSound('put')
    return this.#move({ do: 'set', hands, ...withoutEmpty(declared) })
  }
  takeBank(place: number, houseBet: number): Promise<string | null> {
    return this.send({ do: 'bank', seat: place, house_bet: houseBet })
  }
  passBank(place: number): Promise<string | null> {
    return this.send({ do: 'pass_bank', seat: place })
  }
  /** Leaves one of several own seats. */
  giveUpHand(place: number): Promise<string | null> {
    return this.send({ do: 'stand', seat: place })
  }
  /**
   * A move in the live round. It names the version it was made for, so that a late one is refused.
   *
   * It is sent once the pressed button has been painted: the answer may change the whole table, and drawing that takes
   * longer than a player should wait for a sign that the press was noticed.
   */
  async #move(message: MoveCommand): Promise<string | null> {
    this.refusal = null
    const round = this.state?.liveRound
    const seat = this.state?.own?.seat
    if (!round || seat === undefined) return 'The round is over.'
    await this.#outside.painted()
    return this.send({ ...message, round: round.id, version: round.version, seat })
  }

  // Questions --------------------------------------------------------------------------------------------------------

  /** The server's remarks about hands that are being set. */
  async askAbout(hands: Record<string, string>, declared: Declared): Promise<Remarks> {
    const answer = await this.#ask({ hands, ...withoutEmpty(declared) })
    return {
      names: answer.names ?? {},
      problem: answer.problem ?? answer.refused ?? null,
      foul: answer.foul ?? null,
      foulCost: answer.foul_cost ?? null,
      isFoulBlocked: answer.foul_blocked ?? true,
      jokerCards: answer.joker_cards ?? {},
      points: answer.points ?? {},
      misplaced: answer.misplaced ?? [],
      inOrder: answer.in_order ?? [],
    }
  }
  /** Our cards set the house way, or null with the reason shown. */
  async houseWay(): Promise<Record<string, string[]> | null> {
    const answer = await this.#ask({ hands: {}, house_way: true })
    const hands = answer.house_way
    if (!hands) {
      this.refusal = answer.refused ?? 'The house way is not available at this table.'
      return null
    }
    return Object.fromEntries(Object.entries(hands).map(([slot, cards]) => [slot, cards.split(' ')]))
  }
  /** An answer has the names and problems of the hands, unless it is a refusal. */
  async #ask(
    question: Pick<AskMessage, 'hands' | 'jokers' | 'claims' | 'house_way'>,
  ): Promise<Answer & Partial<AskAnswer>> {
    const seat = this.state?.own?.seat
    return this.#outside.command({ do: 'ask', table: this.table, seat, ...question })
  }
}

/** Most hands declare nothing, and their messages are as before. */
function withoutEmpty({ jokers, claims }: Declared): Partial<Declared> {
  return {
    ...(Object.keys(jokers).length > 0 ? { jokers } : {}),
    ...(claims.length > 0 ? { claims } : {}),
  }
}
