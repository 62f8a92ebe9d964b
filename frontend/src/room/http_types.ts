/** Written by `python -m houseway.server.http.typescript` from the server's types; a test fails when they differ. */

import type { HandNames, Payment, RoundView, TableView } from './protocol'

export type { HandNames } from './protocol'

/** POST /api/session, POST /api/register, POST /api/login, POST /api/name, GET /api/me, POST /api/chips. The visitor's account. */
export interface Me {
  player: string
  /** `guest` or `named`. */
  kind: string
  chips: number
  tables: string[]
  /** Why this account gets no new play chips now, or null. */
  new_chips: string | null
  /** The name looks like another account's and should be changed. */
  must_rename: boolean
  warnings: OperatorWarning[]
}
export interface OperatorWarning {
  reason: string
  at: string
}
/** POST /api/register, POST /api/login. A name and a password. */
export interface Credentials {
  name: string
  password: string
}
/** POST /api/logout, POST /api/password, DELETE /api/sessions/{wanted}, POST /api/operator/tables/{code}/close. The request was carried out; there is nothing else to return. */
export type Done = Record<string, never>
/** POST /api/name. The name that an account takes. */
export interface NewName {
  name: string
}
/** POST /api/password. The present password and the new one. */
export interface NewPassword {
  old: string
  new: string
}
/** POST /api/reset. The token of a reset link, and the new password. */
export interface NewPasswordByLink {
  token: string
  password: string
}
/** POST /api/reset. The account whose password was reset. */
export interface PasswordReset {
  player: string
}
/** GET /api/sessions. A browser that is signed in. */
export interface OpenSession {
  id: string
  made_at: string
  seen_at: string | null
  expires_at: string
  /** True for the session of this request. */
  this: boolean
}
/** DELETE /api/sessions. */
export interface EndedSessions {
  ended: number
}
/** GET /api/health. */
export interface RoomHealth {
  ok: boolean
  tables: number
  sockets: number
}
/** GET /api/games. A game in the lobby. */
export interface GameInfo {
  against_the_house: boolean
  at_most_minutes: number
  headline: LobbyFigure | null
  example: ExampleHands | null
  key: string
  name: string
  about: string
  seats: SeatLimits
  hands_per_player: number
  /** Players may bank. */
  banking: boolean
  cards: number
  steps: GameStep[]
  options: GameOption[]
  names: GameNames
  offered: OfferedOptions
  /** Options that every room sets, because it gives no credit. */
  set_by_the_room: Record<string, unknown>
}
/** The edge that the lobby shows, as the expected value of one chip on each compulsory wager. */
export interface LobbyFigure {
  terms_hash: string
  /** The first compulsory wager. */
  wager: string
  /** All compulsory wagers. */
  wagers: string[]
  strategy: string
  ev: string | number
  standard_error: number | null
  /** The chips on each wager that are worth most within the limits; empty where stakes depend on each other. */
  best_mix: Record<string, number>
  /** The value of the best mix, in chips. */
  best_mix_ev: string | null
}
export interface ExampleHands {
  hands: string[]
  /** Cards that are in no hand. */
  left: string
}
export interface SeatLimits {
  least: number
  most: number
}
export interface GameStep {
  kind: string
  says: string
  clause: string
}
/** An option of a game with its default and the values it accepts. */
export interface GameOption {
  name: string
  label: string
  /** What the option decides, in one sentence. */
  says: string
  /** The label of the pay table that this option is a line of. */
  table: string | null
  default: string | number | boolean | null
  accepts: string
  kind: 'yes or no' | 'number' | 'choice'
  choices?: string[]
  /** The words for each choice. */
  choice_labels?: Record<string, string>
  /** What applies while nobody has chosen a value, where that differs from choosing the default. */
  unchosen?: string
  low?: number
  high?: number
  may_be_null?: boolean
}
/** The words for the identifiers of a game, as they stand inside a sentence. */
export interface GameNames {
  wagers: Record<string, string>
  hands: Record<string, string>
  /** As a button says them. */
  decisions: Record<string, string>
  strategies: Record<string, string>
  outcomes: Record<string, string>
}
/** The options that the opener of a table is asked about. */
export interface OfferedOptions {
  stakes: string[]
  rules: string[]
}
/** GET /api/games/{game}/opening. What the opener of a table may choose. */
export interface OpeningOffer {
  game: string
  /** The figures of every wager under the terms in force; null if they are not known. */
  figures: OddsFigure[] | null
  /** The operator's options that differ from the sheet's. */
  terms: Record<string, string | number | boolean | null>
  stakes: OfferedOption[]
  rules: OfferedOption[]
}
/** One wager at best play. */
export interface OddsFigure {
  wager: string
  /** The expected profit of one chip: an exact fraction as text, or an estimate. */
  ev: string | number
  /** Null if the figure was counted. */
  standard_error: number | null
  /** The standard deviation of a round, in units of the wager. */
  spread: number
}
/** An option that the opener of a table may choose. */
export interface OfferedOption {
  /** Its default is the value in force; its bounds are those that the operator's terms leave. */
  option: GameOption
  /** By value: the figures of every wager if only this option is changed, where they are known. */
  effects: Record<string, OddsFigure[]>
}
/** GET /api/tables. */
export interface PublicTable {
  table: string
  game: string
  name: string
  pace: string
  places: number
  seated: SeatedPlayer[]
  rounds: number
  terms_hash: string
}
export interface SeatedPlayer {
  player: string
  /** The strategy level of a bot; null for a person. */
  bot: string | null
}
/** POST /api/tables. The settings that a player chooses for a new table. */
export interface NewTable {
  game: string
  options?: Record<string, string | number | boolean | null>
  private?: boolean
  seats?: number | null
  bots?: string[]
  pace?: string
}
/** POST /api/tables, POST /api/codes. */
export interface TableCode {
  table: string
}
/** POST /api/play-now. A table with bots to sit down at now. */
export interface QuickTable {
  game: string
  options?: Record<string, string | number | boolean | null>
  bots?: string[]
}
/** POST /api/play-now. */
export interface TakenSeat {
  table: string
  seat: number
}
/** POST /api/tables/{code}/share. A short code that leads to a table until it expires. */
export interface SharedTable {
  table: string
  short_code: string
  expires_at: string
}
/** POST /api/codes. A short code as it was typed. */
export interface TypedCode {
  code: string
}
/** GET /api/tables/{code}. A table as the visitor may see it. */
export interface TableSnapshot {
  /** The number of the last event. */
  number: number
  view: TableView
  terms: TableTerms
}
export interface TableTerms {
  options: Record<string, string | number | boolean | null>
  /** The options that differ from the sheet's. */
  changed: Record<string, ChangedOption>
  /** The limits of the law and the sheet that are in force, or that there is none; one sentence each. */
  limits: string[]
}
export interface ChangedOption {
  usual: string | number | boolean | null
  here: string | number | boolean | null
}
/** GET /api/history. A round in the visitor's history. */
export interface PlayedRound {
  round: string
  table: string
  game: string
  begun_at: string
  ended_at: string | null
  outcome: string | null
  /** The visitor's own seats. */
  seats: SeatResult[]
}
export interface SeatResult {
  seat: number
  net: number | null
}
/** GET /api/rounds/{round_id}, GET /api/operator/rounds/{round_id}. The record of a finished round of the room: formats 2 and 3. */
export interface RoundRecord {
  houseway_record: number
  round: string
  table: string
  times: RecordTimes
  game: string
  terms: Record<string, string>
  terms_hash: string
  terms_version: number
  opening: RecordOpening
  shuffle: RecordShuffle
  moves: RecordMove[]
  cancelled?: RecordCancelled
  payments: Payment[]
  digest: string
}
export interface RecordTimes {
  committed: string
  opened: string
  ended: string
}
export interface RecordOpening {
  players: string[]
  names?: string[]
  chips: Record<string, number>
  banker: number | string
  house_bet: number
  dealer_seat: number
  pot: number
  spent: string
  deck_back?: string
}
/** The proof of a shuffle. */
export interface RecordShuffle {
  version?: number
  commitment: string
  salt: string
  permutation: number[]
  beacon?: RecordBeacon | null
  /** By seat, since format 3: the commitment its client sent before anything was revealed. */
  commitments?: Record<string, string | null>
  /** By seat, the entropy that its client sent. */
  clients: Record<string, string | null>
  cards: string
}
export interface RecordBeacon {
  chain: string
  round: number
  time: string
  value: string
}
export interface RecordMove {
  move: 'posted' | 'dealt' | 'decided' | 'set' | 'voided'
  by: string
  at: string
  seat?: number
  wagers?: Record<string, number>
  cards?: string
  option?: string
  stake?: number
  hands?: Record<string, string>
  jokers?: Record<string, string>
  claims?: string[]
  reason?: string
  note?: string
  /** The digest of this move and all moves before it. */
  digest: string
}
/** Why a round was called off before its first card. */
export interface RecordCancelled {
  reason: string
  clause: string
  note: string
}
/** GET /api/rounds/{round_id}/replay, GET /api/operator/rounds/{round_id}/replay. A finished round: every state as the viewer saw it, and the move that led to each. */
export interface ReplayedRound {
  round: string
  table: string
  game: string
  name: string
  states: RoundView[]
  moves: PlayedMove[]
}
export interface PlayedMove {
  move: 'posted' | 'dealt' | 'decided' | 'set' | 'voided'
  /** Who made the move: `person`, `bot`, `dealer`, `time-out` ... */
  by: string
  at: string
  seat?: number
  wagers?: Record<string, number>
  cards?: string
  option?: string
  stake?: number
  hands?: Record<string, string>
  jokers?: Record<string, string>
  claims?: string[]
  reason?: string
  note?: string
}
/** POST /api/rounds/{round_id}/dispute. A player's objection to a round. */
export interface Objection {
  says: string
}
/** POST /api/rounds/{round_id}/dispute. */
export interface NewDispute {
  dispute: string
}
/** GET /api/rules/{game}. */
export interface Rulebook {
  key: string
  title: string
  clauses: Clause[]
  /** The open questions. */
  ledger: OpenQuestion[]
  words: Record<string, string>
  sources: Record<string, string>
  /** How many examples each clause has. */
  examples: Record<string, number>
}
export interface Clause {
  id: string
  text: string
  source: string
  section: string
}
/** An unclear sentence of the sheet and its readings. */
export interface OpenQuestion {
  id: string
  says: string
  readings: string[]
  default_and_why: string
  /** The options that choose a reading, each with its values; the first is the default. */
  options: Record<string, string[]>
}
/** GET /api/rules/{game}/examples/{clause}. An example of a clause, run by the rules for this request. */
export interface Example {
  id: string
  kind: string
  given: Record<string, unknown>
  got: Record<string, unknown>
  /** The parts of `got` that the example is about. */
  asked: string[]
  agrees: boolean
  fault: string | null
  why: string
}
/** POST /api/best. Cards to be set. */
export interface CardsQuestion {
  game: string
  options?: Record<string, string | number | boolean | null>
  cards: string
}
/** POST /api/best. */
export interface BestOptions {
  game: string
  cards: string
  options: ValuedOption[]
  /** What the list leaves out, in a sentence. */
  left_out?: string
}
/** One option for playing given cards, and its value; a game may add facts of its own. */
export interface ValuedOption {
  decision: string
  /** Empty where no hand is set. */
  setting: Record<string, string>
  /** What the player declares with the setting. */
  claims?: string[]
  ev: string | number
  /** How sure the value is: exact, proven optimal, or an estimate. */
  sure: string
  standard_error?: number
  by_hand?: Record<string, OptionHand>
  /** How much less its value is than that of the best option. */
  gives_up?: string | number
  /** The unit of its values, where it is not the game's usual one. */
  unit?: string
  [key: string]: unknown
}
/** One hand of a setting. */
export interface OptionHand {
  name?: string
  /** Its part of the value. */
  worth?: string | number
  /** The probability that it beats the opponent's matching hand. */
  wins?: string | number
  ties?: string | number
  /** The probability that it is equal, where the rules have their own result for a copy. */
  copies?: string | number
  /** Units that it earns as a bonus. */
  bonus?: number
}
/** POST /api/price, POST /api/alarm, POST /api/explain, POST /api/drill, POST /api/lab/{question}. A game under chosen options. */
export interface GameQuestion {
  game: string
  options?: Record<string, string | number | boolean | null>
}
/** POST /api/price. */
export interface Price {
  game: string
  terms: Record<string, string>
  terms_hash: string
  wagers: Record<string, PricedWager>
  covariances: Record<string, string>
}
export interface PricedWager {
  deals: number | string
  method: 'exact' | 'simulation'
  strategies: Record<string, PricedStrategy>
}
/** A wager under one strategy: counted, or estimated; a game may add figures of its own. */
export interface PricedStrategy {
  ev: string | number
  variance?: string
  standard_deviation?: number
  standard_error?: number
  hit_frequency?: string
  element_of_risk?: string
  outcomes?: PricedOutcome[]
  seed?: number
  rounds?: number
  [key: string]: unknown
}
export interface PricedOutcome {
  name: string
  net: string
  count: number | string
}
/** POST /api/alarm. */
export interface AlarmSummary {
  raised: boolean
  sentence: string
}
/** POST /api/explain. A strategy in sentences, with its cost against best play. */
export interface ExplainedStrategy {
  lessons: Lesson[]
  unit: string
  cost: number
  standard_error: number
  sure: string
  /** What the sentences are chosen for; empty where that is best play alone. */
  goal: string
}
export interface Lesson {
  rule: string
  worth: number
}
/** POST /api/names, POST /api/drill/answer. Cards and the hands that are set from them. */
export interface HandsQuestion {
  game: string
  options?: Record<string, string | number | boolean | null>
  cards: string
  hands?: Record<string, string>
  decision?: string
}
/** POST /api/coach. A finished round to be judged. */
export interface RoundQuestion {
  round: string
  seat?: number | null
}
/** POST /api/coach. What a player did in a round; the keys of `Judgement` are those of the first hand that could be judged. */
export interface RoundJudgement {
  options: ValuedOption[]
  yours: ValuedOption | null
  unit: string
  sure: string
  gave_up: number | null
  /** Every hand that the player had in the round. */
  hands: HandJudgement[]
  /** What all hands together gave up; null if no hand's cost is known. */
  gave_up_in_all: number | null
}
/** The judgement of one hand of a player, or why there is none. */
export interface HandJudgement {
  seat: number
  judgement: Judgement | null
  why_not: string | null
  /** Every decision of the hand in order, as far as it could be judged. */
  decisions?: DecisionJudgement[]
  /** Chips that the hand won. */
  won?: number
  /** The same without the luck of the cards, where it is known. */
  adjusted?: number
}
/** POST /api/drill/answer. What a player did, compared with the best options. */
export interface Judgement {
  options: ValuedOption[]
  yours: ValuedOption | null
  unit: string
  sure: string
  gave_up: number | null
}
/** One decision of a player, with its grade and the reason. */
export interface DecisionJudgement {
  options: ValuedOption[]
  yours: ValuedOption | null
  unit: string
  sure: string
  gave_up: number | null
  kind: 'wagers' | 'bank' | 'decision' | 'setting'
  grade: 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder' | 'too close to call'
  /** Of `gave_up`; 0 where it is exact. */
  standard_error: number
  /** What it cost in chips; null where that is not known. */
  chips: number | null
  /** What the player held then. */
  cards: string
  /** The grade, the cost and the reason in English. */
  sentence: string
  reasons: JudgedReason[]
}
/** A reason of the coach: its code, and further keys that its sentence needs. */
export interface JudgedReason {
  code: string
  [key: string]: unknown
}
/** GET /api/skill. What a player gave up in one round, and how many of the rounds are judged so far. */
export interface SkillPoint {
  round: string
  game: string
  at: string
  /** What all hands of the player together gave up. */
  gave_up: number | null
  /** The number of hands that were judged. */
  hands?: number
  /** Every decision that was judged. */
  decisions?: SkillDecision[]
  /** Chips that all hands won; left out where the result without luck is not known. */
  won?: number
  /** The same without the luck of the cards. */
  adjusted?: number
  unit?: string
  sure?: string
  /** Why the round could not be judged. */
  why_not?: string
  done: number
  of: number
}
/** What one decision of a round cost. */
export interface SkillDecision {
  grade: string
  /** In `unit`. */
  cost: number
  unit: string
  chips: number | null
}
/** POST /api/drill. Cards to practise on. */
export interface Exercise {
  game: string
  name: string
  cards: string[]
  slots: ExerciseSlot[]
  options: string[]
  /** The decision that was made before the hands are set. */
  decided: string
  /** Some cards stay out of the hands. */
  discards: boolean
}
export interface ExerciseSlot {
  name: string
  sizes: number[]
}
/** GET /api/study/waiting. */
export interface QueuedQuestion {
  question: string
  /** The place in the queue; 0 is being worked on. */
  place: number
}
/** POST /api/lab/slopes. Pay lines of a game under chosen options. */
export interface PayLinesQuestion {
  game: string
  options?: Record<string, string | number | boolean | null>
  lines: string[]
}
/** POST /api/lab/slopes, POST /api/lab/{question}. One line of an answer of the odds lab: progress, a part of the answer, the whole answer, or a refusal. */
export interface LabLine {
  seconds: number
  /** The place in the queue; 1 is next. */
  queued?: number
  done?: number
  of?: number
  part?: unknown
  found?: unknown
  refused?: string
}
/** GET /api/operator/status. */
export interface RoomStatus {
  tables: TableStatus[]
  sockets: number
  live_rounds: number
  room_events: number
  /** Tables that could not be read, with the reason. */
  quarantined: Record<string, string>
  open_disputes: number
}
export interface TableStatus {
  table: string
  game: string
  phase: string
  seated: number
  events: number
  /** This process runs the table. */
  owned_here: boolean
  terms_version: number
  places: number
  private: boolean
  players: SeatedPlayer[]
  rounds: number
  /** The minimum and maximum of every wager. */
  limits: Record<string, string | number | boolean | null>
  /** The irregularities that a round may be voided for, with their clauses. */
  irregularities: Record<string, string>
}
/** GET /api/operator/terms/{game}, POST /api/operator/terms. The terms of a game from a date on; a round keeps the terms it was opened with. */
export interface TermsVersion {
  game: string
  version: number
  in_force_from: string
  options: Record<string, unknown>
  terms_hash: string
  made_at: string
  note: string
}
/** POST /api/operator/terms. The options of a game that differ from the sheet's. */
export interface NewTerms {
  game: string
  options?: Record<string, string | number | boolean | null>
  note?: string
}
/** POST /api/operator/tables/{code}/void. The irregularity that a round is voided for. */
export interface VoidRequest {
  reason: string
  note?: string
}
/** POST /api/operator/tables/{code}/void. */
export interface VoidedRound {
  round: string
  version: number
}
/** GET /api/operator/disputes, POST /api/operator/disputes/{dispute_id}/ruling. A player's objection to a round, and the ruling on it. */
export interface Dispute {
  id: string
  round: string
  person: string
  says: string
  made_at: string
  /** `open`, `upheld` or `refused`. */
  state: string
  ruling: string
  ruled_at: string | null
}
/** GET /api/operator/disputes/{dispute_id}/evidence. Everything about a disputed round. */
export interface Evidence {
  dispute: Dispute
  record: RoundRecord
  events: StoredEvent[]
}
/** An event as it was read from its stream. */
export interface StoredEvent {
  stream: string
  /** 1, 2, 3, ... without gaps. */
  number: number
  kind: string
  round: string | null
  /** UTC, such as 2025-03-01T12:00:00.000000Z. */
  at: string
  /** Unsealed if this server has the key or the round is over; a part that stays sealed is left out. */
  body: Record<string, unknown>
  /** Whether a part of the body is sealed and this reader has no key. */
  unreadable: boolean
  hash: string
}
/** POST /api/operator/disputes/{dispute_id}/ruling. The operator's decision on a dispute. */
export interface Ruling {
  upheld: boolean
  ruling: string
}
/** GET /api/operator/returns. */
export interface WagerReturn {
  game: string
  terms_hash: string
  changed: Record<string, string | number | boolean | null>
  wager: string
  rounds: number
  staked: number
  to_house: number
  from_house: number
  return: number | null
  expected: number | null
  band: [number, number] | null
  alarm: boolean | null
  priced: boolean
}
/** POST /api/operator/audit. */
export interface AuditStarted {
  running: true
}
/** GET /api/operator/audit. */
export interface AuditState {
  running: boolean
  last: AuditReport | null
}
/** The result of an audit of the room, with its counts. */
export interface AuditReport {
  begun_at: string
  ended_at: string
  fault: string | null
  streams?: number
  events?: number
  transfers?: number
  receipts?: number
  rounds?: number
  live?: number
  anchors?: number
  signed_anchors?: number
  index_rows?: number
  index_seals?: number
  quarantined?: number
}
/** GET /api/operator/rounds. A round, running or over. */
export interface RoundRow {
  id: string
  table_id: string
  game: string
  begun_at: string
  commitment: string
  /** None until the event `opened`. */
  terms_hash: string | null
  terms_version: number | null
  ended_at: string | null
  /** `settled` or `voided`. */
  outcome: string | null
}
/** GET /api/operator/signals. Pairs of accounts that play as if they were together, and the restrictions in force. */
export interface Signals {
  signals: Signal[]
  restrictions: Restriction[]
  /** The name of every account, by id. */
  names: Record<string, string>
  days: number
}
/** Two accounts and what connects them; chips go from the first to the second. */
export interface Signal {
  first: string
  second: string
  strong: boolean
  /** Rounds in which both played. */
  rounds: number
  /** Net chips from the first to the second. */
  chips: number
  reasons: Reason[]
}
/** One reason to suspect that two accounts play together. */
export interface Reason {
  /** `chips`, `fouls`, `address` or `together`. */
  kind: string
  says: string
}
/** POST /api/operator/moderation, POST /api/operator/moderation/{restriction_id}/lift. An action of the operator on one account or on two. */
export interface Restriction {
  id: string
  /** `warn`, `mute`, `apart` (two accounts may not sit at one table), `close` or `dismiss` (of a signal). */
  kind: string
  person: string
  reason: string
  made_at: string
  /** The second account of `apart` and `dismiss`. */
  other: string | null
  lifted_at: string | null
}
/** GET /api/operator/people. */
export interface Account {
  id: string
  name: string
  kind: string
  made_at: string
  closed_at: string | null
  restrictions: Restriction[]
}
/** POST /api/operator/moderation. A restriction of one account, or of two. */
export interface Moderation {
  kind: 'warn' | 'mute' | 'apart' | 'close' | 'dismiss'
  person: string
  other?: string | null
  reason: string
}
/** POST /api/operator/reset-link. The account that gets a reset link, by the name as it is shown. */
export interface ResetRequest {
  name: string
  hours?: number
}
/** POST /api/operator/reset-link. The path of a page on which a new password is set once. */
export interface ResetLink {
  path: string
  expires_at: string
}
/** What the odds lab answers, by question. */
export interface LabAnswers {
  price: Price
  alarm: Alarm
  certificate: Certified
  readings: Reading[]
  strategy: ExplainedStrategy
  slopes: Record<string, Record<string, Record<string, Record<string, string> | null>> | null>
}
export interface Alarm {
  raised: boolean
  sentence: string
  ways: ProfitableWay[]
  searched: string[]
}
/** A strategy found by the search, with its mix of wagers. */
export interface ProfitableWay {
  way: string
  mix: Record<string, number>
  /** Chips won on average: a fraction as text if counted, a number if estimated. */
  ev: string | number
  /** The same per chip wagered. */
  edge: string | number
  /** Of `ev`; null if it was counted. */
  standard_error: number | null
  profitable: boolean
  sentence: string
}
export interface Certified {
  file: string
  digest: string
  second_methods: SecondMethod[]
}
/** A price that was confirmed by another method. */
export interface SecondMethod {
  wager: string
  strategy: string
  method: string
  seed: string
  rounds: number
  total: string
}
/** What one reading of an open question changes. */
export interface Reading {
  ledger: string
  option: string
  before: string
  after: string
  refused: string | null
  /** Why it changes no figure; None if it changes one or is refused. */
  reason: string | null
  changes: FigureChange[]
}
export interface FigureChange {
  wager: string
  strategy: string
  before: string
  after: string
  /** False where the figure is not a profit: a probability, or how far results spread. */
  gain: boolean
  /** Such as `points`, or `% of rounds` for a share; empty for per cent of the wager. */
  unit: string
  /** How many of these units 1 in `before` and `after` is. */
  units: number
}
/** What each POST route takes and answers, by its path. Not listed: the odds lab, which answers line by line. */
export interface PostRoutes {
  '/api/session': { body: undefined; answer: Me }
  '/api/register': { body: Credentials; answer: Me }
  '/api/login': { body: Credentials; answer: Me }
  '/api/logout': { body: undefined; answer: Done }
  '/api/name': { body: NewName; answer: Me }
  '/api/password': { body: NewPassword; answer: Done }
  '/api/reset': { body: NewPasswordByLink; answer: PasswordReset }
  '/api/chips': { body: undefined; answer: Me }
  '/api/tables': { body: NewTable; answer: TableCode }
  '/api/play-now': { body: QuickTable; answer: TakenSeat }
  [path: `/api/tables/${string}/share`]: { body: undefined; answer: SharedTable }
  '/api/codes': { body: TypedCode; answer: TableCode }
  [path: `/api/rounds/${string}/dispute`]: { body: Objection; answer: NewDispute }
  '/api/best': { body: CardsQuestion; answer: BestOptions }
  '/api/price': { body: GameQuestion; answer: Price }
  '/api/alarm': { body: GameQuestion; answer: AlarmSummary }
  '/api/explain': { body: GameQuestion; answer: ExplainedStrategy }
  '/api/names': { body: HandsQuestion; answer: HandNames }
  '/api/coach': { body: RoundQuestion; answer: RoundJudgement }
  '/api/drill': { body: GameQuestion; answer: Exercise }
  '/api/drill/answer': { body: HandsQuestion; answer: Judgement }
  '/api/operator/terms': { body: NewTerms; answer: TermsVersion }
  [path: `/api/operator/tables/${string}/void`]: { body: VoidRequest; answer: VoidedRound }
  [path: `/api/operator/tables/${string}/close`]: { body: undefined; answer: Done }
  [path: `/api/operator/disputes/${string}/ruling`]: { body: Ruling; answer: Dispute }
  '/api/operator/audit': { body: undefined; answer: AuditStarted }
  '/api/operator/backup': { body: undefined; answer: unknown }
  '/api/operator/moderation': { body: Moderation; answer: Restriction }
  [path: `/api/operator/moderation/${string}/lift`]: { body: undefined; answer: Restriction }
  '/api/operator/reset-link': { body: ResetRequest; answer: ResetLink }
}
