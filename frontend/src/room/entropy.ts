/**
 * This browser's part of every shuffle: it commits to 32 random bytes, and reveals them when all commitments are published.
 * What was sent is kept here, so that a page that was loaded again can still reveal it, and so that the record of the round
 * can be compared with it.
 */

import type { RoundTold, Shuffling } from './protocol'
import { hex, joined, sha256, unhex } from './sha256'

/** What this browser sent for one round. */
export interface Part {
  entropy: string
  /** The commitment to it, as it was sent. */
  commitment: string
  /** The commitment of the house, as it was shown before. */
  house: string
  /** What was published before anything was revealed; null until this browser revealed its own. */
  published: Published | null
}
/** The round as it was fixed: nothing of it may differ in the record. */
export interface Published {
  /** Every commitment to entropy, by seat; null for a seat without one. */
  commitments: (string | null)[]
  /** The seat of this browser. */
  seat: number
}

const KEY = 'houseway-entropy'
const MOST = 300
const text = new TextEncoder()
let memory: [string, Part][] = []

function kept(): [string, Part][] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as [string, Part][]
  } catch {
    return memory
  }
}

function keep(round: string, part: Part): void {
  memory = [...kept().filter(([other]) => other !== round), [round, part] as [string, Part]].slice(-MOST)
  try {
    localStorage.setItem(KEY, JSON.stringify(memory))
  } catch {
    // a browser that keeps nothing still plays, and compares nothing after the page is closed
  }
}

/** What this browser sent for a round; undefined if it sent nothing, or no longer knows. */
export function partOf(round: string): Part | undefined {
  return kept().find(([other]) => other === round)?.[1]
}

export async function commitmentTo(house: string, round: string, entropy: string): Promise<string> {
  return hex(
    await sha256(
      joined(text.encode('houseway entropy 2\n'), unhex(house), text.encode(round), unhex(entropy)),
    ),
  )
}

/** The message that the table waits for from this browser, or null. */
export async function wantedFrom(
  round: Shuffling,
  ownPlaces: number[],
): Promise<{ do: string; round: string; commitment?: string; entropy?: string } | null> {
  const known = partOf(round.id)
  if (round.entropy_wanted === 'commit') {
    const entropy = known?.entropy ?? hex(crypto.getRandomValues(new Uint8Array(32)))
    const commitment = await commitmentTo(round.commitment, round.id, entropy)
    keep(round.id, { entropy, commitment, house: round.commitment, published: null })
    return { do: 'entropy_commit', round: round.id, commitment }
  }
  if (round.entropy_wanted === 'reveal' && known && known.house === round.commitment) {
    const published = publishedIn(round, ownPlaces)
    if (published.commitments[published.seat - 1] !== known.commitment) return null
    if (known.published && JSON.stringify(known.published) !== JSON.stringify(published)) return null
    keep(round.id, { ...known, published })
    return { do: 'entropy', round: round.id, entropy: known.entropy }
  }
  return null
}

function publishedIn(round: Shuffling, ownPlaces: number[]): Published {
  const commitments = round.places.map((place) => round.entropy_commitments[String(place)] ?? null)
  const seat = 1 + round.places.findIndex((place) => ownPlaces.includes(place))
  return { commitments, seat }
}

/** Did this browser commit, and the round was opened without its part? */
export function leftOut(round: RoundTold): boolean {
  const known = partOf(round.id)
  return (
    known !== undefined &&
    round.entropy_commitments !== undefined &&
    !Object.values(round.entropy_commitments).includes(known.commitment)
  )
}
