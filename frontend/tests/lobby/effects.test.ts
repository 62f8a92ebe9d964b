import { describe, expect, it } from 'vitest'
import { edgeWords, effectText, figuresOf } from '../../src/lobby/effects'
import type { OddsFigure, Price } from '../../src/room/http_types'
import { SAMPLE_GAMES } from '../sample_games'
import priceText from '../fixtures/price-pyramid.json?raw'

const pyramid = SAMPLE_GAMES.find((game) => game.key === 'pyramid')!
const chinese = SAMPLE_GAMES.find((game) => game.key === 'chinese')!
const figure = (more: Partial<OddsFigure>): OddsFigure => ({
  wager: 'main',
  ev: '1/100',
  standard_error: null,
  spread: 2,
  ...more,
})

describe('an edge', () => {
  it('belongs to the player or the house, and an estimate has its error', () => {
    expect(edgeWords(figure({}))).toBe('player’s edge 1.00 %')
    expect(edgeWords(figure({ ev: -0.025, standard_error: 0.0009 }))).toBe('house edge 2.50 % ± 0.09 %')
  })
})

describe('the effect of a choice', () => {
  it('names each wager that it moves, before and after', () => {
    const before = [figure({}), figure({ wager: 'three_card', ev: '-1/20' })]
    const after = [figure({ ev: '-1/50' }), figure({ wager: 'three_card', ev: '-1/20' })]
    expect(effectText(pyramid, before, after)).toBe(
      'First wager: house edge 2.00 % instead of player’s edge 1.00 %.',
    )
  })
  it('is none where the figures are the same', () => {
    expect(effectText(pyramid, [figure({})], [figure({})])).toBe('No effect on the odds.')
  })
  it('is none within the error of estimates', () => {
    const before = [figure({ ev: -0.05, standard_error: 0.001 })]
    const after = [figure({ ev: -0.052, standard_error: 0.001 })]
    expect(effectText(pyramid, before, after)).toBe('No effect on the odds within ± 0.10 %.')
    expect(effectText(pyramid, before, [figure({ ev: -0.06, standard_error: 0.001 })])).toContain(
      'house edge 6.00 % ± 0.10 % instead of house edge 5.00 % ± 0.10 %',
    )
  })
  it('names a wager that only the choice makes possible', () => {
    expect(effectText(pyramid, [], [figure({})])).toBe('First wager: player’s edge 1.00 %.')
  })
  it('among players is the size of wins and losses', () => {
    const unit = (spread: number): OddsFigure[] => [figure({ wager: 'unit', ev: 0, spread })]
    expect(effectText(chinese, unit(2), unit(3))).toBe(
      'Wins and losses about 50 % larger: ± 3.0 units a round instead of ± 2.0.',
    )
    expect(effectText(chinese, unit(2), unit(1))).toContain('about 50 % smaller')
    expect(effectText(chinese, unit(2), unit(2.001))).toBe('Wins and losses stay about as large.')
    expect(effectText(chinese, [], [])).toBe('')
  })
  it('is empty while the figures are not known', () => {
    expect(effectText(pyramid, null, [figure({})])).toBe('')
    expect(effectText(pyramid, [figure({})], null)).toBe('')
  })
})

it('reads the figures at best play from a price', () => {
  const figures = figuresOf(JSON.parse(priceText) as Price)
  expect(figures.map((each) => each.wager)).toEqual(['main', 'three_card', 'six_card'])
  expect(figures[0]!.ev).toBe('3091287561/217973513615')
  expect(figures[0]!.spread).toBeGreaterThan(0.5)
})
