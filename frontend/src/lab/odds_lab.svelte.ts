/**
 * The state of the odds lab for one game: the approved price, the price under the chosen options, what each change is
 * worth, and how far the server is. The page shows it and starts its requests.
 */

import { errorMessage, get } from '../room/api'
import type { Alarm, GameOption, Price, Rulebook } from '../room/http_types'
import { fullOptionLabel, valueLabel } from '../games/option_labels'
import { askLab, isAborted, type Progress } from '../room/streamed_answers'
import type { ChosenOptions } from '../games/chosen_options'
import { predictPrice, type Slopes } from './price'
import { rowsOf, type Row } from './rows'

/** One bar of a chart: how far something moves a figure. */
export interface Bar {
  key: string
  name: string
  /** How far it moves the figure; null while that is being counted. */
  by: number | null
  /** The change with its unit, where it is not a share of a wager. */
  text?: string
  note?: string
  isTotal?: boolean
  /** A figure that is nobody's gain. */
  isNeutral?: boolean
}
export interface OptionGroups {
  pays: GameOption[]
  /** Options that choose the reading of an open question. */
  readings: GameOption[]
  others: GameOption[]
}

/** The options as the lab shows them; `questions` names the open question of each option that has one. */
export function groupOptions(options: GameOption[], questions: Record<string, string>): OptionGroups {
  const isPay = ({ kind, name }: GameOption): boolean =>
    kind === 'number' && (name.includes('.') || /pays|points|units|bonus|commission/.test(name))
  const isReading = ({ kind, name }: GameOption): boolean =>
    kind !== 'number' && questions[name] !== undefined
  return {
    pays: options.filter(isPay),
    readings: options.filter(isReading),
    others: options.filter((option) => !isPay(option) && !isReading(option)),
  }
}

/** The chosen options that may move counts: all but the pays. */
export function structuralOptions(chosen: ChosenOptions, pays: GameOption[]): ChosenOptions {
  const payNames = new Set(pays.map((option) => option.name))
  return Object.fromEntries(Object.entries(chosen).filter(([name]) => !payNames.has(name)))
}

export function sameOptions(a: ChosenOptions, b: ChosenOptions): boolean {
  const sorted = (options: ChosenOptions): string => JSON.stringify(Object.entries(options).sort())
  return sorted(a) === sorted(b)
}

/** The wagers that each pay table moves, as far as that is known. */
export function wagersMovedBy(slopes: Slopes): Record<string, Set<string>> {
  const moved: Record<string, Set<string>> = {}
  for (const [option, slope] of Object.entries(slopes)) {
    const table = option.split('.')[0]!
    for (const [wager, strategies] of Object.entries(slope ?? {})) {
      const isMoved = Object.values(strategies).some((each) => each === null || Object.keys(each).length > 0)
      if (isMoved) (moved[table] ??= new Set()).add(wager)
    }
  }
  return moved
}

export function isExactPrice(price: Price | null): boolean {
  return price !== null && Object.values(price.wagers).every((wager) => wager.method === 'exact')
}

export class OddsLab {
  readonly game: string
  /** The price of the approved sheet. */
  approved = $state.raw<Price | null>(null)
  /** The last price that was counted, and the options it was counted for. */
  counted = $state.raw<{ options: ChosenOptions; price: Price } | null>(null)
  alarm = $state.raw<Alarm | null>(null)
  slopes = $state.raw<Slopes>({})
  /** Have all slopes come, or failed? What takes longer begins then. */
  hasSlopes = $state(false)
  /** The price of each change on its own, by "option=value". */
  singleChanges = $state.raw<Record<string, Price>>({})
  /** The open question that each option answers. */
  questions = $state.raw<Record<string, string>>({})
  progress = $state.raw<Progress | null>(null)
  trouble = $state<string | null>(null)
  options = $state.raw<GameOption[]>([])
  chosen = $state.raw<ChosenOptions>({})

  groups = $derived(groupOptions(this.options, this.questions))
  defaults = $derived<ChosenOptions>(
    Object.fromEntries(this.options.map((option) => [option.name, String(option.default)])),
  )
  isCounted = $derived(this.counted !== null && sameOptions(this.counted.options, this.chosen))
  /** The price by arithmetic from known counts, while the exact one is being counted. */
  predicted = $derived(
    this.counted && !this.isCounted
      ? predictPrice(this.counted.price, this.counted.options, this.chosen, this.defaults, this.slopes)
      : null,
  )
  shown = $derived(this.predicted ?? this.counted?.price ?? this.approved)
  rows = $derived(rowsOf(this.shown))
  approvedEvs = $derived<Record<string, number>>(
    Object.fromEntries(rowsOf(this.approved).map((row) => [row.key, row.ev])),
  )
  /** Was every figure counted, not simulated? */
  isExact = $derived(isExactPrice(this.counted?.price ?? this.approved))
  /**
   * What the server is doing while there is no figure for these options. Whether it counts every deal or simulates depends
   * on the options, and only its answer says so: the approved sheet may be counted and a change of it simulated.
   */
  work = $derived(this.approved === null ? 'Working out the odds' : 'Working out the odds under these terms')

