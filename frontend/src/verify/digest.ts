/** The digests that chain the moves of a record together. */

import { sha256, toHex } from '../room/sha256'

const encoder = new TextEncoder()

/** JSON with sorted keys and no spaces: the one text that a value has. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonicalJson(each)}`).join(',')}}`
}

/** The digest of a value, chained to the digest before it. */
export async function digestOf(data: object, before = ''): Promise<string> {
  const body = canonicalJson(data)
  return toHex(await sha256(encoder.encode(before ? `${before}\n${body}` : body)))
}

/** A copy of an object without some of its keys. */
export function without(data: object, ...keys: string[]): object {
  return Object.fromEntries(Object.entries(data).filter(([key]) => !keys.includes(key)))
}
