/** What a choice of rules does to the odds, in one line. */

import type { GameInfo, OddsFigure, Price } from '../room/http_types'
import { labelOf, titleOf } from '../room/labels'
import { toNumber } from '../room/numbers'

/** A difference of estimates counts from this many standard errors on. */
const CLEAR = 3
/** A smaller change of the size of results is not worth a sentence. */
const SMALLEST_SHARE = 0.005

const inPercent = (share: number): string => `${(100 * Math.abs(share)).toFixed(2)} %`

/** "house edge 1.25 %", "player's edge 0.96 % ± 0.09 %" */
export function edgeWords({ ev, standard_error }: OddsFigure): string {
  const value = toNumber(ev)
  const error = standard_error ? ` ± ${inPercent(standard_error)}` : ''
  return `${value > 0 ? 'player’s' : 'house'} edge ${inPercent(value)}${error}`
}

/** What another choice does to the odds; empty if the figures are not known. */
export function effectText(game: GameInfo, before: OddsFigure[] | null, after: OddsFigure[] | null): string {
  if (!before || !after) return ''
  return game.against_the_house ? edgeEffect(game.key, before, after) : sizeEffect(game.key, before, after)
}

function edgeEffect(game: string, before: OddsFigure[], after: OddsFigure[]): string {
  const changes = after.flatMap((figure) => {
    const old = before.find((each) => each.wager === figure.wager)
    if (!old) return [`${titleOf(figure.wager, game)}: ${edgeWords(figure)}`]
    if (!isChanged(old, figure)) return []
    return [`${titleOf(figure.wager, game)}: ${edgeWords(figure)} instead of ${edgeWords(old)}`]
  })
  if (changes.length) return `${changes.join('. ')}.`
  const error = Math.max(...after.map((figure) => figure.standard_error ?? 0))
  return error ? `No effect on the odds within ± ${inPercent(error)}.` : 'No effect on the odds.'
}

function isChanged(before: OddsFigure, after: OddsFigure): boolean {
  const error = Math.hypot(before.standard_error ?? 0, after.standard_error ?? 0)
  return Math.abs(toNumber(after.ev) - toNumber(before.ev)) > Math.max(1e-9, CLEAR * error)
}

/** Among players nobody gains on average; what changes is how much they win and lose. */
function sizeEffect(game: string, before: OddsFigure[], after: OddsFigure[]): string {
  const old = before[0]
  const figure = after[0]
  if (!old || !figure) return ''
  const share = figure.spread / old.spread - 1
  const unit = labelOf(figure.wager, game)
  if (Math.abs(share) < SMALLEST_SHARE) return 'Wins and losses stay about as large.'
  const size = `${(100 * Math.abs(share)).toFixed(0)} % ${share > 0 ? 'larger' : 'smaller'}`
  return `Wins and losses about ${size}: ± ${figure.spread.toFixed(1)} ${unit}s a round instead of ± ${old.spread.toFixed(1)}.`
}

/** The figure of each wager at best play, from a price that was just worked out. */
export function figuresOf(price: Price): OddsFigure[] {
  return Object.entries(price.wagers).map(([wager, { strategies }]) => {
    const best = strategies.best ?? Object.values(strategies)[0]!
    return {
      wager,
      ev: best.ev,
      standard_error: best.standard_error ?? null,
      spread: best.standard_deviation ?? Math.sqrt(toNumber(best.variance)),
    }
  })
}