  constructor(game: string) {
    this.game = game
  }

  /** The row that the chosen options move most; the first one when none is moved. */
  get mostMoved(): Row | null {
    const distance = (row: Row): number => Math.abs(row.ev - (this.approvedEvs[row.key] ?? row.ev))
    let most: Row | null = null
    for (const row of this.rows) {
      if (most === null || distance(row) > distance(most) + 1e-12) most = row
    }
    return most
  }

  /** How far each change moves the figure of a row, and all of them together. */
  changeBars(row: Row): Bar[] {
    const changes = Object.entries(this.chosen)
    const from = this.approvedEvs[row.key]
    if (!this.approved || changes.length === 0) return []
    const bars: Bar[] = changes.map(([name, to]) => {
      const price = changes.length === 1 ? this.shown : this.#priceOfChange(this.approved!, name, to)
      const after = rowsOf(price).find((each) => each.key === row.key)
      return {
        key: name,
        name: this.#changeName(name, to),
        by: after && from !== undefined ? after.ev - from : null,
      }
    })
    if (changes.length === 1 || from === undefined) return bars
    return [...bars, { key: '', name: 'all together', by: row.ev - from, isTotal: true }]
  }

  #changeName(name: string, to: string): string {
    const before = this.defaults[name] ?? ''
    const [was, is] = [before, to].map((value) => valueLabel(this.game, name, value))
    return `${fullOptionLabel(this.game, name)}: ${was} → ${is}`
  }

  #priceOfChange(approved: Price, name: string, to: string): Price | null {
    const counted = this.singleChanges[`${name}=${to}`]
    return counted ?? predictPrice(approved, {}, { [name]: to }, this.defaults, this.slopes)
  }

  // Requests ---------------------------------------------------------------------------------------------------------

  loadQuestions(): void {
    get<Rulebook>(`/api/rules/${encodeURIComponent(this.game)}`)
      .then((book) => {
        const pairs = book.ledger.flatMap(({ id, options }) => Object.keys(options).map((name) => [name, id]))
        this.questions = Object.fromEntries(pairs) as Record<string, string>
      })
      .catch(() => undefined) // without them, options stand under "Limits and table"
  }

  async loadApproved(signal: AbortSignal): Promise<void> {
    try {
      const { answer } = await askLab('price', { game: this.game }, { signal })
      this.approved = answer
    } catch (error) {
      if (!isAborted(error)) this.trouble = errorMessage(error)
    }
  }

  /** Counts the price under the given options, then looks whether the player has the edge. */
  async count(options: ChosenOptions, signal: AbortSignal): Promise<void> {
    const body = { game: this.game, options }
    this.progress = { seconds: 0 }
    try {
      const progress = (line: Progress): void => void (this.progress = line)
      const { answer } = await askLab('price', body, { progress, signal })
      this.counted = { options, price: answer }
      this.trouble = null
      this.progress = null
      this.alarm = (await askLab('alarm', body, { signal })).answer
    } catch (error) {
      if (isAborted(error)) return
      this.progress = null
      const hasPrice = this.counted !== null && sameOptions(this.counted.options, options)
      if (hasPrice) this.alarm = null
      else this.trouble = errorMessage(error)
    }
  }

  /** What one more on each pay does, so that the next change is shown at once. */
  async loadSlopes(structural: ChosenOptions, lines: string[], signal: AbortSignal): Promise<void> {
    this.slopes = {}
    const part = (slopes: Slopes): void => void (this.slopes = { ...this.slopes, ...slopes })
    const body = { game: this.game, options: structural, lines }
    await askLab('slopes', body, { part, signal }).catch(() => undefined)
    if (!signal.aborted) this.hasSlopes = true
  }

  /** The slope of a pay that somebody is about to change, out of turn. */
  async loadSlope(option: string): Promise<void> {
    if (option in this.slopes || !this.approved) return
    const structural = structuralOptions(this.chosen, this.groups.pays)
    const body = { game: this.game, options: structural, lines: [option] }
    const slopes = await askLab('slopes', body).catch(() => null)
    const isCurrent = sameOptions(structural, structuralOptions(this.chosen, this.groups.pays))
    if (slopes && isCurrent) this.slopes = { ...this.slopes, ...slopes.answer }
  }

  /** Each change on its own, where there are several. */
  async loadSingleChanges(chosen: ChosenOptions, signal: AbortSignal): Promise<void> {
    for (const [name, to] of Object.entries(chosen)) {
      const key = `${name}=${to}`
      if (this.singleChanges[key]) continue
      const body = { game: this.game, options: { [name]: to } }
      const price = await askLab('price', body, { signal }).catch(() => null)
      if (price) this.singleChanges = { ...this.singleChanges, [key]: price.answer }
    }
  }
}
