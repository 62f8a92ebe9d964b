/** The files that the odds lab offers: JSON, CSV and SVG. */

import type { Price } from '../room/http_types'
import { toNumber } from '../room/numbers'
import { csv, download, standaloneSvg } from './download'
import { largestWin, standardDeviation, type Row } from './rows'

const COLUMNS = [
  'wager',
  'strategy',
  'ev',
  'ev_decimal',
  'standard_error',
  'hit_frequency',
  'standard_deviation',
  'largest_win',
  'method',
  'deals',
]

export function pricesAsCsv(rows: Row[]): string {
  const lines = rows.map(({ wager, way, ev, strategy, method, deals }) => [
    wager,
    way,
    String(strategy.ev),
    ev,
    strategy.standard_error ?? 0,
    strategy.hit_frequency ?? '',
    standardDeviation(strategy),
    toNumber(largestWin(strategy)?.net ?? '0/1'),
    method,
    String(deals),
  ])
  return csv([COLUMNS, ...lines])
}

export type FileFormat = 'JSON' | 'CSV' | 'SVG'
export const FILE_FORMATS: FileFormat[] = ['JSON', 'CSV', 'SVG']

/** Saves the prices, or for SVG every chart of the page. */
export function downloadOdds(format: FileFormat, game: string, price: Price | null, rows: Row[]): void {
  if (format === 'JSON') download(JSON.stringify(price, null, 1), `${game}-odds.json`, 'application/json')
  else if (format === 'CSV') download(pricesAsCsv(rows), `${game}-odds.csv`, 'text/csv')
  else {
    for (const svg of document.querySelectorAll<SVGSVGElement>('svg[data-plot]')) {
      download(standaloneSvg(svg), `${game}-${svg.dataset.plot}.svg`, 'image/svg+xml')
    }
  }
}
