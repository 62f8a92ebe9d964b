/** Views of a table for tests, each with what the test is about. */

import type { ChairView, Own, RoundView, SeatView, Shuffling, Step, TableView } from '../../src/room/protocol'

export function chair(place: number, player: string, more: Partial<ChairView> = {}): ChairView {
  return {
    place,
    player,
    bot: null,
    out: null,
    leaving: false,
    muted: false,
    ready: false,
    connected: true,
    you: false,
    ...more,
  }
}

export function seat(number: number, place: number, player: string, more: Partial<SeatView> = {}): SeatView {
  return {
    seat: number,
    place,
    player,
    chips: 1000,
    live: true,
    wagers: {},
    decisions: [],
    card_count: 0,
    cards: [],
    setting: null,
    slots: [],
    names: {},
    met: {},
    jokers: {},
    joker_cards: {},
    claims: [],
    has_moved: false,
    ...more,
  }
}

export function step(kind: Step['kind']): Step {
  return { kind, says: '', clause: 'PYR-20' }
}

export function own(number: number, more: Partial<Own> = {}): Own {
  return { seat: number, to_move: false, may: {}, ...more }
}

/** Ann, who looks, has seat 1 at place 2; Bob has seat 2 at place 1. */
export function round(more: Partial<RoundView> = {}): RoundView {
  return {
    id: 'T-1',
    commitment: 'ab',
    opened: true,
    version: 4,
    terms_hash: 'cd',
    seats: [seat(1, 2, 'Ann'), seat(2, 1, 'Bob')],
    banker: 'house',
    house_bet: 0,
    deck_back: null,
    dealer: { count: 0, cards: [], setting: null, slots: [], names: {}, joker_cards: {} },
    step: step('wager'),
    waiting_for: [2],
    over: false,
    voided: null,
    payments: [],
    own: [own(1)],
    ...more,
  }
}

export function shuffling(wanted: Shuffling['entropy_wanted']): Shuffling {
  return {
    id: 'T-1',
    commitment: 'ab',
    beacon: null,
    opened: false,
    places: [1, 2],
    entropy_commitments: {},
    entropy_from: [],
    entropy_wanted: wanted,
  }
}

export function view(more: Partial<TableView> = {}): TableView {
  return {
    table: 'T',
    game: 'pyramid',
    name: 'Pyramid Poker',
    terms_hash: 'cd',
    terms_version: 0,
    in_force: [],
    places: 4,
    private: false,
    house: true,
    pace: 'normal',
    phase: 'between',
    chairs: [chair(1, 'Bob'), chair(2, 'Ann', { you: true })],
    you: { places: [2], host: false, may: { sit: null, next: null } },
    bank: null,
    pot: 0,
    shoe: { cards: 312, spent: 0 },
    round: null,
    last: null,
    clock: { left_ms: null, total_ms: null },
    ...more,
  }
}

/** A view of a round that is being played. */
export function playing(more: Partial<RoundView> = {}): TableView {
  return view({ phase: 'playing', round: round(more) })
}
