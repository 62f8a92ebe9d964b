/** Words for the names that rule sheets use in records: slots, wagers, decisions. */

const WORDS: Record<string, string> = {
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
}
const DECISIONS: Record<string, string> = {
  play: 'Play on',
  buy: 'Buy and play',
  five: 'Play all five',
  three: 'Play three',
}

export function inWords(name: string): string {
  return WORDS[name] ?? name.replaceAll('_', ' ')
}

export function titled(name: string): string {
  const words = inWords(name)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A decision as its button says it. */
export function decided(option: string): string {
  return DECISIONS[option] ?? titled(option)
}

/** A reason of the server's as a sentence of its own. */
export function asSentence(reason: string): string {
  return reason.charAt(0).toUpperCase() + reason.slice(1) + (/[.!?…]$/.test(reason) ? '' : '.')
}
