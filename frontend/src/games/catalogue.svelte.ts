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

  /** The game's name for an identifier, from the first of these kinds that has one. */
  nameOf(kinds: (keyof GameNames)[], identifier: string, key: string): string | undefined {
    const names = this.game(key)?.names
    for (const kind of kinds) {
      const name = names?.[kind][identifier]
      if (name !== undefined) return name
    }
    return undefined
  }
}

export const catalogue = new Catalogue()
