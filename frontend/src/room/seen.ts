/** Which games a person has been shown, stored in the browser. */

const KEY = 'houseway-first-steps'

export function hasSeen(game: string): boolean {
  return seenGames().includes(game)
}

export function rememberSeen(game: string): void {
  if (hasSeen(game)) return
  try {
    localStorage.setItem(KEY, JSON.stringify([...seenGames(), game]))
  } catch {
    // a browser without storage offers the steps again
  }
}

function seenGames(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((game) => typeof game === 'string') : []
  } catch {
    return []
  }
}
