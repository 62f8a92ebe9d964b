/** The words of a clause, from the server's own rulebook; each book is fetched once, when a clause of it is first asked for. */

import { get } from './api'

const books = $state<Record<string, Record<string, string>>>({})
const asked = new Set<string>()

export function clauseText(game: string, clause: string): string | null {
  const book = books[game]
  if (!book && !asked.has(game)) {
    asked.add(game)
    get<{ clauses: { id: string; text: string }[] }>(`/api/rules/${game}`)
      .then(({ clauses }) => (books[game] = Object.fromEntries(clauses.map((each) => [each.id, each.text]))))
      .catch(() => asked.delete(game)) // asked again with the next clause
  }
  return book?.[clause] ?? null
}
