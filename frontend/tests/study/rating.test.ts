import { describe, expect, it } from 'vitest'
import type { SkillPoint } from '../../src/room/http_types'
import { ratingOf, resultLines } from '../../src/study/rating'

const point = (part: Partial<SkillPoint>): SkillPoint => ({
  round: 'A-1',
  game: 'pyramid',
  at: '2026-01-01',
  gave_up: 0,
  done: 1,
  of: 1,
  ...part,
})
const decision = (cost: number, unit = 'antes', chips: number | null = 5 * cost) => ({
  grade: 'good',
  cost,
  unit,
  chips,
})

describe('the rating', () => {
  it('is the mean cost per decision with its standard error', () => {
    const rating = ratingOf([
      point({ decisions: [decision(0), decision(1)] }),
      point({ decisions: [decision(2)] }),
    ])
    expect(rating).toEqual({ mean: 1, error: Math.sqrt(1 / 3), decisions: 3, unit: 'antes' })
  })

  it('is in chips where the decisions of a game have several units', () => {
    const rating = ratingOf([
      point({ decisions: [decision(1, 'points', 3), decision(5, 'chips', 5), decision(1, 'points', null)] }),
    ])
    expect(rating?.mean).toBe(4)
    expect(rating?.unit).toBe('chips')
  })

  it('needs two decisions', () => {
    expect(ratingOf([point({ decisions: [decision(1)] })])).toBeNull()
  })
})

describe('the three lines', () => {
  it('add up: won is luck and skill together', () => {
    const lines = resultLines([
      point({ won: 10, adjusted: -1 }),
      point({}),
      point({ won: -4, adjusted: 0.5 }),
    ])
    expect(lines).toEqual([
      { won: 10, skill: -1, luck: 11 },
      { won: 6, skill: -0.5, luck: 6.5 },
    ])
  })
})
