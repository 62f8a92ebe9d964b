/** The text of a rulebook for the page: clauses become links, and names of options become the game's labels. */

import { fullOptionLabel, payTableLabel, settingLabel } from '../games/option_labels'
import { catalogue } from '../games/catalogue.svelte'

export interface TextPart {
  kind: 'plain' | 'clause' | 'code'
  text: string
}

const CODE_OR_CLAUSE = /(`[^`]+`|[A-Z0-9]{3}-(?:[AD]\d{1,2}|\d{2}[a-z]?)(?![\w-]))/

/** The parts of a text, in order. */
export function clauseParts(game: string, text: string): TextPart[] {
  return text
    .split(CODE_OR_CLAUSE)
    .filter((part) => part !== '')
    .map((part) => {
      if (part.startsWith('`')) return codePart(game, part.slice(1, -1))
      return { kind: CODE_OR_CLAUSE.test(part) ? 'clause' : 'plain', text: part }
    })
}

/** Words between backticks: an option, an option with a value, or something else, which is shown as it is. */
function codePart(game: string, code: string): TextPart {
  const [name, value] = code.split(': ') as [string, string | undefined]
  const options = catalogue.game(game)?.options ?? []
  if (options.some((option) => option.name === name)) {
    const label = value === undefined ? fullOptionLabel(game, name) : settingLabel(game, name, value)
    return { kind: 'plain', text: `“${label}”` }
  }
  const lineOfTable = options.find((option) => option.name.startsWith(`${code}.`))
  if (lineOfTable) return { kind: 'plain', text: `“${payTableLabel(game, lineOfTable.name)}”` }
  return { kind: 'code', text: code }
}
