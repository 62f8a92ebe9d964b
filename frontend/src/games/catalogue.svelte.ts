/** The games of the room with their options and words, as the server describes them; loaded once. */

import { get } from '../room/api'
import type { GameInfo, GameNames, GameOption } from '../room/http_types'

class Catalogue {
  games = $state.raw<GameInfo[]>([])
  #request: Promise<GameInfo[]> | null = null

  /** The games; a failed request is made again by the next caller. */
  load(): Promise<GameInfo[]> {
    this.#request ??= get<GameInfo[]>('/api/games').then(
      (games) => (this.games = games),
      (error: unknown) => {
        this.#request = null
        throw error
      },
    )
    return this.#request
  }

  game(key: string): GameInfo | undefined {
    return this.games.find((game) => game.key === key)
  }

  option(key: string, name: string): GameOption | undefined {
    return this.game(key)?.options.find((option) => option.name === name)
  }

  /**
   * The game's name for an identifier, from the first of these kinds that has one. Without a game it is the name that
   * all games share; games that differ have none.
   */
  nameOf(kinds: (keyof GameNames)[], identifier: string, key?: string): string | undefined {
    const games = key === undefined ? this.games : this.games.filter((game) => game.key === key)
    for (const kind of kinds) {
      const names = new Set(
        games.map((game) => game.names[kind][identifier]).filter((name) => name !== undefined),
      )
      if (names.size === 1) return [...names][0]
    }
    return undefined
  }
}

export const catalogue = new Catalogue()
