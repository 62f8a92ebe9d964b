import { describe, expect, it } from 'vitest'
import { clauseParts } from '../../src/study/clause_text'

const words = (game: string, text: string): string =>
  clauseParts(game, text)
    .map((part) => part.text)
    .join('')

describe('the text of a rulebook', () => {
  it('names an option by its label, with its value in words', () => {
    expect(words('pyramid', 'The option is `w1_max` of PYR-A3.')).toBe(
      'The option is “First wager, most” of PYR-A3.',
    )
    expect(words('pyramid', 'the best argument for `house_way_split: diff_ge_5`.')).toBe(
      'the best argument for “House way splits a pair: When the third card is 5 or more below the pair”.',
    )
  })
  it('names a pay table by its label', () => {
    expect(words('pyramid', 'pays as `w2_paytable` has it')).toBe('pays as “Second wager pays” has it')
  })
  it('keeps its clauses as links and other signs as code', () => {
    expect(clauseParts('pyramid', 'PYR-52 writes `As` (PYR-A1), not PYR-521')).toEqual([
      { kind: 'clause', text: 'PYR-52' },
      { kind: 'plain', text: ' writes ' },
      { kind: 'code', text: 'As' },
      { kind: 'plain', text: ' (' },
      { kind: 'clause', text: 'PYR-A1' },
      { kind: 'plain', text: '), not PYR-521' },
    ])
  })
})
