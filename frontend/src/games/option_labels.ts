/** Options of a game's terms and their values in words. The words come from the server, with the game. */

import { capitalised, wordsOf } from '../room/labels'
import { catalogue } from './catalogue.svelte'

/** A value of an option; text may be a number too, as in the address of the odds lab. */
export type OptionValue = string | number | boolean | null

/** An option of a game's terms; a line of a pay table goes without the table's name. */
export function optionLabel(game: string, option: string): string {
  return catalogue.option(game, option)?.label ?? capitalised(wordsOf(option.replace(/^.*\./, '')))
}

/** The option with its pay table, for where it stands alone. */
export function fullOptionLabel(game: string, option: string): string {
  const table = option.includes('.') ? `${payTableLabel(game, option)}: ` : ''
  return `${table}${optionLabel(game, option)}`
}

/** The pay table that an option is a line of. */
export function payTableLabel(game: string, option: string): string {
  return catalogue.option(game, option)?.table ?? capitalised(wordsOf(option.split('.')[0]!))
}

/** The value of an option: a choice in words, yes or no, a number as it is. */
export function valueLabel(game: string, option: string, value: OptionValue): string {
  const text = String(value)
  if (text === 'true') return 'Yes'
  if (text === 'false') return 'No'
  if (text === 'null') return 'No limit'
  const choice = catalogue.option(game, option)?.choice_labels?.[text]
  if (choice !== undefined) return choice
  return /^\d+$/.test(text) ? Number(text).toLocaleString('en') : capitalised(wordsOf(text))
}

/** A sentence of the server with the labels of options in place of their names. */
export function inLabels(game: string, sentence: string): string {
  const names = (catalogue.game(game)?.options ?? []).map((option) => option.name)
  return sentence.replace(/[a-z0-9_.-]+/gi, (word) =>
    names.includes(word) && word.includes('_') ? `“${fullOptionLabel(game, word)}”` : word,
  )
}

/** "First wager, most: 200" */
export function settingLabel(game: string, option: string, value: OptionValue): string {
  return `${fullOptionLabel(game, option)}: ${valueLabel(game, option, value)}`
}
