import { describe, expect, it } from 'vitest'
import {
  add,
  divide,
  formatFraction,
  multiply,
  negated,
  parseFraction,
  squared,
  ZERO,
} from '../../src/lab/fraction'

const written = (text: string | number): string => formatFraction(parseFraction(text))

describe('a fraction', () => {
  it('is read and written in lowest terms', () => {
    expect([written('6/8'), written('-6/8'), written(5), written('0/7'), written('7/7')]).toEqual([
      '3/4',
      '-3/4',
      '5/1',
      '0/1',
      '1/1',
    ])
  })
  it('is not rounded, however long it is', () => {
    const long = '123456789012345678901234567891/123456789012345678901234567890'
    expect(written(long)).toBe(long)
  })
  it('refuses what is not one', () => {
    expect(() => parseFraction('1.5')).toThrow()
  })
})

describe('arithmetic', () => {
  const half = parseFraction('1/2')
  const third = parseFraction('-1/3')
  it('is exact', () => {
    expect(formatFraction(add(half, third))).toBe('1/6')
    expect(formatFraction(add(half, negated(half)))).toBe('0/1')
    expect(formatFraction(multiply(third, 6n))).toBe('-2/1')
    expect(formatFraction(divide(third, 4n))).toBe('-1/12')
    expect(formatFraction(squared(third))).toBe('1/9')
    expect(formatFraction(add(ZERO, third))).toBe('-1/3')
  })
  it('sums a third three times to one', () => {
    const one = parseFraction('1/3')
    expect(formatFraction(add(add(one, one), one))).toBe('1/1')
  })
})
