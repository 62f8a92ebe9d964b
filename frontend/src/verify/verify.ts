/**
 * Checks the record of a finished round in the browser: the same checks, in the same order, as the standalone
 * `round_verifier.py`, and whether what this browser sent is in it. It trusts the server for nothing but the text of the
 * record.
 */

import type { Part } from '../room/entropy'
import type { RoundRecord } from '../room/http_types'
import { sha256, toHex } from '../room/sha256'
import { canonicalJson, digestOf, without } from './digest'
import { cutCount, hasClientCommitments, readRecord, RecordFault } from './record'
import { houseCommitment, shoeOrder } from './shuffle'

export interface Check {
  what: string
  holds: boolean
  says: string
  /** What was compared with what. */
  details: string[]
  /** It holds, and yet a reader should know: the record proves less than it might. */
  warns?: boolean
}
interface Finding {
  says: string
  details: string[]
  /** Instead of the check's own title. */
  what?: string
  warns?: boolean
}
type Step = (record: RoundRecord) => Finding | Promise<Finding>

/** What this browser knows about the round: what it sent, and the seats it played. */
export interface OwnPart {
  part: Part | undefined
  seats: number[]
}

const CLAUSE = /^[A-Z0-9]{3}-[A-Z]?[0-9]+[a-z]?$/
const CHECKS: [string, Step][] = [
  ['The record is as it was written', checkDigests],
  ['The rules are the ones it names', checkTerms],
  ['The house kept its word on the shuffle', checkHouseCommitment],
  ['The players cut the shoe, and nobody alone chose its order', checkCuts],
  ['The cards were dealt from the shuffled shoe', checkDeal],
  ['Every payment names its clause, and all sum to zero', checkPayments],
]

/** Every check in turn; the first that does not hold is the last that is made. */
export async function verify(recordText: string, own?: OwnPart): Promise<Check[]> {
  let record: RoundRecord
  try {
    record = readRecord(recordText)
  } catch (error) {
    return [failed('The record can be read', error)]
  }
  const steps = [...CHECKS]
  if (own) steps.push(['What this browser sent is in the record', (each) => checkOwnPart(each, own)])
  const checks: Check[] = []
  for (const [what, step] of steps) {
    try {
      checks.push({ what, holds: true, ...(await step(record)) })
    } catch (error) {
      return [...checks, failed(what, error)]
    }
  }
  return checks
}

function failed(what: string, error: unknown): Check {
  const says = error instanceof RecordFault ? error.message : 'the record lacks what it must have'
  return { what, holds: false, says, details: [] }
}

const start = (hash: string, length = 12): string => `${String(hash).slice(0, length)}…`

async function checkDigests(record: RoundRecord): Promise<Finding> {
  const details: string[] = []
  let digest = await openingDigest(record)
  for (const [place, move] of record.moves.entries()) {
    digest = await digestOf(without(move, 'digest'), digest)
    if (move.digest !== digest) {
      throw new RecordFault(
        `move ${place + 1} differs from the one that was recorded: its digest does not fit`,
      )
    }
    details.push(`move ${place + 1}, ${move.move}: ${digest}`)
  }
  if ((await digestOf(without(record, 'moves', 'digest'), digest)) !== record.digest) {
    throw new RecordFault('the record was altered: its digest does not fit')
  }
  details.push(`the whole record: ${record.digest}`)
  return { says: `${record.moves.length} moves, record ${start(record.digest)}`, details }
}

function openingDigest(record: RoundRecord): Promise<string> {
  const { round, table, game, terms_hash, opening, shuffle } = record
  const { commitment, clients, version, beacon, commitments } = shuffle
  const since3 = hasClientCommitments(record) ? { version, beacon, commitments } : {}
  return digestOf({ round, table, game, terms_hash, opening, commitment, clients, ...since3 })
}

async function checkTerms(record: RoundRecord): Promise<Finding> {
  const options = Object.entries(record.terms).sort(([a], [b]) => (a < b ? -1 : 1))
  const lines = options.map(([name, value]) => `${name}=${String(value)}`)
  const text = [`game=${record.game}`, ...lines, ''].join('\n')
  const hash = toHex(await sha256(new TextEncoder().encode(text)))
  if (hash !== record.terms_hash) {
    throw new RecordFault(`the terms hash to ${start(hash)}, not ${start(record.terms_hash)}`)
  }
  return { says: `${lines.length} options hash to ${start(hash)}`, details: [...lines, `hash: ${hash}`] }
}

async function checkHouseCommitment(record: RoundRecord): Promise<Finding> {
  const { permutation, salt, commitment, beacon } = record.shuffle
  const hash = await houseCommitment(record)
  if (hash !== commitment) {
    throw new RecordFault(`salt and permutation hash to ${start(hash)}, not to the commitment`)
  }
  const shown = permutation.slice(0, 24).join(' ')
  const details = [
    `committed before the players cut: ${commitment}`,
    `revealed afterwards, salt: ${salt}`,
    `the house's order: ${shown}${permutation.length > 24 ? ' …' : ''}`,
  ]
  if (beacon) {
    details.push(
      `the beacon named with it: ${beacon.chain} round ${beacon.round}, published at ${beacon.time}`,
    )
  }
  return { says: `${start(hash, 16)} binds the house to its order of ${permutation.length} cards`, details }
}

