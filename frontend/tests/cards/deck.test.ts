import { describe, expect, it } from 'vitest'
import { withSuitSymbols } from '../../src/cards/deck'

const plain = (sentence: string): string => withSuitSymbols(sentence).replaceAll('\uFE0E', '')

describe('cards in a sentence of the server', () => {
  it.each([
    ['the second hand Kd Jh Th is not greater than the first hand Ah [CAS-05]', 'K♦ J♥ 10♥', 'A♥ [CAS-05]'],
    ['the low hand As outranks the high hand 8c 6s [PYR-34]', 'hand A♠ outranks', '8♣ 6♠'],
    ['10d and Td', '10♦ and 10♦', '10♦'],
  ])('%s', (sentence, ...parts) => {
    for (const part of parts) expect(plain(sentence)).toContain(part)
  })
  it('leaves words alone', () => {
    const words = 'As agreed, a foul loses 25 chips. As a rule it is asked about [SHO-21..SHO-24].'
    expect(plain(words)).toBe(words)
  })
})
