/** Games as the server describes them, shortened: every unit test knows their words. */

import { catalogue } from '../src/games/catalogue.svelte'
import type { GameInfo, GameNames, GameOption } from '../src/room/http_types'

export const NO_NAMES: GameNames = { wagers: {}, hands: {}, decisions: {}, strategies: {}, outcomes: {} }

export function sampleOption(name: string, label: string, more: Partial<GameOption> = {}): GameOption {
  return { name, label, says: '', table: null, default: 1, accepts: '1 to 100', kind: 'number', ...more }
}

export function sampleGame(key: string, more: Partial<GameInfo> = {}): GameInfo {
  return {
    key,
    name: key,
    about: '',
    seats: { least: 1, most: 7 },
    hands_per_player: 1,
    banking: false,
    cards: 52,
    steps: [],
    set_by_the_room: {},
    against_the_house: true,
    at_most_minutes: 2,
    headline: null,
    example: null,
    options: [],
    names: NO_NAMES,
    offered: { stakes: [], rules: [] },
    ...more,
  }
}

const hands = (...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, `${name} hand`]))

export const SAMPLE_GAMES: GameInfo[] = [
  sampleGame('pyramid', {
    options: [
      sampleOption('w1_max', 'First wager, most'),
      sampleOption('legal_max_wager', 'Legal limit for one wager', { default: null, may_be_null: true }),
      sampleOption('straight_flush_pays', 'Straight flush pays', { default: 30 }),
      sampleOption('w2_paytable.flush', 'Flush', { table: 'Second wager pays', default: 2 }),
      sampleOption('house_way_split', 'House way splits a pair', {
        kind: 'choice',
        default: 'diff_ge_5',
        choices: ['diff_ge_5', 'diff_ge_4'],
        choice_labels: {
          diff_ge_5: 'When the third card is 5 or more below the pair',
          diff_ge_4: 'When the third card is 4 or more below the pair',
        },
      }),
    ],
    names: {
      ...NO_NAMES,
      wagers: { main: 'first wager', three_card: 'second wager', six_card: 'third wager' },
      hands: hands('low', 'high'),
      strategies: {
        best: 'best play',
        house_way: 'house way',
        banker_house_way: 'as the bank, house way',
        banker_best: 'as the bank, best play',
      },
      outcomes: { win: 'Win', three_of_a_kind: 'Three of a kind', straight_flush: 'Straight flush' },
    },
  }),
  sampleGame('chinese', {
    against_the_house: false,
    options: [sampleOption('bonuses', 'Bonuses', { kind: 'yes or no', default: false })],
    names: { ...NO_NAMES, hands: hands('front', 'middle', 'back') },
  }),
  sampleGame('pick2', {
    names: {
      ...NO_NAMES,
      wagers: {
        ante: 'ante',
        bonus_3_5: '3-5 Bonus',
        bonus_5_only: '5 Card Bonus Only',
        ante_play: 'ante',
        play: 'play wager',
      },
      hands: { three: 'three cards', five: 'all five cards' },
      decisions: { three: 'Play three', five: 'Play five', fold: 'Fold' },
    },
  }),
  sampleGame('casino', {
    names: {
      ...NO_NAMES,
      wagers: { ante: 'ante' },
      hands: hands('first', 'second', 'third'),
      decisions: { buy: 'Buy two cards', fold: 'Fold' },
    },
  }),
  sampleGame('pai_gow', {
    names: { ...NO_NAMES, wagers: { main: 'wager' }, hands: hands('low', 'high') },
  }),
]

catalogue.games = SAMPLE_GAMES
