import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Slopes } from '../../src/lab/price'
import { Refused } from '../../src/room/api'
import {
  askLab,
  askWithProgress,
  isAborted,
  streamLines,
  type Progress,
} from '../../src/room/streamed_answers'

afterEach(() => vi.unstubAllGlobals())

/** A server that sends these pieces of text, wherever lines begin or end in them. */
function serverSends(...pieces: string[]): ReturnType<typeof vi.fn> {
  const encoder = new TextEncoder()
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece))
      controller.close()
    },
  })
  const fetching = vi.fn().mockResolvedValue(new Response(body))
  vi.stubGlobal('fetch', fetching)
  return fetching
}

async function collected<T>(lines: AsyncGenerator<T>): Promise<T[]> {
  const all: T[] = []
  for await (const line of lines) all.push(line)
  return all
}

describe('the coach', () => {
  it('is asked for lines, and each of them says how far it is', async () => {
    const fetching = serverSends(
      '{"queued": 1, "seconds": 0}\n',
      '{"done": 1400, "of": 4000, "seconds": 0.2}\n',
      '{"found": {"gave_up": 0.5}, "seconds": 0.6}\n',
    )
    const heard: Progress[] = []
    const answer = await askWithProgress('/api/coach', { round: 'AB-1' }, (progress) => heard.push(progress))
    expect(fetching.mock.calls[0]).toMatchObject([
      '/api/coach',
      { method: 'POST', headers: { accept: 'application/x-ndjson' }, body: '{"round":"AB-1"}' },
    ])
    expect(heard).toMatchObject([{ queued: 1 }, { done: 1400, of: 4000, queued: undefined }])
    expect(answer).toEqual({ gave_up: 0.5 })
  })
})

describe('lines', () => {
  it('are put together from pieces', async () => {
    serverSends('{"a":', '1}\n{"a":2}\n{"a"', ':3}\n')
    expect(await collected(streamLines('/x'))).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }])
  })
  it('are asked for with GET, or with POST when there is a body', async () => {
    const fetching = serverSends('')
    await collected(streamLines('/x'))
    expect(fetching.mock.calls[0]).toMatchObject(['/x', { method: 'GET' }])
    const posting = serverSends('')
    await collected(streamLines('/x', { body: { game: 'pyramid' } }))
    expect(posting.mock.calls[0]).toMatchObject(['/x', { method: 'POST', body: '{"game":"pyramid"}' }])
  })
  it('give the refusal of the server', async () => {
    vi.stubGlobal('fetch', () =>
      Promise.resolve(new Response('{"refused": "too many questions"}', { status: 429 })),
    )
    await expect(collected(streamLines('/x'))).rejects.toEqual(new Refused('too many questions', 429))
  })
  it('say the status when a refusal cannot be read', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('oops', { status: 502 })))
    await expect(collected(streamLines('/x'))).rejects.toThrow('The server refused (status 502).')
  })
})

describe('an answer of the odds lab', () => {
  it('comes after progress and parts', async () => {
    const progress: Progress[] = []
    const parts: Slopes[] = []
    serverSends(
      '{"queued":2,"seconds":0}\n{"seconds":1}\n{"done":1,"of":2,"seconds":2}\n',
      '{"part":{"a":null},"seconds":3}\n{"found":{"b":null},"seconds":4}\n{"part":{"late":null},"seconds":5}\n',
    )
    const answer = await askLab(
      'slopes',
      {},
      {
        progress: (line) => progress.push(line),
        part: (part) => parts.push(part),
      },
    )
    expect(answer).toEqual({ answer: { b: null }, seconds: 4 })
    expect(parts).toEqual([{ a: null }])
    expect(progress.map((line) => line.queued)).toEqual([2, 2, undefined])
  })
  it('may be a refusal', async () => {
    serverSends('{"seconds":0}\n{"refused":"no such option","seconds":1}\n')
    await expect(askLab('price', {})).rejects.toEqual(new Refused('no such option', 409))
  })
  it('may never come', async () => {
    serverSends('{"seconds":0}\n')
    await expect(askLab('price', {})).rejects.toThrow('The connection ended before the answer came.')
  })
})

it('tells a withdrawn request from a fault', () => {
  expect(isAborted(new DOMException('gone', 'AbortError'))).toBe(true)
  expect(isAborted(new Error('gone'))).toBe(false)
})
