import { beforeEach, describe, expect, it, vi } from 'vitest'
import { commitmentTo, entropyMessage, partOf, wasLeftOut } from '../../src/room/entropy'
import type { RoundView, Shuffling } from '../../src/room/protocol'
import { readRecord } from '../../src/verify/record'
import chinese from '../fixtures/record-chinese.json?raw'

const HOUSE = 'ab'.repeat(32)

function shuffling(wanted: Shuffling['entropy_wanted'], more: Partial<Shuffling> = {}): Shuffling {
  return {
    id: 'TABLE-1',
    commitment: HOUSE,
    beacon: null,
    opened: false,
    places: [2, 5],
    entropy_commitments: {},
    entropy_from: [],
    entropy_wanted: wanted,
    ...more,
  }
}

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
})

/** Commits, and gives the round in which the commitment is published. */
async function committed(): Promise<Shuffling> {
  const message = await entropyMessage(shuffling('commit'), [5])
  if (message?.do !== 'entropy_commit') throw new Error('the message is not a commitment')
  return shuffling('reveal', { entropy_commitments: { '5': message.commitment } })
}

describe('a commitment', () => {
  it('is the one that the server computes', async () => {
    const { round, shuffle } = readRecord(chinese)
    expect(await commitmentTo(shuffle.commitment, round, shuffle.clients['1']!)).toBe(
      shuffle.commitments!['1'],
    )
  })
  it('is made to 32 bytes that are kept', async () => {
    const message = await entropyMessage(shuffling('commit'), [5])
    const part = partOf('TABLE-1')!
    expect(part.entropy).toMatch(/^[0-9a-f]{64}$/)
    expect(message).toEqual({ do: 'entropy_commit', round: 'TABLE-1', commitment: part.commitment })
    expect(part.commitment).toBe(await commitmentTo(HOUSE, 'TABLE-1', part.entropy))
  })
  it('is the same when the page is loaded again', async () => {
    const first = await entropyMessage(shuffling('commit'), [5])
    expect(await entropyMessage(shuffling('commit'), [5])).toEqual(first)
  })
})

describe('the reveal', () => {
  it('sends what was committed to, and keeps what was published', async () => {
    const message = await entropyMessage(await committed(), [5])
    const part = partOf('TABLE-1')!
    expect(message).toEqual({ do: 'entropy', round: 'TABLE-1', entropy: part.entropy })
    expect(part.published).toEqual({ seat: 2, commitments: [null, part.commitment] })
  })
  it('is withheld when the house shows another commitment', async () => {
    const round = await committed()
    expect(await entropyMessage({ ...round, commitment: 'cd'.repeat(32) }, [5])).toBeNull()
  })
  it('is withheld when our commitment was replaced', async () => {
    await committed()
    const replaced = shuffling('reveal', { entropy_commitments: { '5': '00'.repeat(32) } })
    expect(await entropyMessage(replaced, [5])).toBeNull()
  })
  it('is withheld when something else was published before', async () => {
    const round = await committed()
    await entropyMessage(round, [5])
    const changed = { ...round, entropy_commitments: { ...round.entropy_commitments, '2': '11'.repeat(32) } }
    expect(await entropyMessage(changed, [5])).toBeNull()
  })
  it('is withheld by a browser that committed to nothing', async () => {
    expect(await entropyMessage(shuffling('reveal'), [5])).toBeNull()
  })
})

it('sends nothing when nothing is wanted', async () => {
  expect(await entropyMessage(shuffling(null), [5])).toBeNull()
})

it('knows when it was left out of the round', async () => {
  const { entropy_commitments } = await committed()
  const round = { id: 'TABLE-1', entropy_commitments } as unknown as RoundView
  expect(wasLeftOut(round)).toBe(false)
  expect(wasLeftOut({ ...round, entropy_commitments: {} })).toBe(true)
  expect(wasLeftOut({ ...round, id: 'TABLE-2', entropy_commitments: {} })).toBe(false)
})

it('goes on without storage', async () => {
  vi.stubGlobal('localStorage', undefined)
  const round = await committed()
  expect(await entropyMessage(round, [5])).toMatchObject({ do: 'entropy' })
})
