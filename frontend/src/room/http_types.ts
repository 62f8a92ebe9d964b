/**
 * What the server's HTTP routes answer, by route. These types are written by hand; the socket's are in `protocol.ts`, which
 * is generated.
 */

import type { RoundTold } from './protocol'

/** A figure that may be exact: a number, or a fraction as text ("7/12"). */
export type Figure = number | string

// People ------------------------------------------------------------------------------------------------------------

/** GET /api/me; POST /api/session, /api/register, /api/login, /api/name, /api/chips */
export interface Me {
  player: string
  kind: string
  chips: number
  tables: string[]
  /** Why this account gets no new play chips now, or null. */
  new_chips: string | null
  /** The name looks like another account's and should be changed. */
  must_rename: boolean
  /** Warnings from the operator. */
  warnings: { reason: string; at: string }[]
}
/** GET /api/sessions */
export interface OpenSession {
  id: string
  made_at: string
  seen_at: string | null
  expires_at: string
  this: boolean
}
/** POST /api/reset */
export interface PasswordReset {
  player: string
}

// Lobby -------------------------------------------------------------------------------------------------------------

/** GET /api/games */
export interface GameInfo {
  key: string
  name: string
  about: string
  seats: { least: number; most: number }
  against_the_house: boolean
  at_most_minutes: number
  headline: Headline | null
  example: { hands: string[]; left: string } | null
  options: Option[]
}
export interface Headline {
  wager: string
  ev: Figure
  standard_error: number | null
}
export interface Option {
  name: string
  default: string | number | boolean | null
  accepts: string
  kind: 'yes or no' | 'number' | 'choice'
  choices?: string[]
  low?: number
  high?: number
  may_be_null?: boolean
}
/** GET /api/tables */
export interface PublicTable {
  table: string
  game: string
  name: string
  places: number
  seated: { player: string; bot: string | null }[]
  rounds: number
}
/** POST /api/play-now, /api/tables, /api/codes */
export interface TableCode {
  table: string
}
/** POST /api/tables/TABLE/share */
export interface ShortCode {
  short_code: string
  expires_at: string
}

// Rulebooks ---------------------------------------------------------------------------------------------------------

