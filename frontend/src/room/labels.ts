/** Words for the identifiers that rule sheets use: slots, wagers and decisions. Options have theirs in `games/`. */

const NAMES: Record<string, string> = {
  low: 'low hand',
  high: 'high hand',
  front: 'front',
  middle: 'middle',
  back: 'back',
  first: 'first hand',
  second: 'second hand',
  third: 'third hand',
  hand1: 'hand 1',
  hand2: 'hand 2',
  hand3: 'hand 3',
  hand4: 'hand 4',
  hand5: 'hand 5',
  hand6: 'hand 6',
  five: 'all five cards',
  three: 'three cards',
  ante_play: 'ante',
  bonus_3_5: '3-5 Bonus',
  bonus_5_only: '5 Card Bonus Only',
}
const DECISIONS: Record<string, string> = {
  play: 'Play on',
  buy: 'Buy and play',
  five: 'Play all five',
  three: 'Play three',
}

/** An identifier as words: the last resort, where there is no label. */
export function wordsOf(identifier: string): string {
  return identifier.replaceAll('_', ' ')
}

/** A slot or a wager in words. */
export function labelOf(name: string): string {
  return NAMES[name] ?? wordsOf(name)
}

/** The same, for the beginning of a line. */
export function titleOf(name: string): string {
  return capitalised(labelOf(name))
}

/** A decision as its button says it. */
export function decisionLabel(option: string): string {
  return DECISIONS[option] ?? titleOf(option)
}

/** The name of a game without the name of its family. */
export function shortGameName(name: string): string {
  return name.replace('Pyramid Poker, ', '')
}

/** A reason from the server as a sentence of its own. */
export function asSentence(reason: string): string {
  return capitalised(reason) + (/[.!?…]$/.test(reason) ? '' : '.')
}

export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
