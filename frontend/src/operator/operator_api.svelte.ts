/** Calls to the operator's routes. The token is in this tab's memory and nowhere else. */

import { Refused, type PostAnswer, type PostBody, type PostPath } from '../room/api'

type OperatorPath = PostPath & `/api/operator/${string}`

export const desk = $state({ token: '', open: false })

async function send(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Response> {
  const headers = {
    authorization: `Bearer ${desk.token}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const response = await fetch(path, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  if (response.ok) return response
  const data = (await response.json().catch(() => null)) as { refused?: string } | null
  throw new Refused(data?.refused ?? `The server refused (status ${response.status}).`, response.status)
}

export const get = async <T>(path: string): Promise<T> => (await (await send('GET', path)).json()) as T

/** The text of an answer, byte for byte as the server wrote it. */
export const getText = async (path: string): Promise<string> => (await send('GET', path)).text()

export const post = async <P extends OperatorPath>(path: P, ...[body]: PostBody<P>): Promise<PostAnswer<P>> =>
  (await (await send('POST', path, body ?? {})).json()) as PostAnswer<P>

/** A copy of the room's database. */
export const downloadBackup = (): Promise<Response> => send('POST', '/api/operator/backup', {})
