/** The text of a clause, from the server's rulebook. Each book is fetched once, with the first clause that is shown. */

import { get } from './api'
import type { Rulebook } from './http_types'

const books = $state<Record<string, Record<string, string>>>({})
const requested = new Set<string>()

export function clauseText(game: string, clause: string): string | null {
  const book = books[game]
  if (!book && !requested.has(game)) {
    requested.add(game)
    get<Rulebook>(`/api/rules/${game}`)
      .then(({ clauses }) => (books[game] = Object.fromEntries(clauses.map((each) => [each.id, each.text]))))
      .catch(() => requested.delete(game)) // the next clause tries again
  }
  return book?.[clause] ?? null
}
