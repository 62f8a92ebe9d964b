/** Words for the options of a game's terms and for their values, from one file for each game. */

import { capitalised, wordsOf } from '../room/labels'

interface GameLabels {
  /** Pay tables, by the part of an option's name before the dot. */
  tables: Record<string, string>
  options: Record<string, string>
  /** The values of an option that is a choice. */
  values: Record<string, Record<string, string>>
}
const FILES = import.meta.glob<GameLabels>('./*.json', { eager: true, import: 'default' })
const NO_LABELS: GameLabels = { tables: {}, options: {}, values: {} }

/** An option of a game's terms; a line of a pay table goes without the table's name. */
export function optionLabel(game: string, option: string): string {
  return labelsOf(game).options[option] ?? capitalised(wordsOf(option.replace(/^.*\./, '')))
}

/** The option with its pay table, for where it stands alone. */
export function fullOptionLabel(game: string, option: string): string {
  const table = option.includes('.') ? `${payTableLabel(game, option.split('.')[0]!)}: ` : ''
  return `${table}${optionLabel(game, option)}`
}

export function payTableLabel(game: string, table: string): string {
  return labelsOf(game).tables[table] ?? capitalised(wordsOf(table))
}

/** The value of an option: a choice in words, yes or no, a number as it is. */
export function valueLabel(game: string, option: string, value: unknown): string {
  const text = String(value)
  if (text === 'true') return 'Yes'
  if (text === 'false') return 'No'
  if (text === 'null' || text === 'None') return 'No limit'
  return labelsOf(game).values[option]?.[text] ?? wordsOf(text)
}

/** "Main wager, most: 200" */
export function settingLabel(game: string, option: string, value: unknown): string {
  return `${fullOptionLabel(game, option)}: ${valueLabel(game, option, value)}`
}

function labelsOf(game: string): GameLabels {
  return FILES[`./${game}.json`] ?? NO_LABELS
}
