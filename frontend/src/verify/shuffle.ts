/** The shuffle of a record, computed again: the commitment of the house, the cuts of the clients, the order of the shoe. */

import { commitmentTo } from '../room/entropy'
import type { RecordBeacon, RoundRecord } from '../room/http_types'
import { hasClientCommitments, RecordFault } from './record'
import { concatenate, fromHex, sha256, toHex } from '../room/sha256'

const HEX_32_BYTES = /^[0-9a-f]{64}$/
const CARD = /^(Xx|[2-9TJQKA][cdhs])$/
const RANKS = 'X23456789TJQKA'
const SUITS = 'xcdhs'
const encoder = new TextEncoder()

/** The commitment that salt and permutation give; it must be the one that was published before the round. */
export async function houseCommitment(record: RoundRecord): Promise<string> {
  const { permutation, salt, beacon } = record.shuffle
  if (!isPermutation(permutation))
    throw new RecordFault('the permutation must contain each number from 0 up once')
  if (!HEX_32_BYTES.test(salt)) throw new RecordFault('the salt must be 64 hexadecimal digits')
  const order = twoByteNumbers([permutation.length, ...permutation])
  const parts = hasClientCommitments(record)
    ? [encoder.encode('houseway house 2\n'), fromHex(salt), order, beaconName(beacon)]
    : [fromHex(salt), order]
  return toHex(await sha256(concatenate(...parts)))
}

function isPermutation(numbers: number[]): boolean {
  const inRange = numbers.every(
    (number) => Number.isInteger(number) && number >= 0 && number < numbers.length,
  )
  return inRange && new Set(numbers).size === numbers.length
}

function twoByteNumbers(numbers: number[]): Uint8Array {
  return Uint8Array.from(numbers.flatMap((number) => [number >> 8, number & 255]))
}

function beaconName(beacon: RecordBeacon | null | undefined): Uint8Array {
  if (!beacon) return new Uint8Array(0)
  if (!Number.isInteger(beacon.round) || !HEX_32_BYTES.test(beacon.value)) {
    throw new RecordFault('a beacon has a chain, a round, a time and a value of 64 hexadecimal digits')
  }
  return encoder.encode(`${beacon.chain}\n${beacon.round}\n${beacon.time}\n`)
}

/** The cards in the order in which they were dealt. */
export async function shoeOrder(record: RoundRecord): Promise<string[]> {
  const { permutation } = record.shuffle
  const cards = sortedCards(record)
  const cut = await shuffledPlaces(cards.length, await shuffleKey(record))
  return cut.map((place) => cards[permutation[place]!]!)
}

function sortedCards(record: RoundRecord): string[] {
  const cards = record.shuffle.cards.split(' ')
  const count = record.shuffle.permutation.length
  if (cards.some((card) => !CARD.test(card)))
    throw new RecordFault('the cards that were shuffled cannot be read')
  if (cards.some((card, place) => place > 0 && deckPlace(cards[place - 1]!) > deckPlace(card))) {
    throw new RecordFault('the cards that were shuffled must be in order')
  }
  if (cards.length !== count) {
    throw new RecordFault(`${cards.length} cards were shuffled by a permutation of ${count}`)
  }
  return cards
}

function deckPlace(card: string): number {
  return RANKS.indexOf(card[0]!) * SUITS.length + SUITS.indexOf(card[1]!)
}

/** The key that the house, the beacon and every client made together. */
async function shuffleKey(record: RoundRecord): Promise<Uint8Array> {
  const { commitment, beacon } = record.shuffle
  const parts = [fromHex(commitment)]
  if (hasClientCommitments(record)) {
    parts.unshift(encoder.encode('houseway key 2\n'))
    if (beacon) parts.push(fromHex(beacon.value))
  }
  for (let seat = 1; seat <= record.opening.players.length; seat++) {
    const entropy = await clientEntropy(record, seat)
    if (entropy !== null) parts.push(Uint8Array.of(seat), fromHex(entropy))
  }
  return sha256(concatenate(...parts))
}

/** What the client of a seat sent, once it is checked; null if it sent nothing. */
async function clientEntropy(record: RoundRecord, seat: number): Promise<string | null> {
  const entropy = record.shuffle.clients[String(seat)]
  if (entropy === undefined)
    throw new RecordFault(`the shuffle must say what the client of seat ${seat} sent`)
  if (hasClientCommitments(record) && !(await fitsCommitment(record, seat, entropy))) {
    throw new RecordFault(`the entropy of seat ${seat} does not fit the commitment its client made`)
  }
  if (entropy !== null && !HEX_32_BYTES.test(entropy)) {
    throw new RecordFault(`the entropy of seat ${seat} must be 64 hexadecimal digits`)
  }
  return entropy
}

async function fitsCommitment(record: RoundRecord, seat: number, entropy: string | null): Promise<boolean> {
  const made = record.shuffle.commitments?.[String(seat)]
  if (entropy === null) return made === null
  return made === (await commitmentTo(record.shuffle.commitment, record.round, entropy))
}

/** Fisher-Yates. Each choice is drawn by rejection from SHA-256 in counter mode. */
export async function shuffledPlaces(count: number, key: Uint8Array): Promise<number[]> {
  const order = Array.from({ length: count }, (_, place) => place)
  const bits = keyBits(key)
  for (let last = count - 1; last > 0; last--) {
    const width = 32 - Math.clz32(last)
    let chosen = count
    while (chosen > last) {
      chosen = 0
      for (let bit = 0; bit < width; bit++) {
        const next = await bits.next()
        chosen = (chosen << 1) | (next.value as number)
      }
    }
    ;[order[last], order[chosen]] = [order[chosen]!, order[last]!]
  }
  return order
}

/** The bits of SHA-256(key, 0), SHA-256(key, 1) and so on, highest bit first. */
async function* keyBits(key: Uint8Array): AsyncGenerator<number> {
  for (let counter = 0; ; counter++) {
    const number = new Uint8Array(8)
    new DataView(number.buffer).setUint32(4, counter)
    for (const byte of await sha256(concatenate(key, number))) {
      for (let shift = 7; shift >= 0; shift--) yield (byte >> shift) & 1
    }
  }
}
