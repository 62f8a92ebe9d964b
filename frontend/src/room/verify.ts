/**
 * Checks the record of a finished round in the browser: the same checks, in the same order, as the standalone
 * `round_verifier.py`, and whether what this browser sent is in it. It trusts the server for nothing but the text of the
 * record.
 */

import { commitmentTo, type Part } from './entropy'
import { hex, joined, sha256, unhex } from './sha256'

type Data = Record<string, unknown>
export interface Check {
  what: string
  holds: boolean
  says: string
  /** What was compared with what. */
  details: string[]
  /** It holds, and yet a reader should know: the record proves less than it might. */
  warns?: boolean
}
interface Result {
  says: string
  details: string[]
  /** Instead of the check's own title. */
  what?: string
  warns?: boolean
}
interface Beacon {
  chain: string
  round: number
  time: string
  value: string
}
interface Shuffle {
  commitment: string
  salt: string
  permutation: number[]
  cards: string
  clients: Record<string, string | null>
  version?: number
  commitments?: Record<string, string | null>
  beacon?: Beacon | null
}
interface Move extends Data {
  move: string
  cards?: string
  digest: string
}
interface Payment {
  payer: number | string
  payee: number | string
  chips: number
  clause: string
}
export interface RoundRecord extends Data {
  houseway_record: number
  round: string
  table: string
  game: string
  terms: Record<string, unknown>
  terms_hash: string
  opening: { players: string[] } & Data
  shuffle: Shuffle
  moves: Move[]
  payments: Payment[]
  digest: string
}

class Fault extends Error {}

const HEX32 = /^[0-9a-f]{64}$/
const CARD = /^(Xx|[2-9TJQKA][cdhs])$/
const CLAUSE = /^[A-Z0-9]{3}-[A-Z]?[0-9]+[a-z]?$/
const text = new TextEncoder()

/** What this browser knows of the round: what it sent, and the seats it played. */
export interface Own {
  part: Part | undefined
  seats: number[]
}

/** Every check in turn; the first that does not hold is the last that is made. */
export async function verify(recordText: string, own?: Own): Promise<Check[]> {
  const checks: Check[] = []
  const steps: [string, (record: RoundRecord) => Promise<Result>][] = [
    ['The record is as it was written', digests],
    ['The rules are the ones it names', terms],
    ['The house kept its word on the shuffle', commitment],
    ['The players cut the shoe, and nobody alone chose its order', composed],
    ['The cards were dealt from the shuffled shoe', deal],
    ['Every payment names its clause, and all sum to zero', payments],
  ]
  if (own) steps.push(['What this browser sent is in the record', (record) => ownPart(record, own)])
  let record: RoundRecord
  try {
    record = read(recordText)
  } catch (error) {
    return [{ what: 'The record can be read', holds: false, says: messageOf(error), details: [] }]
  }
  for (const [what, step] of steps) {
    try {
      checks.push({ what, holds: true, ...(await step(record)) })
    } catch (error) {
      checks.push({ what, holds: false, says: messageOf(error), details: [] })
      return checks
    }
  }
  return checks
}

function messageOf(error: unknown): string {
  return error instanceof Fault ? error.message : 'the record lacks what it must have'
}

function read(recordText: string): RoundRecord {
  let record: unknown
  try {
    record = JSON.parse(recordText)
  } catch {
    throw new Fault('this is not whole JSON')
  }
  const found = record as RoundRecord
  if (typeof record !== 'object' || record === null || ![2, 3].includes(found.houseway_record))
    throw new Fault('this is no record of a round with a proof of its shuffle')
  if (found.houseway_record === 3 && found.shuffle?.version !== 2)
    throw new Fault('the shuffle of this record is of a version that this page does not know')
  return found
}

/** Does every client have to fit a commitment that it made before? */
const withCommitments = (record: RoundRecord): boolean => record.houseway_record === 3

// Hashes ------------------------------------------------------------------------------------------------------------