async function checkCuts(record: RoundRecord): Promise<Finding> {
  const order = await shoeOrder(record)
  const { beacon } = record.shuffle
  const cuts = cutCount(record)
  const details = cutDetails(record)
  if (beacon) {
    const { value, chain, round } = beacon
    details.push(`beacon: ${value}; compare it with what ${chain} published as round ${round}`)
  }
  details.push(`top of the shoe: ${order.slice(0, 20).join(' ')} …`)
  if (cuts === 0) {
    const who = beacon ? 'the house and a public beacon' : 'the house alone'
    const says = `no client of a player sent anything; ${who} made the order`
    return { what: 'No player cut the shoe', says, details, warns: true }
  }
  const made = `the house's order and ${cuts} ${cuts === 1 ? 'cut' : 'cuts'} give one order of ${order.length} cards`
  if (hasClientCommitments(record)) {
    return { says: `${made}; every client committed to its part before any was revealed`, details }
  }
  const says = `${made}; in this older format the house and the last to send could choose it together`
  return { says, details, warns: true }
}

function cutDetails(record: RoundRecord): string[] {
  const { clients, commitments } = record.shuffle
  return Object.entries(clients).map(([seat, entropy]) => {
    const before = entropy && commitments ? `, committed to before as ${commitments[seat]}` : ''
    return `seat ${seat}: ${entropy ?? 'sent nothing'}${before}`
  })
}

async function checkDeal(record: RoundRecord): Promise<Finding> {
  const order = await shoeOrder(record)
  const deals = record.moves.filter((move) => move.move === 'dealt')
  const dealt = deals.flatMap((move) => (move.cards ?? '').split(' '))
  for (const [place, card] of dealt.entries()) {
    const expected = order[place] ?? 'none'
    if (card !== expected) {
      throw new RecordFault(`card ${place + 1} of the deal is ${card}, the shuffle gives ${expected}`)
    }
  }
  const cuts = cutCount(record)
  const by = cuts ? `cut by ${cuts} ${cuts === 1 ? 'player' : 'players'}` : 'cut by no player'
  const details = dealt.map((card, place) => `card ${place + 1}: ${card}, as the shoe has it`)
  return { says: `${dealt.length} cards, the first of ${order.length}, ${by}`, details }
}

function checkPayments(record: RoundRecord): Finding {
  const seats = record.opening.players.map((_, place) => place + 1)
  const parties = new Set<number | string>(['house', 'pot', ...seats])
  for (const [place, { payer, payee, chips, clause }] of record.payments.entries()) {
    const payment = `payment ${place + 1}`
    if (payer === payee || !parties.has(payer) || !parties.has(payee)) {
      throw new RecordFault(`${payment} goes from ${payer} to ${payee}`)
    }
    if (!Number.isInteger(chips) || chips <= 0) throw new RecordFault(`${payment} is ${chips} chips`)
    if (!CLAUSE.test(clause)) throw new RecordFault(`${payment} cites ${clause}, which is not a clause`)
  }
  const details = record.payments.map(
    ({ payer, payee, chips, clause }) => `${payer} pays ${payee} ${chips} chips by ${clause}`,
  )
  return { says: `${record.payments.length} payments, each from one party to another`, details }
}

/** Is the entropy that this browser sent in the record, at its own seat, with everything that was published with it? */
function checkOwnPart(record: RoundRecord, { part, seats }: OwnPart): Finding {
  if (!part) {
    return {
      what: 'This browser has nothing to compare',
      says: 'it sent no part of this shuffle, or no longer knows it',
      details: [],
      warns: true,
    }
  }
  if (part.house !== record.shuffle.commitment) {
    throw new RecordFault(
      'the house shows another commitment than the one this browser was shown before the round',
    )
  }
  const seat = seats.find((each) => record.shuffle.clients[String(each)] === part.entropy)
  if (seat === undefined || !part.published) {
    const did = part.published ? 'sent its part of the shuffle' : 'committed to a part of the shuffle'
    throw new RecordFault(`this browser ${did}, and it is not in the record at your seat`)
  }
  const recorded = record.opening.players.map(
    (_, place) => record.shuffle.commitments?.[String(place + 1)] ?? null,
  )
  if (seat !== part.published.seat || canonicalJson(recorded) !== canonicalJson(part.published.commitments)) {
    throw new RecordFault(
      'the seats or the commitments of the others are not those that were published before this browser revealed its part',
    )
  }
  const others = recorded.map((made, place) => `seat ${place + 1} had committed to: ${made ?? 'nothing'}`)
  return {
    says: `your 32 bytes are there at seat ${seat}; the house's and everybody's commitments are those you were shown before`,
    details: [`sent: ${part.entropy}`, `committed to before as: ${part.commitment}`, ...others],
  }
}
