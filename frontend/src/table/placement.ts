/** Which card lies in which slot while hands are being set. Nothing here knows what beats what. */

export interface Slot {
  name: string
  /** How many cards the hand may have, smallest first. */
  sizes: number[]
}
export interface Piece {
  /** Two decks contain equal cards, so each piece has a number of its own. */
  id: number
  card: string
}
/** For each slot the pieces in it, in the order they were placed; `tray` has the rest. */
export type Placement = Record<string, Piece[]>

export const TRAY = 'tray'

/** All cards in the tray, all slots empty. */
export function allInTray(cards: string[], slots: Slot[]): Placement {
  const empty = Object.fromEntries(slots.map((slot) => [slot.name, [] as Piece[]]))
  return { ...empty, [TRAY]: cards.map((card, id) => ({ id, card })) }
}

/** The placement that a setting describes; cards that it does not name stay in the tray. */
export function fromSetting(cards: string[], slots: Slot[], setting: Record<string, string[]>): Placement {
  const placement = allInTray([], slots)
  let unplaced = cards.map((card, id) => ({ id, card }))
  for (const slot of slots) {
    for (const card of setting[slot.name] ?? []) {
      const piece = unplaced.find((each) => each.card === card)
      if (!piece) continue
      piecesIn(placement, slot.name).push(piece)
      unplaced = unplaced.filter((each) => each !== piece)
    }
  }
  return { ...placement, [TRAY]: unplaced }
}

export function piecesIn(placement: Placement, slot: string): Piece[] {
  return placement[slot] ?? []
}

/** The slot, or the tray, that contains a piece. */
export function slotOf(placement: Placement, id: number): string {
  return (
    Object.keys(placement).find((name) => piecesIn(placement, name).some((piece) => piece.id === id)) ?? TRAY
  )
}

export function pieceById(placement: Placement, id: number): Piece {
  const piece = piecesIn(placement, slotOf(placement, id)).find((each) => each.id === id)
  if (!piece) throw new Error(`there is no piece ${id} in this placement`)
  return piece
}

export function capacity(slot: Slot): number {
  return Math.max(...slot.sizes)
}

/** The fewest cards the hand may have. */
export function leastSize(slot: Slot): number {
  return slot.sizes[0] ?? 0
}

/** The placement with a piece moved. A full hand gives a card back: the one named by `exchange`, else its last. */
export function movePiece(
  placement: Placement,
  slots: Slot[],
  id: number,
  to: string,
  exchange?: number,
): Placement {
  const from = slotOf(placement, id)
  if (from === to && exchange === undefined) return placement
  const piece = pieceById(placement, id)
  const next: Placement = {}
  for (const [name, pieces] of Object.entries(placement)) next[name] = pieces.filter((each) => each.id !== id)
  const target = piecesIn(next, to)
  const returned = returnedPiece(
    target,
    slots.find((each) => each.name === to),
    exchange,
  )
  if (returned) {
    next[to] = target.map((each) => (each.id === returned.id ? piece : each))
    next[from] = [...piecesIn(next, from), returned]
  } else {
    next[to] = [...target, piece]
  }
  return next
}

/**
 * The placement with several pieces moved. A hand that is full gives back cards that are not among them; pieces that
 * still find no room stay where they are.
 */
export function moveGroup(placement: Placement, slots: Slot[], ids: number[], to: string): Placement {
  const slot = slots.find((each) => each.name === to)
  let next = placement
  for (const id of ids) {
    if (slotOf(next, id) === to) continue
    const there = piecesIn(next, to)
    if (!slot || there.length < capacity(slot)) {
      next = movePiece(next, slots, id, to)
      continue
    }
    const outsider = there.filter((piece) => !ids.includes(piece.id)).at(-1)
    if (outsider === undefined) break
    next = movePiece(next, slots, id, to, outsider.id)
  }
  return next
}

function returnedPiece(
  target: Piece[],
  slot: Slot | undefined,
  exchange: number | undefined,
): Piece | undefined {
  if (exchange !== undefined) return target.find((each) => each.id === exchange)
  if (slot && target.length >= capacity(slot)) return target.at(-1)
  return undefined
}

export function sortPieces(placement: Placement, compare: (a: string, b: string) => number): Placement {
  const sorted: Placement = {}
  for (const [name, pieces] of Object.entries(placement)) {
    sorted[name] = [...pieces].sort((a, b) => compare(a.card, b.card))
  }
  return sorted
}

/** The hands as the server takes them: cards as text, hands without cards left out. */
export function handsOf(placement: Placement): Record<string, string> {
  const filled = Object.entries(placement).filter(([name, pieces]) => name !== TRAY && pieces.length > 0)
  return Object.fromEntries(
    filled.map(([name, pieces]) => [name, pieces.map((piece) => piece.card).join(' ')]),
  )
}

/** Does every hand have a number of cards that it may have? */
export function isComplete(placement: Placement, slots: Slot[]): boolean {
  return slots.every((slot) => slot.sizes.includes(piecesIn(placement, slot.name).length))
}
