/** Options that a person has chosen, by name, as text. */

import type { GameOption } from '../room/http_types'

/** Options by name, as text; an option that is not there has its default. */
export type ChosenOptions = Record<string, string>

/** Stands for "nothing chosen" where that differs from choosing the default. */
export const UNCHOSEN = ''

/** The value that a control shows. */
export function currentValue(chosen: ChosenOptions, option: GameOption): string {
  return chosen[option.name] ?? valueUnlessChosen(option)
}

/** The value that a control shows while nothing is chosen. */
export function valueUnlessChosen(option: GameOption): string {
  return option.unchosen === undefined ? String(option.default) : UNCHOSEN
}

/** The options with one more choice. A choice that changes nothing is left out. */
export function withChoice(chosen: ChosenOptions, option: GameOption, to: string): ChosenOptions {
  const { [option.name]: _before, ...others } = chosen
  return to === valueUnlessChosen(option) ? others : { ...others, [option.name]: to }
}
