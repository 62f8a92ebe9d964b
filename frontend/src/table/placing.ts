/** Cards being put into hands: who lies where, and how it was before. Nothing here knows what beats what. */

export interface Slot {
  name: string
  sizes: number[]
}
export interface Piece {
  /** Two decks hold equal cards, so each piece has a number of its own. */
  id: number
  card: string
}
/** For each slot the pieces in it, in the order they were put; `tray` holds the rest. */
export type Placing = Record<string, Piece[]>

export const TRAY = 'tray'

export function spreadOut(cards: string[], slots: Slot[]): Placing {
  const empty = Object.fromEntries(slots.map((slot) => [slot.name, [] as Piece[]]))
  return { ...empty, [TRAY]: cards.map((card, id) => ({ id, card })) }
}

export function whereIs(placing: Placing, id: number): string {
  return Object.keys(placing).find((name) => placing[name]!.some((piece) => piece.id === id)) ?? TRAY
}

export function room(slot: Slot): number {
  return Math.max(...slot.sizes)
}

/** The placing with a piece moved; a full hand gives its last card back in exchange. */
export function moved(placing: Placing, slots: Slot[], id: number, to: string, instead?: number): Placing {
  const from = whereIs(placing, id)
  const piece = placing[from]!.find((each) => each.id === id)!
  if (from === to && instead === undefined) return placing
  const next: Placing = Object.fromEntries(
    Object.entries(placing).map(([name, pieces]) => [name, pieces.filter((each) => each.id !== id)]),
  )
  const slot = slots.find((each) => each.name === to)
  const full = slot !== undefined && next[to]!.length >= room(slot)
  const out =
    instead !== undefined
      ? next[to]!.find((each) => each.id === instead)
      : full
        ? next[to]!.at(-1)
        : undefined
  if (out) {
    next[to] = next[to]!.map((each) => (each.id === out.id ? piece : each))
    next[from] = [...next[from]!, out]
  } else {
    next[to] = [...next[to]!, piece]
  }
  return next
}

export function sortedBy(placing: Placing, order: (a: string, b: string) => number): Placing {
  return Object.fromEntries(
    Object.entries(placing).map(([name, pieces]) => [
      name,
      [...pieces].sort((a, b) => order(a.card, b.card)),
    ]),
  )
}

/** The hands as text, as the server takes them; hands without cards are left out. */
export function handsOf(placing: Placing): Record<string, string> {
  const filled = Object.entries(placing).filter(([name, pieces]) => name !== TRAY && pieces.length > 0)
  return Object.fromEntries(
    filled.map(([name, pieces]) => [name, pieces.map((piece) => piece.card).join(' ')]),
  )
}

/** Pieces laid as a setting says; cards it does not name stay in the tray. */
export function laidAs(cards: string[], slots: Slot[], hands: Record<string, string[]>): Placing {
  let left = cards.map((card, id) => ({ id, card }))
  const next: Placing = spreadOut([], slots)
  for (const slot of slots) {
    for (const card of hands[slot.name] ?? []) {
      const piece = left.find((each) => each.card === card)
      if (piece) {
        next[slot.name]!.push(piece)
        left = left.filter((each) => each !== piece)
      }
    }
  }
  return { ...next, [TRAY]: left }
}

export function complete(placing: Placing, slots: Slot[]): boolean {
  return slots.every((slot) => slot.sizes.includes(placing[slot.name]!.length))
}
