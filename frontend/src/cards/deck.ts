/** Cards as the server writes them: `As`, `10d` or `Td`, and `Xx` for a joker. Names only; what beats what is the server's. */

export type Suit = 's' | 'h' | 'd' | 'c'
export interface Face {
  rank: string
  suit: Suit | null
}

const RANKS: Record<string, string> = {
  A: 'ace',
  K: 'king',
  Q: 'queen',
  J: 'jack',
  T: 'ten',
  '10': 'ten',
  '9': 'nine',
  '8': 'eight',
  '7': 'seven',
  '6': 'six',
  '5': 'five',
  '4': 'four',
  '3': 'three',
  '2': 'two',
}
const SUITS: Record<Suit, string> = { s: 'spades', h: 'hearts', d: 'diamonds', c: 'clubs' }
const HIGH_TO_LOW = ['X', 'A', 'K', 'Q', 'J', 'T', '9', '8', '7', '6', '5', '4', '3', '2']

export function isJoker(card: string): boolean {
  return card.startsWith('X')
}

/** The 52 cards, by suit and from the ace down. */
export const DECK: string[] = ['s', 'h', 'd', 'c'].flatMap((suit) =>
  HIGH_TO_LOW.slice(1).map((rank) => rank + suit),
)

export function face(card: string): Face {
  if (isJoker(card)) return { rank: 'X', suit: null }
  const rank = card.slice(0, -1)
  return { rank: rank === '10' ? 'T' : rank, suit: card.slice(-1) as Suit }
}

/** What a person hears: "nine of hearts". */
export function cardName(card: string): string {
  const { rank, suit } = face(card)
  return suit === null ? 'joker' : `${RANKS[rank]} of ${SUITS[suit]}`
}

const SYMBOLS: Record<Suit, string> = { s: '♠', h: '♥', d: '♦', c: '♣' }
const TEXT_STYLE = '\uFE0E' // a symbol as text, not as a coloured picture
/** A card in a sentence. "As" at the beginning of a sentence is a word. */
const CARD_IN_SENTENCE = /(?<!^|[.!?] )\bAs\b|\b(?!As\b)(?:[AKQJT2-9]|10)[shdc]\b/g

/** A sentence of the server with its cards as a player writes them: "Kd Th" is "K♦ 10♥". */
export function withSuitSymbols(sentence: string): string {
  return sentence.replace(CARD_IN_SENTENCE, (card) => {
    const { rank, suit } = face(card)
    return (rank === 'T' ? '10' : rank) + SYMBOLS[suit!] + TEXT_STYLE
  })
}

export function cardsOf(text: string): string[] {
  return text.trim() ? text.trim().split(/\s+/) : []
}

/** One card of an open hand; a joker also has the card that it stands for. */
export interface OpenCard {
  card: string
  standsFor: string | null
}

/** The cards of a hand, its jokers with what they stand for, as far as that is known. */
export function openCards(hand: string, jokers = ''): OpenCard[] {
  const left = cardsOf(jokers)
  return cardsOf(hand).map((card) => ({
    card,
    standsFor: face(card).suit === null ? (left.shift() ?? null) : null,
  }))
}

/** What a person hears about an open card: "nine of hearts", "joker as ace of spades". */
export function openCardName({ card, standsFor }: OpenCard): string {
  return standsFor === null ? cardName(card) : `joker as ${cardName(standsFor)}`
}

export function byRank(a: string, b: string): number {
  const [left, right] = [face(a), face(b)]
  return HIGH_TO_LOW.indexOf(left.rank) - HIGH_TO_LOW.indexOf(right.rank) || bySuitAlone(left, right)
}

export function bySuit(a: string, b: string): number {
  return bySuitAlone(face(a), face(b)) || byRank(a, b)
}

function bySuitAlone(left: Face, right: Face): number {
  const order = 'shdc'
  return (
    (left.suit === null ? -1 : order.indexOf(left.suit)) -
    (right.suit === null ? -1 : order.indexOf(right.suit))
  )
}
