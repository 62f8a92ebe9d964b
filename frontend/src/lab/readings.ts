/** What the readings of open questions change, as bars: one chart for each unit. Pure. */

import { settingLabel } from '../games/option_labels'
import type { Reading } from '../room/http_types'
import { asSentence } from '../room/labels'
import { decimals, percent, toNumber } from '../room/numbers'
import type { Bar } from './odds_lab.svelte'
import { wagerName } from './rows'

/** How the unit of a share begins. */
const SHARE = '% '
const AMOUNT_DIGITS = 4

/** One figure that a reading changes. */
export interface FigureChange {
  /** The wager and the strategy, separated by a space. */
  figure: string
  name: string
  by: number
  unit: string
  isNeutral: boolean
}

/** The bars of one unit. */
export interface ReadingChart {
  unit: string
  bars: Bar[]
}

export function changesOf(game: string, reading: Reading): FigureChange[] {
  return reading.changes.map(({ wager, strategy, before, after, gain, unit, units }) => ({
    figure: `${wager} ${strategy}`,
    name: wagerName(game, wager, strategy),
    by: (toNumber(after) - toNumber(before)) * units,
    unit,
    isNeutral: !gain,
  }))
}

/** A change with its unit: "+0.0300 units", "+1.2500 % of rounds", "+0.9600 %". */
export function changeText(by: number, unit: string): string {
  if (unit === '') return percent(by)
  if (unit.startsWith(SHARE)) return `${percent(by)} ${unit.slice(SHARE.length)}`
  return `${by > 0 ? '+' : ''}${decimals(by, AMOUNT_DIGITS)} ${unit}`
}

/** What the bars of a unit show. */
export function unitTitle(unit: string): string {
  if (unit === '') return 'The wager that each moves most, in per cent of the wager'
  if (unit.startsWith(SHARE)) return `How often something happens, in per cent ${unit.slice(SHARE.length)}`
  return `Amounts between players, in ${unit} a round: the one that each moves most`
}

/** The readings as bars, largest first; with a figure, only what they change in that figure. */
export function readingCharts(game: string, readings: Reading[], figure = ''): ReadingChart[] {
  const byUnit = new Map<string, Bar[]>()
  for (const reading of readings) {
    const all = changesOf(game, reading)
    const changes = figure ? all.filter((change) => change.figure === figure) : all
    for (const unit of new Set(changes.map((change) => change.unit))) {
      const most = changes.filter((change) => change.unit === unit).reduce(largerOf)
      const bars = byUnit.get(unit) ?? []
      bars.push(barOf(game, reading, most, figure === ''))
      byUnit.set(unit, bars)
    }
  }
  return [...byUnit].map(([unit, bars]) => ({
    unit,
    bars: bars.sort((a, b) => Math.abs(b.by ?? 0) - Math.abs(a.by ?? 0)),
  }))
}

function largerOf(one: FigureChange, other: FigureChange): FigureChange {
  return Math.abs(one.by) >= Math.abs(other.by) ? one : other
}

function barOf(game: string, reading: Reading, change: FigureChange, isNamed: boolean): Bar {
  const setting = settingLabel(game, reading.option, reading.after)
  return {
    key: `${reading.option}=${reading.after}`,
    name: isNamed ? `${setting} (${change.name})` : setting,
    by: change.by,
    text: changeText(change.by, change.unit),
    isNeutral: change.isNeutral,
  }
}

/** Why a reading changes nothing, as a sentence in which options have their labels. */
export function reasonText(game: string, reason: string): string {
  const inWords = reason.replace(/([a-z0-9_]+)=([a-z0-9_]+)/g, (_, option: string, value: string) =>
    settingLabel(game, option, value),
  )
  return asSentence(inWords)
}
