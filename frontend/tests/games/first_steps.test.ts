import { describe, expect, it } from 'vitest'
import { FIRST_STEPS } from '../../src/games/first_steps'

const CLAUSES: Record<string, string> = {
  pyramid: 'PYR',
  pick2: 'P2P',
  casino: 'CAS',
  chinese: 'CHI',
  showdown: 'SHO',
  pai_gow: 'PGP',
}

describe('the first steps of a game', () => {
  it.each(Object.entries(CLAUSES))('%s: four short ones, each with a clause of its sheet', (game, prefix) => {
    const steps = FIRST_STEPS[game] ?? []
    expect(steps).toHaveLength(4)
    for (const step of steps) {
      expect(step.clause).toMatch(new RegExp(`^${prefix}-[0-9]+$`))
      expect(step.says.length).toBeLessThan(170)
    }
  })
})
