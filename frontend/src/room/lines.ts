/** Answers that come line by line: how far the server is, what it knows already, and at last what was asked for. */

import { Refused } from './api'

export interface Progress {
  done?: number
  of?: number
  /** The place in the queue; 1 is next. */
  queued?: number
  seconds: number
}
interface Line<Found, Part> extends Progress {
  part?: Part
  found?: Found
  refused?: string
}
interface Ears<Part> {
  progress?: (far: Progress) => void
  part?: (known: Part) => void
  signal?: AbortSignal
}

/** Every line of JSON that the server sends. */
export async function* lines<T>(
  path: string,
  {
    body,
    signal,
    headers = {},
  }: { body?: unknown; signal?: AbortSignal; headers?: Record<string, string> } = {},
): AsyncGenerator<T> {
  const answer = await fetch(path, {
    method: body === undefined ? 'GET' : 'POST',
    credentials: 'same-origin',
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  })
  if (!answer.ok || !answer.body) {
    const data = (await answer.json().catch(() => null)) as { refused?: string } | null
    throw new Refused(data?.refused ?? `The server refused (status ${answer.status}).`, answer.status)
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    const parts = (rest + value).split('\n')
    rest = parts.pop() ?? ''
    for (const part of parts) yield JSON.parse(part) as T
  }
}

/** Asks the lab; the answer with how long it took. */
export async function asked<Found, Part = never>(
  question: string,
  body: unknown,
  ears: Ears<Part> = {},
): Promise<{ found: Found; seconds: number }> {
  let queued: number | undefined
  for await (const line of lines<Line<Found, Part>>(`/api/lab/${question}`, { body, signal: ears.signal })) {
    if (line.refused !== undefined) throw new Refused(line.refused, 409)
    if (line.found !== undefined) return { found: line.found, seconds: line.seconds }
    if (line.part !== undefined) ears.part?.(line.part)
    else {
      if (line.queued !== undefined) queued = line.queued
      else if (line.done !== undefined) queued = undefined
      ears.progress?.({ ...line, queued })
    }
  }
  throw new Refused('The server broke off before it had an answer.', 0)
}

/** Was this only the end of a question that nobody asks any more? */
export const abandoned = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError'
export const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error))
