import { describe, expect, it } from 'vitest'
import { digestOf, without } from '../../src/verify/digest'
import type { RoundRecord } from '../../src/room/http_types'
import { readRecord } from '../../src/verify/record'
import { shoeOrder } from '../../src/verify/shuffle'
import { verify, type Check } from '../../src/verify/verify'
import calledOff from '../fixtures/record-called-off.json?raw'
import casino from '../fixtures/record-casino.json?raw'
import chinese from '../fixtures/record-chinese.json?raw'
import format1 from '../fixtures/record-pyramid-format-1.json?raw'
import format2 from '../fixtures/record-pyramid-format-2.json?raw'

const last = (checks: Check[]): Check => checks.at(-1)!

/** The record with its digests computed again, as somebody would who wants to hide a change. */
async function forged(record: RoundRecord): Promise<string> {
  const { round, table, game, terms_hash, opening, shuffle } = record
  const { commitment, clients, version, beacon, commitments } = shuffle
  let digest = await digestOf({
    round,
    table,
    game,
    terms_hash,
    opening,
    commitment,
    clients,
    version,
    beacon,
    commitments,
  })
  for (const move of record.moves) {
    digest = await digestOf(without(move, 'digest'), digest)
    move.digest = digest
  }
  record.digest = await digestOf(without(record, 'moves', 'digest'), digest)
  return JSON.stringify(record)
}

describe('an honest record', () => {
  it.each([
    ['chinese', chinese],
    ['casino', casino],
    ['a round that was called off', calledOff],
    ['format 2', format2],
  ])('holds: %s', async (_, text) => {
    const checks = await verify(text)
    expect(checks.filter((check) => !check.holds)).toEqual([])
    expect(checks).toHaveLength(6)
  })
  it('deals the cards that the shuffle gives', async () => {
    const record = readRecord(chinese)
    const dealt = record.moves
      .filter((move) => move.move === 'dealt')
      .flatMap((move) => move.cards!.split(' '))
    expect(dealt).toHaveLength(52)
    expect(await shoeOrder(record)).toEqual(dealt)
  })
  it('of the older format warns that two could have chosen the order', async () => {
    const cuts = (await verify(format2))[3]!
    expect(cuts.warns).toBe(true)
    expect(cuts.says).toContain('could choose it together')
    expect((await verify(chinese))[3]!.warns).toBeUndefined()
  })
  it('of 52 cards names every one in its details', async () => {
    expect((await verify(chinese))[4]!.details).toHaveLength(52)
  })
})

describe('what cannot be read', () => {
  it.each([
    ['{"houseway_record": 3', 'this is not complete JSON'],
    ['null', 'this is not a record of a round with a proof of its shuffle'],
    [format1, 'this is not a record of a round with a proof of its shuffle'],
    ['{"houseway_record": 3, "shuffle": {"version": 9}}', 'has a version that this page does not know'],
  ])('is refused', async (text, says) => {
    const checks = await verify(text)
    expect(checks).toHaveLength(1)
    expect(checks[0]!.holds).toBe(false)
    expect(checks[0]!.says).toContain(says)
  })
  it('lacks a part', async () => {
    const checks = await verify('{"houseway_record": 2}')
    expect(last(checks).says).toBe('the record lacks what it must have')
  })
})

