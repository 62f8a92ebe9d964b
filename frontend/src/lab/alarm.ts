import type { ProfitableWay } from '../room/http_types'
import { percent, toNumber } from '../room/numbers'

/** What a chip wins by this play: "+1.2000 %", or "+1.2000 ± 0.0300 %" if it is an estimate. */
export function edgeWithError(way: ProfitableWay): string {
  const edge = toNumber(way.edge)
  if (!way.standard_error) return percent(edge)
  const chipsWagered = toNumber(way.ev) / edge
  const error = Math.abs(way.standard_error / chipsWagered)
  return percent(edge).replace(' %', ` ± ${(100 * error).toFixed(4)} %`)
}
