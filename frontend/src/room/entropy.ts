/**
 * This browser's part of every shuffle. It commits to 32 random bytes and reveals them when all commitments are published.
 * What it sent is stored in the browser: a page that was loaded again can still reveal it, and the record of the round can
 * be compared with it.
 */

import type { EntropyCommitMessage, EntropyMessage, RoundView, Shuffling } from './protocol'
import { concatenate, fromHex, sha256, toHex } from './sha256'

/** What this browser sent for one round. */
export interface Part {
  entropy: string
  /** The commitment to it, as it was sent. */
  commitment: string
  /** The commitment of the house, as it was shown before. */
  house: string
  /** What was published before anything was revealed; null until this browser revealed its part. */
  published: Published | null
}
/** The round as it was fixed before the reveal. The record must contain the same. */
export interface Published {
  /** Every commitment to entropy, by seat; null for a seat without one. */
  commitments: (string | null)[]
  /** The seat of this browser. */
  seat: number
}
/** The message to the table, which the socket completes. */
export type EntropyCommand = Omit<EntropyCommitMessage, 'id' | 'table'> | Omit<EntropyMessage, 'id' | 'table'>

const STORAGE_KEY = 'houseway-entropy'
const MOST_ROUNDS = 300
const encoder = new TextEncoder()
/** Used where the browser stores nothing. */
let inMemory: [string, Part][] = []

function storedParts(): [string, Part][] {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]') as [string, Part][]
  } catch {
    return inMemory
  }
}

function storePart(round: string, part: Part): void {
  const others = storedParts().filter(([other]) => other !== round)
  const all: [string, Part][] = [...others, [round, part]]
  inMemory = all.slice(-MOST_ROUNDS)
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(inMemory))
  } catch {
    // A browser without storage still plays. It has nothing to compare after the page is closed.
  }
}

/** What this browser sent for a round; undefined if it sent nothing or no longer knows. */
export function partOf(round: string): Part | undefined {
  return storedParts().find(([other]) => other === round)?.[1]
}

export async function commitmentTo(house: string, round: string, entropy: string): Promise<string> {
  const label = encoder.encode('houseway entropy 2\n')
  const bytes = concatenate(label, fromHex(house), encoder.encode(round), fromHex(entropy))
  return toHex(await sha256(bytes))
}

/** The message that the table waits for from this browser, or null. */
export async function entropyMessage(round: Shuffling, ownPlaces: number[]): Promise<EntropyCommand | null> {
  if (round.entropy_wanted === 'commit') return commitMessage(round)
  if (round.entropy_wanted === 'reveal') return revealMessage(round, ownPlaces)
  return null
}

async function commitMessage(round: Shuffling): Promise<EntropyCommand> {
  const entropy = partOf(round.id)?.entropy ?? toHex(crypto.getRandomValues(new Uint8Array(32)))
  const commitment = await commitmentTo(round.commitment, round.id, entropy)
  storePart(round.id, { entropy, commitment, house: round.commitment, published: null })
  return { do: 'entropy_commit', round: round.id, commitment }
}

/** Reveals nothing if the house, our commitment or what was published is not as this browser knows it. */
function revealMessage(round: Shuffling, ownPlaces: number[]): EntropyCommand | null {
  const part = partOf(round.id)
  if (!part || part.house !== round.commitment) return null
  const published = publishedIn(round, ownPlaces)
  if (published.commitments[published.seat - 1] !== part.commitment) return null
  if (part.published && JSON.stringify(part.published) !== JSON.stringify(published)) return null
  storePart(round.id, { ...part, published })
  return { do: 'entropy', round: round.id, entropy: part.entropy }
}

function publishedIn(round: Shuffling, ownPlaces: number[]): Published {
  const commitments = round.places.map((place) => round.entropy_commitments[String(place)] ?? null)
  const seat = 1 + round.places.findIndex((place) => ownPlaces.includes(place))
  return { commitments, seat }
}

/** Did this browser commit to a part, and the round was opened without it? */
export function wasLeftOut(round: RoundView): boolean {
  const part = partOf(round.id)
  if (!part || round.entropy_commitments === undefined) return false
  return !Object.values(round.entropy_commitments).includes(part.commitment)
}