describe('a changed record', () => {
  it('fails at the first move that differs', async () => {
    const record = readRecord(casino)
    record.moves[2] = { ...record.moves[2]!, cards: 'As' }
    const checks = await verify(JSON.stringify(record))
    expect(checks).toHaveLength(1)
    expect(last(checks).says).toContain('move 3 differs')
  })
  it('fails when a payment is changed', async () => {
    const record = readRecord(casino)
    record.payments[0]!.chips += 1
    expect(last(await verify(JSON.stringify(record))).says).toContain('the record was altered')
  })

  const forgeries: [string, (record: RoundRecord) => void, string][] = [
    ['other terms', (record) => void (record.terms.ante = '6'), 'the terms hash to'],
    ['another salt', (record) => void (record.shuffle.salt = '0'.repeat(64)), 'not to the commitment'],
    ['no salt', (record) => void (record.shuffle.salt = 'x'), 'the salt must be 64 hexadecimal digits'],
    [
      'a card twice in the permutation',
      (record) => void (record.shuffle.permutation[0] = record.shuffle.permutation[1]!),
      'each number from 0 up once',
    ],
    [
      'another entropy',
      (record) => void (record.shuffle.clients['1'] = '0'.repeat(64)),
      'the entropy of seat 1 does not fit the commitment',
    ],
    [
      'an entropy taken away',
      (record) => void (record.shuffle.clients['1'] = null),
      'the entropy of seat 1 does not fit the commitment',
    ],
    [
      'a seat left out',
      (record) => void delete record.shuffle.clients['5'],
      'what the client of seat 5 sent',
    ],
    [
      'two cards changed in the deal',
      (record) => {
        const deal = record.moves.find((move) => move.move === 'dealt')!
        const cards = deal.cards!.split(' ')
        const other = cards.findIndex((card) => card !== cards[0])
        ;[cards[0], cards[other]] = [cards[other]!, cards[0]!]
        deal.cards = cards.join(' ')
      },
      'card 1 of the deal is',
    ],
    [
      'a payment to a seat that is not there',
      (record) => void (record.payments[0]!.payee = 9),
      'payment 1 goes from',
    ],
    ['half a chip', (record) => void (record.payments[0]!.chips = 0.5), 'payment 1 is 0.5 chips'],
    ['no clause', (record) => void (record.payments[0]!.clause = 'because'), 'which is not a clause'],
  ]
  it.each(forgeries)('fails although its digests were computed again: %s', async (_, change, says) => {
    const record = readRecord(casino)
    change(record)
    const checks = await verify(await forged(record))
    expect(last(checks).holds).toBe(false)
    expect(last(checks).says).toContain(says)
  })
  it('is forged well: without a change, every check holds', async () => {
    const checks = await verify(await forged(readRecord(casino)))
    expect(checks.every((check) => check.holds)).toBe(true)
  })
})

describe('what this browser sent', () => {
  const record = readRecord(chinese)
  const part = {
    entropy: record.shuffle.clients['2']!,
    commitment: record.shuffle.commitments!['2']!,
    house: record.shuffle.commitment,
    published: {
      seat: 2,
      commitments: [1, 2, 3, 4].map((seat) => record.shuffle.commitments![String(seat)] ?? null),
    },
  }
  it('is in the record', async () => {
    const check = last(await verify(chinese, { part, seats: [2] }))
    expect(check.holds).toBe(true)
    expect(check.says).toContain('your 32 bytes are there at seat 2')
  })
  it.each([
    ['another seat', { part, seats: [1] }, 'not in the record at your seat'],
    [
      'other bytes',
      { part: { ...part, entropy: '0'.repeat(64) }, seats: [2] },
      'not in the record at your seat',
    ],
    ['another house', { part: { ...part, house: '0'.repeat(64) }, seats: [2] }, 'another commitment'],
    [
      'not revealed',
      { part: { ...part, published: null }, seats: [2] },
      'committed to a part of the shuffle',
    ],
    [
      'others changed their commitments',
      {
        part: { ...part, published: { seat: 2, commitments: [null, part.commitment, null, null] } },
        seats: [2],
      },
      'not those that were published before',
    ],
  ])('is missed: %s', async (_, own, says) => {
    const check = last(await verify(chinese, own))
    expect(check.holds).toBe(false)
    expect(check.says).toContain(says)
  })
  it('is unknown after the browser forgot it', async () => {
    const check = last(await verify(chinese, { part: undefined, seats: [2] }))
    expect(check).toMatchObject({ holds: true, warns: true, what: 'This browser has nothing to compare' })
  })
})
