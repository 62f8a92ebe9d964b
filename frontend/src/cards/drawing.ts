/** The shapes that cards are drawn with, in a box of 100 by 100. */

import type { Suit } from './deck'

export const SUIT_PATH: Record<Suit, string> = {
  s: 'M50 4C46 18 8 38 8 62 8 76 18 84 29 84 37 84 43 80 46 74 45 84 40 92 32 96L68 96C60 92 55 84 54 74 57 80 63 84 71 84 82 84 92 76 92 62 92 38 54 18 50 4Z',
  h: 'M50 92C20 66 6 48 6 29 6 15 17 7 28 7 38 7 46 13 50 22 54 13 62 7 72 7 83 7 94 15 94 29 94 48 80 66 50 92Z',
  d: 'M50 3Q64 28 87 50 64 72 50 97 36 72 13 50 36 28 50 3Z',
  c: 'M50 4A21 21 0 0 1 67 37 21 21 0 1 1 55 70C56 82 60 91 68 96L32 96C40 91 44 82 45 70A21 21 0 1 1 33 37 21 21 0 0 1 50 4Z',
}

/** What a court card wears: a king's crown, a queen's tiara, a jack's cap. */
export const HEADWEAR: Record<string, string> = {
  K: 'M8 74 2 26 24 46 36 12 50 40 64 12 76 46 98 26 92 74ZM10 80H90V92H10Z',
  Q: 'M12 80 2 34 26 58 32 18 50 54 68 18 74 58 98 34 88 80ZM50 4a7 7 0 1 1-.1 0ZM2 22a6 6 0 1 1-.1 0ZM98 22a6 6 0 1 1-.1 0Z',
  J: 'M6 70C10 38 38 20 70 30L96 8C98 34 90 56 74 70ZM4 76H78V90H4Z',
}
