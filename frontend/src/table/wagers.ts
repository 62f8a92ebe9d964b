/** What a tap on the layout does to the wagers: limits, and wagers that must be equal. Pure. */

import type { Spot } from '../room/protocol'

export type Wagers = Record<string, number>

export interface ChangedWagers {
  wagers: Wagers
  /** The limit that the change ran into, if nothing changed. */
  stoppedAt: 'most' | 'least' | null
}

/** The least that has to be wagered. */
export function leastWagers(spots: Spot[]): Wagers {
  return Object.fromEntries(spots.map((spot) => [spot.name, spot.optional ? 0 : spot.low]))
}

/** What was wagered last time, within the limits of today. */
export function repeatedWagers(spots: Spot[], last: Wagers): Wagers {
  const least = leastWagers(spots)
  return Object.fromEntries(
    spots.map((spot) => [spot.name, Math.min(spot.high, last[spot.name] ?? least[spot.name] ?? 0)]),
  )
}

/** Add chips to a spot, or take some back (`by` is negative). Wagers that must be equal change together. */
export function changeWager(spots: Spot[], wagers: Wagers, spot: Spot, by: number): ChangedWagers {
  const now = wagers[spot.name] ?? 0
  const next = nextChips(spots, wagers, spot, by)
  if (next === now) return { wagers, stoppedAt: by > 0 ? 'most' : 'least' }
  if (next === 0) return { wagers: { ...wagers, [spot.name]: 0 }, stoppedAt: null }
  const changed = { ...wagers, [spot.name]: next }
  for (const other of equalSpots(spots, spot))
    if (!other.optional || (wagers[other.name] ?? 0) > 0) changed[other.name] = next
  return { wagers: changed, stoppedAt: null }
}

function nextChips(spots: Spot[], wagers: Wagers, spot: Spot, by: number): number {
  const now = wagers[spot.name] ?? 0
  const equal = spots.find((each) => each.name === spot.same_as)
  if (spot.optional && equal && (now === 0 || by < 0)) return by > 0 ? (wagers[equal.name] ?? equal.low) : 0
  if (by > 0 && now === 0) return Math.min(Math.max(by, spot.low), spot.high)
  const next = Math.min(now + by, spot.high)
  if (next >= spot.low) return next
  return spot.optional ? 0 : spot.low
}

/** The other spots whose chips must equal this one's. */
function equalSpots(spots: Spot[], spot: Spot): Spot[] {
  const group = (each: Spot): string => each.same_as ?? each.name
  return spots.filter((each) => each.name !== spot.name && group(each) === group(spot))
}
