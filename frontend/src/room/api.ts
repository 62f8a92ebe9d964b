/** Calls to the server's HTTP routes. A refusal is one sentence that can be shown as it is. */

import type { PostRoutes } from './http_types'

export type PostPath = keyof PostRoutes
export type PostAnswer<P extends PostPath> = PostRoutes[P]['answer']
/** The body that a route takes, or no argument for a route that takes none. */
export type PostBody<P extends PostPath> = PostRoutes[P]['body'] extends undefined
  ? []
  : [body: PostRoutes[P]['body']]

export class Refused extends Error {
  constructor(
    sentence: string,
    readonly status: number,
  ) {
    super(sentence)
  }
}

export async function call<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> {
  let response: Response
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  } catch {
    throw new Refused('The card room cannot be reached. Is the server running?', 0)
  }
  const data = parseBody(await response.text(), response.status)
  if (!response.ok) {
    throw new Refused(refusalIn(data) ?? `The server refused (status ${response.status}).`, response.status)
  }
  return data as T
}

function parseBody(text: string, status: number): unknown {
  if (!text) return null
  try {
    return JSON.parse(text)
  } catch {
    throw new Refused(`The server's answer is not JSON (status ${status}).`, status)
  }
}

function refusalIn(data: unknown): string | null {
  const sentence = (data as { refused?: unknown } | null)?.refused
  return typeof sentence === 'string' ? sentence : null
}

export const get = <T>(path: string): Promise<T> => call<T>('GET', path)
export const post = <P extends PostPath>(path: P, ...[body]: PostBody<P>): Promise<PostAnswer<P>> =>
  call('POST', path, body ?? {})

/** The sentence to show for anything that was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
