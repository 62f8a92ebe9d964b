/** Answers that the server sends as lines of JSON: progress, parts of the answer, and the answer itself. */

import { Refused, type PostAnswer, type PostBody, type PostPath } from './api'
import type { LabAnswers, LabLine } from './http_types'

/** How far the server is with an answer. */
export type Progress = Pick<LabLine, 'seconds' | 'done' | 'of' | 'queued'>

interface Request {
  body?: unknown
  signal?: AbortSignal
  headers?: Record<string, string>
}
interface Listeners<Answer> {
  progress?: (progress: Progress) => void
  /** Receives the parts of an answer that comes in parts. */
  part?: (part: Answer) => void
  signal?: AbortSignal
}

/** Every line of JSON that the server sends. */
export async function* streamLines<T>(
  path: string,
  { body, signal, headers = {} }: Request = {},
): AsyncGenerator<T> {
  const response = await fetch(path, {
    method: body === undefined ? 'GET' : 'POST',
    credentials: 'same-origin',
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  })
  if (!response.ok || !response.body) {
    const data = (await response.json().catch(() => null)) as { refused?: string } | null
    throw new Refused(data?.refused ?? `The server refused (status ${response.status}).`, response.status)
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let unfinished = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    const lines = (unfinished + value).split('\n')
    unfinished = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as T
  }
}

/** Asks the odds lab a question; gives the answer and how long it took. */
export async function askLab<Question extends keyof LabAnswers>(
  question: Question,
  body: unknown,
  listeners: Listeners<LabAnswers[Question]> = {},
): Promise<{ answer: LabAnswers[Question]; seconds: number }> {
  const lines = streamLines<LabLine>(`/api/lab/${question}`, { body, signal: listeners.signal })
  return answerIn(lines, listeners)
}

/** Asks a question of study, such as the coach's; reports how far the server is with the answer. */
export async function askWithProgress<P extends PostPath>(
  path: P,
  body: PostBody<P>[0],
  progress: (progress: Progress) => void,
): Promise<PostAnswer<P>> {
  const headers = { accept: 'application/x-ndjson' }
  const { answer } = await answerIn<PostAnswer<P>>(streamLines<LabLine>(path, { body, headers }), {
    progress,
  })
  return answer
}

async function answerIn<Answer>(
  lines: AsyncGenerator<LabLine>,
  listeners: Listeners<Answer>,
): Promise<{ answer: Answer; seconds: number }> {
  let queued: number | undefined
  for await (const line of lines) {
    if (line.refused !== undefined) throw new Refused(line.refused, 409)
    if (line.found !== undefined) return { answer: line.found as Answer, seconds: line.seconds }
    if (line.part !== undefined) {
      listeners.part?.(line.part as Answer)
      continue
    }
    // A line about the work itself means that the question has left the queue.
    if (line.queued !== undefined) queued = line.queued
    else if (line.done !== undefined) queued = undefined
    listeners.progress?.({ ...line, queued })
  }
  throw new Refused('The connection ended before the answer came.', 0)
}

/** Was the request withdrawn by this page? */
export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
