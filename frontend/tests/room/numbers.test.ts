import { describe, expect, it } from 'vitest'
import { percent, plural, signed, toNumber } from '../../src/room/numbers'

describe('a figure of the server', () => {
  it.each([
    [3, 3],
    ['7/4', 1.75],
    ['-3/8', -0.375],
    ['12', 12],
    ['-0.0123', -0.0123],
    ['0.1234567890123456', 0.1234567890123456],
    ['123456789012345678901234567890/246913578024691357802469135780', 0.5],
    ['-1000000000000000000000/3000000000000000000000', -0.333333333333333],
  ])('%s becomes a number', (figure, number) => {
    expect(toNumber(figure)).toBeCloseTo(number, 14)
  })
  it('that is missing is not a number', () => {
    expect(toNumber(null)).toBeNaN()
    expect(toNumber(undefined)).toBeNaN()
  })
})

it('writes percentages with their sign', () => {
  expect(percent(0.014182)).toBe('+1.4182 %')
  expect(percent(-0.5, 1)).toBe('-50.0 %')
  expect(percent(0)).toBe('0.0000 %')
  expect(percent(-0.00000003)).toBe('-0.000003 %')
  expect(percent(-1e-17)).toBe('0.0000 %')
})

it('writes chips with their sign', () => {
  expect([1200, 0, -5].map(signed)).toEqual(['+1,200', '0', '-5'])
})

it('writes plurals', () => {
  expect([1, 2, 0].map((count) => plural(count, 'free seat'))).toEqual([
    '1 free seat',
    '2 free seats',
    '0 free seats',
  ])
})