/** GET /api/rules/GAME */
export interface Rulebook {
  key: string
  title: string
  clauses: Clause[]
  /** The open questions. */
  ledger: OpenQuestion[]
  words: Record<string, string>
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
/** GET /api/rules/GAME/examples/CLAUSE */
export interface Example {
  id: string
  kind: string
  given: Record<string, unknown>
  got: Record<string, unknown>
  asked: string[]
  agrees: boolean
  fault: string | null
  why: string
}

// Rounds ------------------------------------------------------------------------------------------------------------

/** GET /api/history */
export interface PlayedRound {
  round: string
  table: string
  game: string
  begun_at: string
  ended_at: string | null
  outcome: string | null
  seats: { seat: number; net: number | null }[]
}
/** GET /api/rounds/ROUND/replay, /api/operator/rounds/ROUND/replay */
export interface ReplayedRound {
  round: string
  table: string
  game: string
  name: string
  states: RoundTold[]
  moves: ReplayedMove[]
}
export interface ReplayedMove {
  move: string
  seat?: number | string
  by?: string
  at?: string
  wagers?: Record<string, number>
  option?: string
  cards?: string
  hands?: Record<string, string>
}
/** POST /api/rounds/ROUND/dispute */
export interface NewDispute {
  dispute: string
}
/** GET /api/skill, one line for each round */
export interface SkillPoint {
  round: string
  game: string
  at: string
  gave_up: number | null
  unit?: string
  sure?: string
  done: number
  of: number
}

// Study -------------------------------------------------------------------------------------------------------------

/** GET /api/study/waiting */
export interface QueuedQuestion {
  question: string
  place: number
}
/** POST /api/coach, /api/drill/answer */
export interface Judgement {
  options: JudgedOption[]
  yours: JudgedOption | null
  unit: string
  sure: string
  gave_up: number | null
}
export interface JudgedOption {
  decision: string
  setting?: Record<string, string>
  ev: Figure
  sure: string
  standard_error?: number
  by_hand?: Record<string, JudgedHand>
  gives_up?: Figure
}
export interface JudgedHand {
  name?: string
  worth?: Figure
  wins?: Figure
}
/** POST /api/drill */
export interface Exercise {
  game: string
  name: string
  cards: string[]
  slots: { name: string; sizes: number[] }[]
  options: string[]
  /** The decision that was made before the hands are set. */
  decided: string
  discards: boolean
}
/** POST /api/names */
export interface HandNames {
  names: Record<string, string>
  problem: string | null
  foul: string | null
}

// Odds lab: POST /api/lab/QUESTION answers with lines of JSON --------------------------------------------------------

export interface Progress {
  done?: number
  of?: number
  /** The place in the queue; 1 is next. */
  queued?: number
  seconds: number
}
/** One line: progress, a part of the answer, the whole answer, or a refusal. */
export interface LabLine<Answer, Part> extends Progress {
  part?: Part
  found?: Answer
  refused?: string
}
/** price */
export interface Price {
  game: string
  terms: Record<string, string>
  terms_hash: string
  wagers: Record<string, PricedWager>
}
export interface PricedWager {
  deals: number | string
  method: 'exact' | 'simulation'
  strategies: Record<string, PricedStrategy>
}
export interface PricedStrategy {
  ev: Figure
  variance?: string
  standard_deviation?: number
  standard_error?: number
  hit_frequency?: string
  element_of_risk?: string
  outcomes?: Outcome[]
  seed?: number
  rounds?: number
  [note: string]: unknown
}
export interface Outcome {
  name: string
  net: string
  count: number | string
}
/** slopes: for each pay, by wager and strategy, how far one more moves the net of each outcome; null where counts move. */
export type Slopes = Record<string, Slope | null>
export type Slope = Record<string, Record<string, Record<string, string> | null>>
/** alarm */
export interface Alarm {
  raised: boolean
  sentence: string
  ways: ProfitableWay[]
  searched: string[]
}
export interface ProfitableWay {
  way: string
  mix: Record<string, number>
  ev: string
  edge: string
  profitable: boolean
  sentence: string
}
/** readings */
export interface Reading {
  ledger: string
  option: string
  before: string
  after: string
  refused: string | null
  /** A figure with `gain: false` is nobody's profit: a chance, or how far results spread. */
  changes: { wager: string; strategy: string; before: string; after: string; gain: boolean }[]
}
/** certificate */
export interface Certified {
  file: string
  digest: string
  second_methods: SecondMethod[]
}
export interface SecondMethod {
  wager: string
  strategy: string
  method: string
  seed: string
  rounds: number
  total: string
}
/** strategy */
export interface ExplainedStrategy {
  lessons: { rule: string; worth: number }[]
  unit: string
  cost: number
  standard_error: number
  sure: string
}

// Operator: every path begins with /api/operator ---------------------------------------------------------------------

/** GET /status */
export interface RoomStatus {
  tables: TableStatus[]
  sockets: number
  live_rounds: number
  room_events: number
  open_disputes: number
}
export interface TableStatus {
  table: string
  game: string
  phase: string
  seated: number
  places: number
  private: boolean
  players: { player: string; bot: boolean }[]
  rounds: number
  terms_version: number
  limits: Record<string, number | null>
  irregularities: Record<string, string>
}
/** GET /returns */
export interface WagerReturn {
  game: string
  terms_hash: string
  /** The options that differ from the sheet's. */
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
/** GET /disputes */
export interface Dispute {
  id: string
  round: string
  person: string
  says: string
  state: string
  made_at: string
  ruling: string | null
  ruled_at: string | null
}
/** GET /signals */
export interface Signals {
  signals: Signal[]
  restrictions: Restriction[]
  names: Record<string, string>
  days: number
}
export interface Signal {
  first: string
  second: string
  strong: boolean
  rounds: number
  chips: number
  reasons: { kind: string; says: string }[]
}
export interface Restriction {
  id: string
  kind: string
  person: string
  other: string | null
  reason: string
  made_at: string
  lifted_at: string | null
}
/** GET /people?name=NAME */
export interface Account {
  id: string
  name: string
  kind: string
  closed_at: string | null
}
/** POST /reset-link */
export interface ResetLink {
  path: string
  expires_at: string
}
/** GET /terms/GAME */
export interface TermsVersion {
  game: string
  version: number
  in_force_from: string
  options: Record<string, unknown>
  terms_hash: string
  note: string
}
/** GET /rounds?words=WORDS */
export interface FinishedRound {
  id: string
  table_id: string
  game: string
  begun_at: string
  outcome: string
}
/** GET /audit */
export interface AuditState {
  running: boolean
  last: { begun_at: string; ended_at: string; fault: string | null; [count: string]: unknown } | null
}