/** JSON with sorted keys and no spaces: the one text that a value has. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const keys = Object.keys(value).sort(byCodePoint)
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical((value as Data)[key])}`).join(',')}}`
}
function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
async function digestOf(data: Data, before = ''): Promise<string> {
  const body = canonical(data)
  return hex(await sha256(text.encode(before ? `${before}\n${body}` : body)))
}
function without(data: Data, ...keys: string[]): Data {
  return Object.fromEntries(Object.entries(data).filter(([key]) => !keys.includes(key)))
}

// Checks ------------------------------------------------------------------------------------------------------------

async function digests(record: RoundRecord): Promise<Result> {
  const details: string[] = []
  const { round, table, game, terms_hash, opening, shuffle } = record
  const more = withCommitments(record)
    ? { version: shuffle.version, beacon: shuffle.beacon, commitments: shuffle.commitments }
    : {}
  let digest = await digestOf({
    round,
    table,
    game,
    terms_hash,
    opening,
    commitment: shuffle.commitment,
    clients: shuffle.clients,
    ...more,
  })
  for (const [place, move] of record.moves.entries()) {
    digest = await digestOf(without(move, 'digest'), digest)
    if (move.digest !== digest)
      throw new Fault(`move ${place + 1} differs from the one that was recorded: its digest does not fit`)
    details.push(`move ${place + 1}, ${move.move}: ${digest}`)
  }
  if ((await digestOf(without(record, 'moves', 'digest'), digest)) !== record.digest)
    throw new Fault('the record was altered: its digest does not fit')
  return {
    says: `${record.moves.length} moves, record ${record.digest.slice(0, 12)}…`,
    details: [...details, `the whole record: ${record.digest}`],
  }
}

async function terms(record: RoundRecord): Promise<Result> {
  const lines = Object.keys(record.terms)
    .sort(byCodePoint)
    .map((name) => `${name}=${String(record.terms[name])}`)
  const found = hex(await sha256(text.encode([`game=${record.game}`, ...lines].join('\n') + '\n')))
  if (found !== record.terms_hash)
    throw new Fault(
      `the terms hash to ${found.slice(0, 12)}…, not ${String(record.terms_hash).slice(0, 12)}…`,
    )
  return {
    says: `${lines.length} options hash to ${found.slice(0, 12)}…`,
    details: [...lines, `hash: ${found}`],
  }
}

async function commitment(record: RoundRecord): Promise<Result> {
  const { permutation, salt } = record.shuffle
  const seen = new Set(permutation)
  if (
    seen.size !== permutation.length ||
    permutation.some((place) => !Number.isInteger(place) || place < 0 || place >= permutation.length)
  )
    throw new Fault('the permutation must hold each number from 0 up once')
  if (!HEX32.test(salt)) throw new Fault('the salt must be 64 hexadecimal digits')
  const packed = Uint8Array.from(
    [permutation.length, ...permutation].flatMap((number) => [number >> 8, number & 255]),
  )
  const { beacon } = record.shuffle
  const parts = withCommitments(record)
    ? [text.encode('houseway house 2\n'), unhex(salt), packed, beaconName(beacon)]
    : [unhex(salt), packed]
  const found = hex(await sha256(joined(...parts)))
  if (found !== record.shuffle.commitment)
    throw new Fault(`salt and permutation hash to ${found.slice(0, 12)}…, not to the commitment`)
  const details = [
    `committed before the players cut: ${record.shuffle.commitment}`,
    `revealed afterwards, salt: ${salt}`,
    `the house's order: ${permutation.slice(0, 24).join(' ')}${permutation.length > 24 ? ' …' : ''}`,
  ]
  if (beacon)
    details.push(
      `the beacon named with it: ${beacon.chain} round ${beacon.round}, published at ${beacon.time}`,
    )
  return {
    says: `${found.slice(0, 16)}… binds the house to its order of ${permutation.length} cards`,
    details,
  }
}

function beaconName(beacon: Beacon | null | undefined): Uint8Array {
  if (!beacon) return new Uint8Array(0)
  if (!Number.isInteger(beacon.round) || !HEX32.test(beacon.value))
    throw new Fault('a beacon has a chain, a round, a time and a value of 64 hexadecimal digits')
  return text.encode(`${beacon.chain}\n${beacon.round}\n${beacon.time}\n`)
}

async function composed(record: RoundRecord): Promise<Result> {
  const order = await finalOrder(record)
  const { clients, commitments, beacon } = record.shuffle
  const sent = Object.values(clients).filter((entropy) => entropy !== null).length
  const details = Object.entries(clients).map(
    ([seat, entropy]) =>
      `seat ${seat}: ${entropy ?? 'sent nothing'}${entropy && commitments ? `, committed to before as ${commitments[seat]}` : ''}`,
  )
  if (beacon)
    details.push(
      `beacon: ${beacon.value}; compare it with what ${beacon.chain} published as round ${beacon.round}`,
    )
  details.push(`top of the shoe: ${order.slice(0, 20).join(' ')} …`)
  if (sent === 0) {
    const who = beacon ? 'the house and a public beacon' : 'the house alone'
    return {
      what: 'No player cut the shoe',
      says: `no client of a player sent anything; ${who} made the order`,
      details,
      warns: true,
    }
  }
  const cuts = `the house's order and ${sent} ${sent === 1 ? 'cut' : 'cuts'} give one order of ${order.length} cards`
  if (!withCommitments(record))
    return {
      says: `${cuts}; in this older format the house and the last to send could choose it together`,
      details,
      warns: true,
    }
  return { says: `${cuts}; every client committed to its part before any was revealed`, details }
}

/** Is the entropy that this browser sent in the record, at its own seat, and everything that was published with it? */
async function ownPart(record: RoundRecord, { part, seats }: Own): Promise<Result> {
  if (!part)
    return {
      what: 'This browser has nothing to compare',
      says: 'it sent no part of this shuffle, or no longer knows it',
      details: [],
      warns: true,
    }
  if (part.house !== record.shuffle.commitment)
    throw new Fault('the house shows another commitment than the one this browser was shown before the round')
  const seat = seats.find((each) => record.shuffle.clients[String(each)] === part.entropy)
  if (seat === undefined || !part.published)
    throw new Fault(
      `this browser ${part.published ? 'sent its part of the shuffle' : 'committed to a part of the shuffle'}, and it is not in the record at your seat`,
    )
  const inRecord = record.opening.players.map(
    (_, place) => record.shuffle.commitments?.[String(place + 1)] ?? null,
  )
  if (seat !== part.published.seat || canonical(inRecord) !== canonical(part.published.commitments))
    throw new Fault(
      'the seats or the commitments of the others are not those that were published before this browser revealed its part',
    )
  const details = [
    `sent: ${part.entropy}`,
    `committed to before as: ${part.commitment}`,
    ...inRecord.map((made, place) => `seat ${place + 1} had committed to: ${made ?? 'nothing'}`),
  ]
  return {
    says: `your 32 bytes are there at seat ${seat}; the house's and everybody's commitments are those you were shown before`,
    details,
  }
}

