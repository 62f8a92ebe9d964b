import { describe, expect, it } from 'vitest'
import { exampleLabel, exampleValue } from '../../src/study/example_words'

describe('an executed example', () => {
  it('names an option and its value by their labels', () => {
    expect(exampleLabel('pyramid', 'house_way_split')).toBe('House way splits a pair')
    expect(exampleValue('pyramid', 'house_way_split', 'diff_ge_5')).toBe(
      'When the third card is 5 or more below the pair',
    )
    expect(exampleLabel('pyramid', 'w2_paytable.flush')).toBe('Second wager pays: Flush')
    expect(exampleValue('chinese', 'bonuses', true)).toBe('Yes')
    expect(exampleValue('pyramid', 'w1_max', 50)).toBe('50')
  })
  it('has no identifier among its other words', () => {
    expect(exampleLabel('pyramid', 'some_part')).toBe('Some part')
    expect(exampleValue('pyramid', 'result', 'three_of_a_kind')).toBe('three of a kind')
    expect(exampleValue('pyramid', 'why', 'The low hand outranks.')).toBe('The low hand outranks.')
  })
})
