import { describe, expect, it } from 'vitest'
import {
  fullOptionLabel,
  optionLabel,
  payTableLabel,
  settingLabel,
  valueLabel,
} from '../../src/games/option_labels'
import { asSentence, decisionLabel, labelOf, shortGameName, titleOf } from '../../src/room/labels'

describe('an option', () => {
  it('has a label and so has its value', () => {
    expect(optionLabel('pyramid', 'w1_max')).toBe('Main wager, most')
    expect(settingLabel('pyramid', 'house_way_split', 'diff_ge_5')).toBe(
      'House way: split a pair: Split when the kicker is 5 or more below the pair',
    )
    expect(settingLabel('chinese', 'bonuses', true)).toBe('Bonuses: Yes')
    expect(valueLabel('pyramid', 'legal_max_wager', null)).toBe('No limit')
    expect(valueLabel('pyramid', 'w1_max', 200)).toBe('200')
  })
  it('of a pay table is told apart by its table', () => {
    expect(optionLabel('pyramid', 'w2_paytable.flush')).toBe('Flush')
    expect(fullOptionLabel('pyramid', 'w2_paytable.flush')).toBe('Three-card pays: Flush')
    expect(payTableLabel('showdown', 'kind_points')).toBe('Points for cards of a kind')
  })
  it('of a game without labels is shown in words', () => {
    expect(settingLabel('whist', 'trump_suit', 'no_trump')).toBe('Trump suit: no trump')
    expect(payTableLabel('whist', 'trick_pays')).toBe('Trick pays')
  })
})

describe('names', () => {
  it('are words', () => {
    expect([
      labelOf('bonus_3_5'),
      titleOf('three_card'),
      decisionLabel('buy'),
      decisionLabel('fold'),
    ]).toEqual(['3-5 Bonus', 'Three card', 'Buy and play', 'Fold'])
    expect(shortGameName('Pyramid Poker, Casino Version')).toBe('Casino Version')
  })
  it('and reasons are sentences', () => {
    expect([asSentence('not now'), asSentence('Why?')]).toEqual(['Not now.', 'Why?'])
  })
})
