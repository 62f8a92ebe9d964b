import { describe, expect, it } from 'vitest'
import { busiestTable, edgeHint, edgeLine, mixLine, normalisedCode, seatsLine } from '../../src/lobby/lobby'
import { sampleGame } from '../sample_games'
import type { GameInfo, LobbyFigure, PublicTable } from '../../src/room/http_types'

const figure = (more: Partial<LobbyFigure>): LobbyFigure => ({
  terms_hash: 'hash',
  wager: 'main',
  wagers: ['main'],
  strategy: 'best',
  ev: '-1/40',
  standard_error: null,
  best_mix: {},
  best_mix_ev: null,
  ...more,
})
const game = (more: Partial<GameInfo>): GameInfo =>
  sampleGame('pyramid', { name: 'Pyramid Poker', banking: true, headline: figure({}), ...more })
const table = (code: string, of: string, players: number): PublicTable => ({
  table: code,
  game: of,
  name: of,
  pace: 'normal',
  places: 7,
  seated: Array.from({ length: players }, () => ({ player: 'Ann', bot: null })),
  rounds: 0,
  terms_hash: 'hash',
})

describe('what a game costs', () => {
  it.each([
    [game({}), 'House edge 2.50 % of the first wager at best play'],
    [
      game({ key: 'pick2', headline: figure({ wagers: ['bonus_3_5'], ev: '1/100', standard_error: 0.001 }) }),
      'You have the edge: 1.00 % of the 3-5 Bonus at best play',
    ],
    [
      game({
        key: 'pick2',
        headline: figure({ wagers: ['ante_play', 'bonus_3_5'], ev: '13043557/1363422060' }),
      }),
      'You have the edge: 0.96 % of the ante with an equal 3-5 Bonus, at best play (0.48 % of all chips)',
    ],
    [game({ headline: null }), 'House edge: see the odds'],
    [game({ against_the_house: false }), 'Players only: the house takes no part'],
  ])('is one line', (each, line) => {
    expect(edgeLine(each)).toBe(line)
  })
  it('has a best mix where stakes may differ', () => {
    expect(mixLine(game({}))).toBeUndefined()
    const mix = { best_mix: { main: 100, ante: 5 }, best_mix_ev: '21/20' }
    expect(mixLine(game({ headline: figure(mix) }))).toBe(
      'Best mix, first wager 100, ante 5: you have the edge: 1.00 % of all chips',
    )
  })
  it('says how sure it is', () => {
    expect(edgeHint(game({}))).toBeUndefined()
    expect(edgeHint(game({ headline: figure({ ev: 0, standard_error: 0.001 }) }))).toContain(
      '0.10 percentage points',
    )
  })
})

it('says how many seats there are', () => {
  expect(seatsLine(game({}))).toBe('1 to 7 seats, a round in at most 2 min')
  expect(seatsLine(game({ seats: { least: 4, most: 4 } }))).toBe('4 seats, a round in at most 2 min')
})

it('reads a code however it was typed', () => {
  expect(normalisedCode(' abcd-12 34\n')).toBe('ABCD1234')
})

it('watches the table with most players', () => {
  const tables = [table('A', 'pyramid', 1), table('B', 'pyramid', 3), table('C', 'casino', 5)]
  expect(busiestTable(tables, 'pyramid')?.table).toBe('B')
  expect(busiestTable(tables, 'pick2')).toBeUndefined()
})
