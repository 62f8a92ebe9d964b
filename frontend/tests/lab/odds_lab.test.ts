import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  groupOptions,
  OddsLab,
  sameOptions,
  structuralOptions,
  wagersMovedBy,
} from '../../src/lab/odds_lab.svelte'
import type { GameOption, Price } from '../../src/room/http_types'
import { sampleOption } from '../sample_games'
import approvedText from '../fixtures/price-pyramid.json?raw'
import fiftyText from '../fixtures/price-pyramid-straight-flush-50.json?raw'

const approved = JSON.parse(approvedText) as Price
const fifty = JSON.parse(fiftyText) as Price
const number = (name: string, value: number): GameOption => sampleOption(name, name, { default: value })
const choice = (name: string, value: string): GameOption =>
  sampleOption(name, name, { kind: 'choice', default: value })
const OPTIONS = [
  number('straight_flush_pays', 30),
  number('w2_paytable.flush', 2),
  number('seats', 7),
  choice('w2_overlap', 'best'),
  choice('reshuffle', 'every_round'),
]

afterEach(() => vi.unstubAllGlobals())

/** A server that answers each question of the lab with one line. */
function serverAnswers(answers: Record<string, unknown>): void {
  vi.stubGlobal('fetch', (path: string) => {
    const question = path.split('/').at(-1)!
    const line = question in answers ? { found: answers[question] } : { refused: `no ${question} now` }
    return Promise.resolve(new Response(`${JSON.stringify({ ...line, seconds: 1 })}\n`))
  })
}
function lab(): OddsLab {
  const made = new OddsLab('pyramid')
  made.options = OPTIONS
  made.approved = approved
  return made
}
const signal = new AbortController().signal

describe('options', () => {
  it('are pays, readings of open questions, and others', () => {
    const groups = groupOptions(OPTIONS, { w2_overlap: 'PYR-A2', seats: 'PYR-A9' })
    const names = Object.values(groups).map((options: GameOption[]) => options.map((option) => option.name))
    expect(names).toEqual([
      ['straight_flush_pays', 'w2_paytable.flush'],
      ['w2_overlap'],
      ['seats', 'reshuffle'],
    ])
  })
  it('that may move counts are all but the pays', () => {
    const chosen = { straight_flush_pays: '50', w2_overlap: 'sum' }
    expect(structuralOptions(chosen, [OPTIONS[0]!])).toEqual({ w2_overlap: 'sum' })
  })
  it('are the same in any order', () => {
    expect(sameOptions({ a: '1', b: '2' }, { b: '2', a: '1' })).toBe(true)
    expect(sameOptions({ a: '1' }, { a: '2' })).toBe(false)
  })
  it('of a pay table move the wagers whose slope is not empty', () => {
    const moved = wagersMovedBy({
      'w2_paytable.flush': { three_card: { only: { flush: '1/1' } }, main: { best: {} } },
      commission: { main: { best: null } },
      unknown: null,
    })
    expect(moved).toEqual({ w2_paytable: new Set(['three_card']), commission: new Set(['main']) })
  })
})

describe('the shown price', () => {
  it('is the approved one until something is counted', () => {
    const made = lab()
    expect(made.shown).toBe(approved)
    expect([made.isCounted, made.isExact]).toEqual([false, true])
    expect(made.mostMoved?.key).toBe('main best')
  })
  it('is predicted while it is being counted, and then counted', async () => {
    serverAnswers({ price: fifty, alarm: { raised: true, sentence: '', ways: [], searched: [] } })
    const made = lab()
    made.counted = { options: {}, price: approved }
    made.chosen = { straight_flush_pays: '50' }
    expect(made.predicted).toBeNull()
    made.slopes = {
      straight_flush_pays: {
        main: { best: {}, house_way: {}, banker_house_way: {}, banker_best: {} },
        three_card: { only: { straight_flush: '1/1' } },
        six_card: { only: {} },
      },
    }
    expect(made.predicted?.wagers.three_card!.strategies.only!.ev).toBe('5192/626665')
    expect(made.mostMoved?.key).toBe('three_card only')
    await made.count(made.chosen, signal)
    expect([made.isCounted, made.predicted, made.progress, made.alarm?.raised]).toEqual([
      true,
      null,
      null,
      true,
    ])
    expect(made.shown).toEqual(fifty)
  })
  it('stays when the alarm is refused', async () => {
    serverAnswers({ price: fifty })
    const made = lab()
    await made.count({}, signal)
    expect([made.isCounted, made.alarm, made.trouble]).toEqual([true, null, null])
  })
  it('gives way to the reason when it cannot be counted', async () => {
    serverAnswers({})
    const made = lab()
    await made.count({}, signal)
    expect([made.trouble, made.progress]).toEqual(['no price now', null])
  })
})

describe('what each change is worth', () => {
  it('is one bar for one change', () => {
    const made = lab()
    made.chosen = { straight_flush_pays: '50' }
    made.counted = { options: made.chosen, price: fifty }
    const bars = made.changeBars(made.rows.find((row) => row.key === 'three_card only')!)
    expect(bars).toHaveLength(1)
    expect(bars[0]!.name).toBe('Straight flush pays: 30 → 50')
    expect(bars[0]!.by).toBeCloseTo((5192 + 18568) / 626665, 12)
  })
  it('is a bar for each of several changes, and for all together', async () => {
    serverAnswers({ price: fifty })
    const made = lab()
    made.chosen = { straight_flush_pays: '50', w2_overlap: 'sum' }
    made.counted = { options: made.chosen, price: fifty }
    const row = made.rows.find((each) => each.key === 'three_card only')!
    expect(made.changeBars(row).map((bar) => bar.by === null)).toEqual([true, true, false])
    await made.loadSingleChanges(made.chosen, signal)
    expect(made.changeBars(row).map((bar) => bar.by === null)).toEqual([false, false, false])
    expect(made.changeBars(row).at(-1)).toMatchObject({ name: 'all together', isTotal: true })
  })
  it('is nothing without a change', () => {
    const made = lab()
    expect(made.changeBars(made.rows[0]!)).toEqual([])
  })
})

describe('what the server is doing', () => {
  it.each(['exact', 'simulation'] as const)(
    'is not called counting before the answer says so, after an approved price by %s',
    (method) => {
      const waiting = new OddsLab('casino')
      expect(waiting.work).toBe('Working out the odds')
      const price: Price = structuredClone(approved)
      for (const wager of Object.values(price.wagers)) wager.method = method
      waiting.approved = price
      expect(waiting.work).toBe('Working out the odds under these terms')
      expect(waiting.isExact).toBe(method === 'exact')
    },
  )
})
