import { describe, expect, it } from 'vitest'
import {
  fullOptionLabel,
  inLabels,
  optionLabel,
  payTableLabel,
  settingLabel,
  valueLabel,
} from '../../src/games/option_labels'
import {
  asSentence,
  decisionLabel,
  labelOf,
  outcomeLabel,
  shortGameName,
  strategyLabel,
  titleOf,
  withWagerNames,
} from '../../src/room/labels'

describe('an option', () => {
  it('has a label and so has its value', () => {
    expect(optionLabel('pyramid', 'w1_max')).toBe('First wager, most')
    expect(settingLabel('pyramid', 'house_way_split', 'diff_ge_5')).toBe(
      'House way splits a pair: When the third card is 5 or more below the pair',
    )
    expect(settingLabel('chinese', 'bonuses', true)).toBe('Bonuses: Yes')
    expect(valueLabel('pyramid', 'legal_max_wager', null)).toBe('No limit')
    expect(valueLabel('pyramid', 'w1_max', 2000)).toBe('2,000')
  })
  it('of a pay table is told apart by its table', () => {
    expect(optionLabel('pyramid', 'w2_paytable.flush')).toBe('Flush')
    expect(fullOptionLabel('pyramid', 'w2_paytable.flush')).toBe('Second wager pays: Flush')
    expect(payTableLabel('pyramid', 'w2_paytable.flush')).toBe('Second wager pays')
  })
  it('in a refusal is named by its label', () => {
    expect(inLabels('pyramid', 'w1_max cannot be 200 at this table: the limit is 100')).toBe(
      '“First wager, most” cannot be 200 at this table: the limit is 100',
    )
  })
  it('of a game without labels is shown in words', () => {
    expect(settingLabel('whist', 'trump_suit', 'no_trump')).toBe('Trump suit: No trump')
    expect(payTableLabel('whist', 'trick_pays.one')).toBe('Trick pays')
  })
})

describe('names', () => {
  it('are the words of the game', () => {
    expect([
      labelOf('bonus_3_5', 'pick2'),
      titleOf('three_card', 'pyramid'),
      decisionLabel('buy', 'casino'),
      decisionLabel('fold', 'casino'),
      strategyLabel('best', 'pyramid'),
    ]).toEqual(['3-5 Bonus', 'Second wager', 'Buy two cards', 'Fold', 'best play'])
    expect(shortGameName('Pyramid Poker, Casino Version')).toBe('Casino Version')
  })
  it('differ by game where games differ', () => {
    expect([labelOf('main', 'pyramid'), labelOf('main', 'pai_gow')]).toEqual(['first wager', 'wager'])
  })
  it('of outcomes join the lines of two pay tables', () => {
    expect(outcomeLabel('straight_flush_and_three_of_a_kind', 'pyramid')).toBe(
      'Straight flush, and three of a kind',
    )
    expect(outcomeLabel('no_such_line', 'pyramid')).toBe('No such line')
  })
  it('stand in sentences of the server', () => {
    expect(withWagerNames('most on three_card and six_card', 'pyramid')).toBe(
      'most on second wager and third wager',
    )
  })
  it('and reasons are sentences', () => {
    expect([asSentence('not now'), asSentence('Why?')]).toEqual(['Not now.', 'Why?'])
  })
})