async function deal(record: RoundRecord): Promise<Result> {
  const order = await finalOrder(record)
  const dealt = record.moves
    .filter((move) => move.move === 'dealt')
    .flatMap((move) => (move.cards ?? '').split(' '))
  for (const [place, card] of dealt.entries()) {
    if (card !== order[place])
      throw new Fault(`card ${place + 1} of the deal is ${card}, the shuffle gives ${order[place] ?? 'none'}`)
  }
  const sent = Object.values(record.shuffle.clients).filter((entropy) => entropy !== null).length
  const by = sent ? `cut by ${sent} ${sent === 1 ? 'player' : 'players'}` : 'cut by no player'
  return {
    says: `${dealt.length} cards, the first of ${order.length}, ${by}`,
    details: dealt.map((card, place) => `card ${place + 1}: ${card}, as the shoe has it`),
  }
}

async function finalOrder(record: RoundRecord): Promise<string[]> {
  const { cards: written, permutation, clients, commitment: committed } = record.shuffle
  const cards = written.split(' ')
  if (cards.some((card) => !CARD.test(card))) throw new Fault('the cards that were shuffled cannot be read')
  if (cards.some((card, place) => place > 0 && inDeck(cards[place - 1]!) > inDeck(card)))
    throw new Fault('the cards that were shuffled must stand in order')
  if (cards.length !== permutation.length)
    throw new Fault(`${cards.length} cards were shuffled by a permutation of ${permutation.length}`)
  const parts = [unhex(committed)]
  if (withCommitments(record)) {
    parts.unshift(text.encode('houseway key 2\n'))
    if (record.shuffle.beacon) parts.push(unhex(record.shuffle.beacon.value))
  }
  for (let seat = 1; seat <= record.opening.players.length; seat++) {
    const entropy = clients[String(seat)]
    if (entropy === undefined) throw new Fault(`the shuffle must say what the client of seat ${seat} sent`)
    if (withCommitments(record)) await fitsCommitment(record, seat, entropy)
    if (entropy === null) continue
    if (!HEX32.test(entropy)) throw new Fault(`the entropy of seat ${seat} must be 64 hexadecimal digits`)
    parts.push(Uint8Array.of(seat), unhex(entropy))
  }
  const cut = await shuffled(cards.length, await sha256(joined(...parts)))
  return cut.map((place) => cards[permutation[place]!]!)
}

