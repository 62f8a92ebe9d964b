import { describe, expect, it } from 'vitest'
import type { Spot } from '../../src/room/protocol'
import { changeWager, leastWagers, repeatedWagers } from '../../src/table/wagers'

const spot = (name: string, more: Partial<Spot> = {}): Spot => ({
  name,
  low: 5,
  high: 100,
  optional: false,
  clause: 'X-01',
  same_as: null,
  ...more,
})
const ANTE = spot('ante')
const BONUS = spot('bonus', { same_as: 'ante' })
const EXTRA = spot('extra', { same_as: 'ante', optional: true })
const TIP = spot('tip', { low: 1, optional: true })
const SPOTS = [ANTE, BONUS, EXTRA, TIP]
const LEAST = leastWagers(SPOTS)

describe('wagers', () => {
  it('begin at the least', () => {
    expect(LEAST).toEqual({ ante: 5, bonus: 5, extra: 0, tip: 0 })
  })

  it('that must be equal change together', () => {
    const { wagers } = changeWager(SPOTS, LEAST, ANTE, 25)
    expect(wagers).toEqual({ ante: 30, bonus: 30, extra: 0, tip: 0 })
    expect(changeWager(SPOTS, wagers, BONUS, -5).wagers).toEqual({ ante: 25, bonus: 25, extra: 0, tip: 0 })
  })

  it('an optional one that must be equal is there whole or not at all', () => {
    const { wagers } = changeWager(SPOTS, { ...LEAST, ante: 40, bonus: 40 }, EXTRA, 5)
    expect(wagers).toEqual({ ante: 40, bonus: 40, extra: 40, tip: 0 })
    expect(changeWager(SPOTS, wagers, EXTRA, 5).wagers).toEqual({ ante: 45, bonus: 45, extra: 45, tip: 0 })
    expect(changeWager(SPOTS, wagers, EXTRA, -5).wagers).toEqual({ ante: 40, bonus: 40, extra: 0, tip: 0 })
  })

  it('stop at their limits and say which', () => {
    expect(changeWager(SPOTS, LEAST, ANTE, -5).stoppedAt).toBe('least')
    const most = changeWager(SPOTS, LEAST, ANTE, 1000)
    expect(most).toEqual({ wagers: { ante: 100, bonus: 100, extra: 0, tip: 0 }, stoppedAt: null })
    expect(changeWager(SPOTS, most.wagers, BONUS, 5)).toEqual({ wagers: most.wagers, stoppedAt: 'most' })
  })

  it('an optional one begins at its least and goes back to nothing', () => {
    const low = spot('side', { optional: true })
    const begun = changeWager([low], { side: 0 }, low, 1).wagers
    expect(begun).toEqual({ side: 5 })
    expect(changeWager([low], begun, low, -1).wagers).toEqual({ side: 0 })
    expect(changeWager([low], { side: 0 }, low, -1).stoppedAt).toBe('least')
    expect(changeWager([low], { side: 0 }, low, 500).wagers).toEqual({ side: 100 })
  })

  it('without the wager it must equal, one is free', () => {
    expect(changeWager([EXTRA], { extra: 5 }, EXTRA, 5).wagers).toEqual({ extra: 10 })
  })

  it('are repeated within the limits', () => {
    expect(repeatedWagers(SPOTS, { ante: 500, bonus: 50 })).toEqual({
      ante: 100,
      bonus: 50,
      extra: 0,
      tip: 0,
    })
  })
})
