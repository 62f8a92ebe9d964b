/** The operator's line to the server; the token is kept in this tab's memory and nowhere else. */

import { Refused } from '../room/api'

export interface TableStatus {
  table: string
  game: string
  phase: string
  seated: number
  places: number
  private: boolean
  players: { player: string; bot: boolean }[]
  rounds: number
  terms_version: number
  limits: Record<string, number | null>
  irregularities: Record<string, string>
}
export interface Status {
  tables: TableStatus[]
  sockets: number
  live_rounds: number
  room_events: number
  open_disputes: number
}
export interface Return {
  game: string
  terms_hash: string
  /** The options that differ from the sheet's. */
  changed: Record<string, string | number | boolean | null>
  wager: string
  rounds: number
  staked: number
  to_house: number
  from_house: number
  return: number | null
  expected: number | null
  band: [number, number] | null
  alarm: boolean | null
  priced: boolean
}
export interface Dispute {
  id: string
  round: string
  person: string
  says: string
  state: string
  made_at: string
  ruling: string | null
  ruled_at: string | null
}

export interface Signal {
  first: string
  second: string
  strong: boolean
  rounds: number
  chips: number
  reasons: { kind: string; says: string }[]
}
export interface Restriction {
  id: string
  kind: string
  person: string
  other: string | null
  reason: string
  made_at: string
  lifted_at: string | null
}
export interface Signals {
  signals: Signal[]
  restrictions: Restriction[]
  names: Record<string, string>
  days: number
}

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
