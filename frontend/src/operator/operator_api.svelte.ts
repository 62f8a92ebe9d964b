/** Calls to the operator's routes. The token is in this tab's memory and nowhere else. */

import { Refused } from '../room/api'

export const desk = $state({ token: '', open: false })

export async function send(method: string, path: string, body?: unknown): Promise<Response> {
  const headers = {
    authorization: `Bearer ${desk.token}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const answer = await fetch(`/api/operator${path}`, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  if (answer.ok) return answer
  const data = (await answer.json().catch(() => null)) as { refused?: string } | null
  throw new Refused(data?.refused ?? `The server refused (status ${answer.status}).`, answer.status)
}
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await (await send(method, path, body)).json()) as T
}