async function fitsCommitment(record: RoundRecord, seat: number, entropy: string | null): Promise<void> {
  const made = record.shuffle.commitments?.[String(seat)]
  const fits =
    entropy === null
      ? made === null
      : made === (await commitmentTo(record.shuffle.commitment, record.round, entropy))
  if (!fits) throw new Fault(`the entropy of seat ${seat} does not fit the commitment its client made`)
}

function inDeck(card: string): number {
  return 'X23456789TJQKA'.indexOf(card[0]!) * 5 + 'xcdhs'.indexOf(card[1]!)
}

/** Fisher and Yates, each choice drawn by rejection from SHA-256 in counter mode. */
async function shuffled(count: number, key: Uint8Array): Promise<number[]> {
  const order = Array.from({ length: count }, (_, place) => place)
  let [bits, at, counter] = [new Uint8Array(0), 0, 0]
  const next = async (): Promise<number> => {
    if (at === bits.length * 8) {
      const number = new Uint8Array(8)
      new DataView(number.buffer).setUint32(4, counter++)
      bits = (await sha256(joined(key, number))) as Uint8Array<ArrayBuffer>
      at = 0
    }
    const bit = (bits[at >> 3]! >> (7 - (at & 7))) & 1
    at++
    return bit
  }
  for (let last = count - 1; last > 0; last--) {
    const width = 32 - Math.clz32(last)
    let chosen = count
    while (chosen > last) {
      chosen = 0
      for (let bit = 0; bit < width; bit++) chosen = (chosen << 1) | (await next())
    }
    ;[order[last], order[chosen]] = [order[chosen]!, order[last]!]
  }
  return order
}

async function payments(record: RoundRecord): Promise<Result> {
  const seats = record.opening.players.map((_, place) => place + 1)
  const parties = new Set<number | string>(['house', 'pot', ...seats])
  for (const [place, paid] of record.payments.entries()) {
    if (paid.payer === paid.payee || !parties.has(paid.payer) || !parties.has(paid.payee))
      throw new Fault(`payment ${place + 1} goes from ${paid.payer} to ${paid.payee}`)
    if (!Number.isInteger(paid.chips) || paid.chips <= 0)
      throw new Fault(`payment ${place + 1} is ${paid.chips} chips`)
    if (!CLAUSE.test(paid.clause))
      throw new Fault(`payment ${place + 1} cites ${paid.clause}, which is no clause`)
  }
  const details = record.payments.map(
    (paid) => `${paid.payer} pays ${paid.payee} ${paid.chips} chips by ${paid.clause}`,
  )
  return { says: `${record.payments.length} payments, each from one party to another`, details }
}
