/** Written by `python -m houseway.server.views.typescript` from the server's types; a test fails when they differ. */
export interface Payment {
  payer: number | string
  payee: number | string
  chips: number
  wager: string
  clause: string
  why: string
}
export interface Spot {
  name: string
  low: number
  high: number
  optional: boolean
  clause: string
}
export interface Slot {
  name: string
  sizes: number[]
  takes: string
  clause: string
}
export interface Own {
  seat: number
  to_move: boolean
  may: Record<string, string | null>
  spots?: Spot[]
  instead?: Spot[]
  slots?: Slot[]
}
export interface Step {
  kind: 'wager' | 'deal' | 'decide' | 'set'
  says: string
  clause: string
  options?: string[]
  leaving?: string[]
  in_turn?: boolean
  who?: string
  cards?: number
  dealer?: number
}
export interface SeatTold {
  seat: number
  place: number
  player: string
  chips: number | null
  live: boolean
  wagers: Record<string, number>
  decisions: string[]
  card_count: number
  cards: string[]
  setting: Record<string, string> | null
  slots: string[]
  names: Record<string, string>
  met: Record<string, number>
  jokers: Record<string, string>
  claims: string[]
  has_moved: boolean
}
export interface DealerTold {
  count: number
  cards: string[]
  setting: Record<string, string> | null
  slots: string[]
  names: Record<string, string>
}
export interface BeaconTold {
  chain: string
  round: number
  time: string
}
export interface Shuffling {
  id: string
  commitment: string
  beacon: BeaconTold | null
  opened: false
  places: number[]
  entropy_commitments: Record<string, string>
  entropy_from: number[]
  entropy_wanted: 'commit' | 'reveal' | null
}
export interface RoundTold {
  id: string
  commitment: string
  opened?: true
  beacon?: BeaconTold | null
  entropy_commitments?: Record<string, string>
  entropy_from?: number[]
  outcome?: string
  why?: string
  version: number
  terms_hash: string
  seats: SeatTold[]
  banker: number | string
  house_bet: number
  dealer: DealerTold
  step: Step | null
  waiting_for: (number | string)[]
  over: boolean
  voided: string | null
  payments: Payment[]
  own: Own[]
}
export interface CalledOff {
  id: string
  commitment: string
  outcome: string
  why: string
  seats?: null
}
export interface ChairTold {
  place: number
  player: string
  bot: string | null
  out: string | null
  leaving: boolean
  muted: boolean
  ready: boolean
  connected: boolean
  you: boolean
}
export interface You {
  places: number[]
  host: boolean
  may: Record<string, string | null>
}
export interface Bank {
  wager: string
  taken_by: number | null
  house_bet: number
  offered_to: number[]
  may: Record<string, string | null>
  house_bet_up_to: Record<string, number>
}
export interface Shoe {
  cards: number
  spent: number
}
export interface Clock {
  left_ms: number | null
  total_ms: number | null
}
export interface TableView {
  table: string
  game: string
  name: string
  terms_hash: string
  terms_version: number
  places: number
  private: boolean
  house: boolean
  pace: string
  phase: 'between' | 'shuffling' | 'playing' | 'closed'
  chairs: ChairTold[]
  you: You
  bank: Bank | null
  pot: number
  shoe: Shoe
  round: RoundTold | Shuffling | null
  last: RoundTold | CalledOff | null
  clock: Clock
}
export interface Said {
  tell: 'said'
  table: string
  place: number
  player: string
  word: 'hello' | 'good luck' | 'well played' | 'thanks' | 'ouch' | 'take your time'
}
export interface Answer {
  tell: 'answer'
  id: string | null
  ok: boolean
  refused?: string
  [more: string]: unknown
}
export interface Happened {
  number: number
  kind: string
  [more: string]: unknown
}
export interface TableTold {
  tell: 'table'
  table: string
  number: number
  happened: Happened[]
  view: TableView
}
export interface Bye {
  tell: 'bye'
  why: string
}
export interface Restart {
  tell: 'restart'
  seconds: number
}
export type Told = Answer | TableTold | Said | Bye | Restart
