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
  /** The wager whose chips it must equal, unless it is left out; null if it is free within its limits. */
  same_as: string | null
}
export interface Slot {
  name: string
  sizes: number[]
  takes: string
  clause: string
}
/** What an option costs you: a button shows the label and, if it is not empty, the price. */
export interface OptionCost {
  label: string
  /** `10`, `lose 10` or `5 to each of 2`; empty if it costs nothing. */
  price: string
  /** What happens to the chips: nothing, a further wager, a payment, or a loss of chips already wagered. */
  effect: 'nothing' | 'adds' | 'pays' | 'loses'
  chips: number
  /** The most players that are paid; null if the chips go to no player. */
  payees: number | null
  says: string
  clause: string
}
/** What it costs you to set a foul. */
export interface FoulCost {
  says: string
  clause: string
  /** Whether the terms refuse a foul, so that it has to be corrected. */
  blocked: boolean
}
/** Something that you may claim when you set your hands, such as a natural. */
export interface Claim {
  /** As `claims` of the `set` message names it. */
  name: string
  label: string
  says: string
  clause: string
}
export interface Own {
  seat: number
  to_move: boolean
  may: Record<string, string | null>
  spots?: Spot[]
  instead?: Spot[]
  slots?: Slot[]
  /** In a decision, what each option costs you. */
  costs?: Record<string, OptionCost>
  /** In a setting step, whether you say what your jokers stand for: not at all, if you like, or always. */
  name_jokers?: 'no' | 'may' | 'must'
  /** In a setting step, what you may claim with your cards. */
  claims?: Claim[]
  /** In a setting step, what a foul costs you; null where nothing is a foul. */
  foul?: FoulCost | null
}
export interface Step {
  kind: 'wager' | 'deal' | 'decide' | 'set'
  says: string
  clause: string
  options?: string[]
  /** In a decision, the clause of each option. */
  clauses?: Record<string, string>
  leaving?: string[]
  in_turn?: boolean
  who?: string
  cards?: number
  dealer?: number
}
export interface SeatView {
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
  /** For each open hand: 1 if it is stronger than the bank's, -1 if it is weaker, 0 if they are equal. */
  met: Record<string, number>
  /** By hand, the cards that the player named for its jokers. */
  jokers: Record<string, string>
  /** By hand, the cards that its jokers stand for, named or not. */
  joker_cards: Record<string, string>
  claims: string[]
  has_moved: boolean
}
export interface DealerView {
  count: number
  cards: string[]
  setting: Record<string, string> | null
  slots: string[]
  names: Record<string, string>
  joker_cards: Record<string, string>
  /** In a game whose dealer sets no hands: the open cards as the sheet lays them out. */
  laid_out?: DealerCards
}
export interface DealerCards {
  /** All cards, from highest to lowest. */
  order: string[]
  /** The cards that are pushed towards the players: in Pick 2 the best three. */
  pushed_up: string[]
  names: Record<string, string>
  qualifies: boolean
  clause: string
}
/** Two parties whose hands were compared. */
export interface Comparison {
  seat: number
  against: number | string
  /** For each hand 1 if the seat's is stronger, -1 if it is weaker, 0 if they are equal; empty after a foul. */
  hands: Record<string, number>
  /** The points of each hand from the seat's side, in games that count points. */
  points?: Record<string, number>
  /** Those of the two whose hands foul. */
  fouled?: (number | string)[]
}
/** The value of a public beacon that will be mixed into the shuffle, announced before it is published. */
export interface BeaconAnnouncement {
  chain: string
  round: number
  time: string
}
/** A round that is being shuffled: the house has committed to its part, the clients send theirs. */
export interface Shuffling {
  id: string
  commitment: string
  beacon: BeaconAnnouncement | null
  opened: false
  /** The places that are dealt in, as seats 1, 2, ...; empty until the commitments are fixed. */
  places: number[]
  /** Commitments to entropy by place; empty until they are fixed. */
  entropy_commitments: Record<string, string>
  /** The places that have revealed their entropy. */
  entropy_from: number[]
  /** What your client has to send now. */
  entropy_wanted: 'commit' | 'reveal' | null
}
/** A round that is being played, or a finished one, which has an `outcome`. */
export interface RoundView {
  id: string
  commitment: string
  opened?: true
  beacon?: BeaconAnnouncement | null
  entropy_commitments?: Record<string, string>
  entropy_from?: number[]
  outcome?: string
  why?: string
  version: number
  terms_hash: string
  seats: SeatView[]
  banker: number | string
  house_bet: number
  dealer: DealerView
  /** The colour of this round's deck, where decks alternate. */
  deck_back: string | null
  step: Step | null
  waiting_for: (number | string)[]
  over: boolean
  voided: string | null
  payments: Payment[]
  /** When the round is over: every pair that was compared, in the order of the sheet. */
  comparisons?: Comparison[]
  /** When the round is over: are the bank's hands opened first, or hand 1 of everybody, or all hands together? */
  exposure?: 'seat_by_seat' | 'hand_by_hand' | 'all_at_once'
  /** The seat that deals, in games where players deal. */
  dealer_seat?: number
  own: Own[]
}
/** A round that was called off before the first card. */
export interface CalledOff {
  id: string
  commitment: string
  outcome: string
  why: string
  seats?: null
}
export interface ChairView {
  place: number
  player: string
  bot: string | null
  out: string | null
  leaving: boolean
  /** Whether the host has hidden this player's emotes. */
  muted: boolean
  ready: boolean
  connected: boolean
  you: boolean
}
export interface You {
  places: number[]
  /** Whether you opened this table, and so may send players away and mute them. */
  host: boolean
  may: Record<string, string | null>
}
export interface Bank {
  wager: string
  taken_by: number | null
  house_bet: number
  offered_to: number[]
  /** Whether the player who banks sets the hand after the others, with the house's cards open. */
  sets_last: boolean
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
/** One thing about the terms that players should know before they play. */
export interface InForce {
  says: string
  clause: string
}
export interface TableView {
  table: string
  game: string
  name: string
  terms_hash: string
  terms_version: number
  /** What you should know about the terms before you play. */
  in_force: InForce[]
  places: number
  private: boolean
  house: boolean
  pace: string
  phase: 'between' | 'shuffling' | 'playing' | 'closed'
  chairs: ChairView[]
  you: You
  bank: Bank | null
  pot: number
  shoe: Shoe
  round: RoundView | Shuffling | null
  last: RoundView | CalledOff | null
  clock: Clock
}
/** A player at the table shows an emote. */
export interface EmoteFrame {
  tell: 'said'
  table: string
  place: number
  player: string
  word: 'hello' | 'good luck' | 'well played' | 'thanks' | 'ouch' | 'take your time'
}
/** Something that happened at the table; further keys depend on its kind. */
export interface PublicEvent {
  number: number
  kind: string
  [key: string]: unknown
}
/** The events at a table since the last frame, and the table after them. */
export interface TableFrame {
  tell: 'table'
  table: string
  /** Number of the last event. */
  number: number
  /** Number of the last event that the client knew; null if `happened` does not begin right after it. */
  since: number | null
  happened: PublicEvent[]
  view: TableView
}
/** The first frame of a socket. */
export interface Hello {
  tell: 'hello'
  player: string
}
/** Announces that the server restarts within this time. */
export interface Restart {
  tell: 'restart'
  seconds: number
}
/** The answer to a message; further keys depend on the message. */
export interface Answer {
  tell: 'answer'
  id: string | null
  ok: boolean
  refused?: string
  [key: string]: unknown
}
/** The names of the hands of a setting, and what is wrong with it. */
export interface HandNames {
  names: Record<string, string>
  /** Why the hands cannot be set, or null. */
  problem: string | null
  /** Why the hands would foul, or null. */
  foul: string | null
  /** The cards that are in no hand yet. */
  left: string
  /** What each complete hand scores if it wins; empty where hands score no points. */
  points: Record<string, number>
  /** The complete hands that break the order of the hands, as far as it can be judged. */
  misplaced: string[]
  /** The complete hands that keep the order of the hands, as far as it can be judged. */
  in_order: string[]
}
/** The further keys of the answer to an `ask` message. */
export interface AskAnswer {
  names: Record<string, string>
  problem: string | null
  foul: string | null
  left: string
  points: Record<string, number>
  misplaced: string[]
  in_order: string[]
  /** By hand, the cards that its jokers stand for. */
  joker_cards: Record<string, string>
  /** What the foul costs, with its clause; null if there is no foul. */
  foul_cost: string | null
  /** Whether the terms refuse the foul; otherwise it may be set. */
  foul_blocked: boolean
  /** The cards set the house way, if the message asks for it. */
  house_way?: Record<string, string>
}
/** Take a seat; without a number, the first free one. */
export interface SitMessage {
  do: 'sit'
  id: string
  table: string
  seat?: number | null
  /** The most chips that this player can risk at this table in one round. */
  bring?: number | null
}
/** Leave the seat, or all seats of a player who has several; a running round is finished first. */
export interface StandMessage {
  do: 'stand'
  id: string
  table: string
  /** Leave only this seat. */
  seat?: number | null
}
/** Keep the seat and miss the next rounds. */
export interface SitOutMessage {
  do: 'sit_out'
  id: string
  table: string
}
/** Play again from the next round on. */
export interface SitInMessage {
  do: 'sit_in'
  id: string
  table: string
}
/** Receive the table's frames. */
export interface WatchMessage {
  do: 'watch'
  id: string
  table: string
}
/** Receive no more frames of this table; a seat stays taken. */
export interface LeaveMessage {
  do: 'leave'
  id: string
  table: string
}
/** The client's commitment to its part of the shuffle, before any part is known. */
export interface EntropyCommitMessage {
  do: 'entropy_commit'
  id: string
  table: string
  round: string
  commitment: string
}
/** The client's part of the shuffle, after all commitments were published. */
export interface EntropyMessage {
  do: 'entropy'
  id: string
  table: string
  round: string
  entropy: string
}
export interface PostMessage {
  do: 'post'
  id: string
  table: string
  round: string
  version: number
  seat?: number | null
  wagers: Record<string, number>
}
export interface DecideMessage {
  do: 'decide'
  id: string
  table: string
  round: string
  version: number
  seat?: number | null
  option: string
  stake?: number | null
}
export interface SetMessage {
  do: 'set'
  id: string
  table: string
  round: string
  version: number
  seat?: number | null
  hands: Record<string, string>
  jokers?: Record<string, string>
  claims?: string[]
}
/** Ask the dealer to set the cards the house way, if the game allows it. */
export interface HouseWayMessage {
  do: 'house_way'
  id: string
  table: string
  round: string
  version: number
  seat?: number | null
}
/** Take the bank of the next round. */
export interface BankMessage {
  do: 'bank'
  id: string
  table: string
  house_bet?: number
  seat?: number | null
}
export interface PassBankMessage {
  do: 'pass_bank'
  id: string
  table: string
  seat?: number | null
}
/** The host sends a player away; a running round is finished first. */
export interface KickMessage {
  do: 'kick'
  id: string
  table: string
  seat: number
}
/** The host hides a player's emotes at this table, or shows them again. */
export interface MuteMessage {
  do: 'mute'
  id: string
  table: string
  seat: number
  muted?: boolean
}
/** Ready for the next round. */
export interface NextMessage {
  do: 'next'
  id: string
  table: string
}
export interface EmoteMessage {
  do: 'emote'
  id: string
  table: string
  word: string
}
/** Receive the table's frames again, with the events after the last number that the client received. */
export interface ResumeMessage {
  do: 'resume'
  id: string
  table: string
  number: number
}
/** Ask for the names of the hands of a setting and what is wrong with it, without making the move. */
export interface AskMessage {
  do: 'ask'
  id: string
  table: string
  hands: Record<string, string>
  jokers?: Record<string, string>
  claims?: string[]
  seat?: number | null
  /** Also ask how the house way sets these cards, if the game allows it. */
  house_way?: boolean
}
export type Frame = Answer | TableFrame | EmoteFrame | Hello | Restart
export type Message = SitMessage | StandMessage | SitOutMessage | SitInMessage | WatchMessage | LeaveMessage | EntropyCommitMessage | EntropyMessage | PostMessage | DecideMessage | SetMessage | HouseWayMessage | BankMessage | PassBankMessage | KickMessage | MuteMessage | NextMessage | EmoteMessage | ResumeMessage | AskMessage
