/** Words for the identifiers of rule sheets: slots, wagers, decisions, strategies. They come from the server with the games. */

import { catalogue } from '../games/catalogue.svelte'

/** An identifier as words: the last resort, where there is no label. */
export function wordsOf(identifier: string): string {
  return identifier.replaceAll('_', ' ')
}

/** A slot or a wager in the words of the game. */
export function labelOf(name: string, game: string): string {
  return catalogue.nameOf(['wagers', 'hands', 'decisions'], name, game) ?? wordsOf(name)
}

/** The same, for the beginning of a line. */
export function titleOf(name: string, game: string): string {
  return capitalised(labelOf(name, game))
}

/** Wagers in the order in which the game names them, which is that of its layout; others come last. */
export function inLayoutOrder(wagers: string[], game: string): string[] {
  const order = Object.keys(catalogue.game(game)?.names.wagers ?? {})
  const place = (wager: string): number => (order.includes(wager) ? order.indexOf(wager) : order.length)
  return [...wagers].sort((one, other) => place(one) - place(other))
}

/** A decision as its button says it. */
export function decisionLabel(option: string, game: string): string {
  return catalogue.nameOf(['decisions'], option, game) ?? titleOf(option, game)
}

/** A strategy in words. */
export function strategyLabel(strategy: string, game: string): string {
  return catalogue.nameOf(['strategies'], strategy, game) ?? wordsOf(strategy)
}

/** An outcome in words; "a_and_b" is two lines of pay tables. */
export function outcomeLabel(outcome: string, game: string): string {
  const name = catalogue.nameOf(['outcomes'], outcome, game)
  if (name !== undefined) return name
  const [first, second] = outcome.split('_and_')
  if (first === undefined || second === undefined) return capitalised(wordsOf(outcome))
  return `${outcomeLabel(first, game)}, and ${outcomeLabel(second, game).toLowerCase()}`
}

/** The name of a game without the name of its family. */
export function shortGameName(name: string): string {
  return name.replace('Pyramid Poker, ', '')
}

/** A sentence of the server with the names of wagers in place of their identifiers. */
export function withWagerNames(sentence: string, game: string): string {
  return sentence.replace(/[a-z0-9]+(_[a-z0-9]+)+/g, (word) => labelOf(word, game))
}

/** A reason from the server as a sentence of its own. */
export function asSentence(reason: string): string {
  return capitalised(reason) + (/[.!?…]$/.test(reason) ? '' : '.')
}

/** Why the server refuses something at a table, as a sentence that names wagers, hands and decisions. */
export function refusalText(reason: string, game: string): string {
  return asSentence(withWagerNames(reason, game))
}

export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** "1 seat", "3 seats" */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
