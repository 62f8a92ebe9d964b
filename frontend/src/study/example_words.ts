/** The identifiers of executed examples in the words of the game. */

import { catalogue } from '../games/catalogue.svelte'
import { fullOptionLabel, valueLabel } from '../games/option_labels'
import { capitalised, labelOf, outcomeLabel } from '../room/labels'

/** The name of a part of an example: an option, a wager, a hand or a decision by its label. */
export function exampleLabel(game: string, name: string): string {
  if (catalogue.option(game, name)) return fullOptionLabel(game, name)
  return capitalised(labelOf(name, game))
}

/** A value in words: that of an option by its label, another identifier as a name of the game. */
export function exampleValue(game: string, name: string, value: unknown): string {
  if (value === null || typeof value === 'boolean') return valueLabel(game, name, value)
  if (typeof value !== 'string') return JSON.stringify(value)
  if (catalogue.option(game, name)) return valueLabel(game, name, value)
  if (!/^[a-z0-9_]+$/.test(value)) return value
  return (
    catalogue.nameOf(['wagers', 'hands', 'decisions'], value, game) ?? outcomeLabel(value, game).toLowerCase()
  )
}
