import { describe, expect, it } from 'vitest'
import { changeText, readingCharts, reasonText, unitTitle } from '../../src/lab/readings'
import type { Reading } from '../../src/room/http_types'

type Changes = Reading['changes']

function reading(option: string, after: string, changes: Changes): Reading {
  return { ledger: 'CHI-A1', option, before: 'false', after, refused: null, reason: null, changes }
}
const amount = (strategy: string, before: string, after: string): Changes[number] => ({
  wager: 'round',
  strategy,
  before,
  after,
  gain: false,
  unit: 'units',
  units: 1,
})
const share = (before: string, after: string): Changes[number] => ({
  wager: 'front',
  strategy: 'scored_otherwise',
  before,
  after,
  gain: false,
  unit: '% of rounds',
  units: 1,
})

describe('the readings of a game among players', () => {
  const bonuses = reading('bonuses', 'true', [
    amount('size', '1.5', '1.625'),
    amount('spread', '3', '3.5'),
    share('0', '0.0125'),
  ])
  const reveal = reading('naturals', 'true', [amount('size', '1.5', '2.5')])

  it('are one chart for each unit, because units and shares cannot be compared', () => {
    const charts = readingCharts('chinese', [bonuses, reveal])
    expect(charts.map((chart) => chart.unit)).toEqual(['units', '% of rounds'])
    expect(charts[0]?.bars.map((bar) => [bar.key, bar.text])).toEqual([
      ['naturals=true', '+1.0000 units'],
      ['bonuses=true', '+0.5000 units'],
    ])
    expect(charts[1]?.bars.map((bar) => bar.text)).toEqual(['+1.2500 % of rounds'])
    expect(charts[0]?.bars[1]?.name).toBe('Bonuses: Yes (Round, spread)')
  })
  it('count in the unit that is shown', () => {
    const inPoints = { ...amount('size', '1.5', '1.75'), unit: 'points', units: 10 }
    const charts = readingCharts('showdown', [reading('ante', '10', [inPoints])])
    expect(charts[0]?.bars[0]?.text).toBe('+2.5000 points')
  })
  it('show one figure alone, without naming it on every bar', () => {
    const charts = readingCharts('chinese', [bonuses, reveal], 'round size')
    expect(charts).toHaveLength(1)
    expect(charts[0]?.bars.map((bar) => [bar.name, bar.text])).toEqual([
      ['Naturals: Yes', '+1.0000 units'],
      ['Bonuses: Yes', '+0.1250 units'],
    ])
  })
})

describe('a change', () => {
  it('has the unit of its figure', () => {
    expect(changeText(0.0096, '')).toBe('+0.9600 %')
    expect(changeText(-0.03, 'antes')).toBe('-0.0300 antes')
    expect(unitTitle('antes')).toContain('in antes a round')
  })
})

describe('the reason why a reading changes nothing', () => {
  it('is a sentence without identifiers', () => {
    expect(reasonText('chinese', 'it moves units only where bonuses are paid (bonuses=true)')).toBe(
      'It moves units only where bonuses are paid (Bonuses: Yes).',
    )
  })
})
