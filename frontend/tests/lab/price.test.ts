import { describe, expect, it } from 'vitest'
import { predictPrice, withOutcomes, type Slopes } from '../../src/lab/price'
import {
  largestWin,
  oneIn,
  outcomesOf,
  rowsOf,
  standardDeviation,
  wagerName,
  wholeNumber,
} from '../../src/lab/rows'
import type { Price } from '../../src/room/http_types'
import { toNumber } from '../../src/room/numbers'
import approvedText from '../fixtures/price-pyramid.json?raw'
import fiftyText from '../fixtures/price-pyramid-straight-flush-50.json?raw'

/** As `houseway price pyramid --json` prints them: the sheet, and with a straight flush that pays 50 instead of 30. */
const approved = JSON.parse(approvedText) as Price
const fifty = JSON.parse(fiftyText) as Price

const DEFAULTS = { straight_flush_pays: '30', w2_overlap: 'best' }
const UNMOVED = {
  main: { best: {}, house_way: {}, banker_house_way: {}, banker_best: {} },
  six_card: { only: {} },
}
const SLOPES: Slopes = {
  straight_flush_pays: { ...UNMOVED, three_card: { only: { straight_flush: '1/1' } } },
}

describe('a price from known counts', () => {
  it('has the mean, variance and hits that the command counts', () => {
    for (const price of [approved, fifty]) {
      for (const { strategies } of Object.values(price.wagers)) {
        for (const strategy of Object.values(strategies)) {
          const { ev, variance, hit_frequency } = withOutcomes(strategy, strategy.outcomes!)
          expect(ev).toBe(strategy.ev)
          expect(variance).toBe(strategy.variance)
          expect(toNumber(hit_frequency)).toBeCloseTo(toNumber(strategy.hit_frequency), 14)
        }
      }
    }
  })
  it('under other pays is the price that the command counts', () => {
    const predicted = predictPrice(approved, {}, { straight_flush_pays: '50' }, DEFAULTS, SLOPES)!
    for (const [wager, { strategies }] of Object.entries(fifty.wagers)) {
      for (const [name, strategy] of Object.entries(strategies)) {
        expect(predicted.wagers[wager]!.strategies[name]!.ev).toBe(strategy.ev)
        expect(predicted.wagers[wager]!.strategies[name]!.variance).toBe(strategy.variance)
      }
    }
    expect(predicted.wagers.three_card!.strategies.only!.ev).not.toBe(
      approved.wagers.three_card!.strategies.only!.ev,
    )
  })
  it('goes back to where it came from', () => {
    const back = predictPrice(fifty, { straight_flush_pays: '50' }, {}, DEFAULTS, SLOPES)!
    expect(back.wagers.three_card!.strategies.only!.ev).toBe('-18568/626665')
  })
})

describe('what must be counted again', () => {
  it.each([
    ['a pay whose slope is not known', { w1_win_pays: '2' }, SLOPES],
    ['a choice', { w2_overlap: 'sum' }, SLOPES],
    ['a pay that is not a whole number', { straight_flush_pays: 'null' }, SLOPES],
    [
      'a pay that moves counts',
      { straight_flush_pays: '50' },
      { straight_flush_pays: { ...UNMOVED, three_card: { only: null } } },
    ],
    [
      'a pay with no slope for a wager',
      { straight_flush_pays: '50' },
      { straight_flush_pays: { three_card: { only: {} } } },
    ],
  ])('%s', (_, chosen, slopes: Slopes) => {
    expect(predictPrice(approved, {}, chosen, DEFAULTS, slopes)).toBeNull()
  })
  it('an estimate, which has no counts', () => {
    const estimated = structuredClone(approved)
    delete estimated.wagers.main!.strategies.best!.outcomes
    expect(predictPrice(estimated, {}, { straight_flush_pays: '50' }, DEFAULTS, SLOPES)).toBeNull()
  })
})

describe('rows', () => {
  const rows = rowsOf(approved)
  const threeCard = rows.find((row) => row.key === 'three_card only')!
  it('are one for each wager and strategy', () => {
    expect(rows.map((row) => row.name)).toEqual([
      'First wager, best play',
      'First wager, house way',
      'First wager, as the bank, house way',
      'First wager, as the bank, best play',
      'Second wager',
      'Third wager',
    ])
    expect(rowsOf(null)).toEqual([])
  })
  it('know their figures', () => {
    expect(threeCard.ev).toBeCloseTo(-18568 / 626665, 15)
    expect(standardDeviation(threeCard.strategy)).toBeCloseTo(Math.sqrt(2398125277116 / 392709022225), 12)
    expect(largestWin(threeCard.strategy)).toMatchObject({ name: 'ace_king_queen_suited', net: '50/1' })
    expect(wholeNumber(threeCard.deals)).toBe('5,013,320')
    expect(oneIn(864, threeCard.deals)).toBe('1 in 5,802')
    expect(oneIn(977184, threeCard.deals)).toBe('1 in 5.1')
  })
  it('show what a simulation noted by points where nothing was counted', () => {
    const noted = { ev: 0, points: { '-2': 5, '3': 7 }, seed: 1 }
    expect(outcomesOf(noted)).toEqual([
      { name: '3 points', net: '3', count: 7 },
      { name: '-2 points', net: '-2', count: 5 },
    ])
    expect(outcomesOf({ ev: 0, note: 'none' })).toEqual([])
  })
  it('go without the name of the only strategy', () => {
    expect([wagerName('pick2', 'bonus_3_5', 'only'), wagerName('pyramid', 'round', 'house_way')]).toEqual([
      '3-5 Bonus',
      'Round, house way',
    ])
  })
})
