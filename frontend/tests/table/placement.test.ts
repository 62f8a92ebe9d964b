import { describe, expect, it } from 'vitest'
import { byRank } from '../../src/cards/deck'
import {
  allInTray,
  fromSetting,
  handsOf,
  isComplete,
  movePiece,
  slotOf,
  sortPieces,
  TRAY,
} from '../../src/table/placement'

const SLOTS = [
  { name: 'low', sizes: [1] },
  { name: 'high', sizes: [2, 3] },
]
const CARDS = ['2c', 'As', 'Kd', '2c']
const start = allInTray(CARDS, SLOTS)

describe('a placement', () => {
  it('begins with every card in the tray, equal cards apart', () => {
    expect(start[TRAY]!.map((piece) => piece.id)).toEqual([0, 1, 2, 3])
    expect(handsOf(start)).toEqual({})
    expect(isComplete(start, SLOTS)).toBe(false)
  })
  it('moves a card into a hand and back', () => {
    const moved = movePiece(start, SLOTS, 1, 'high')
    expect(handsOf(moved)).toEqual({ high: 'As' })
    expect(slotOf(moved, 1)).toBe('high')
    expect(movePiece(moved, SLOTS, 1, TRAY)[TRAY]).toHaveLength(4)
    expect(start[TRAY]).toHaveLength(4)
  })
  it('gives the last card of a full hand back', () => {
    const full = movePiece(start, SLOTS, 0, 'low')
    const exchanged = movePiece(full, SLOTS, 1, 'low')
    expect(handsOf(exchanged)).toEqual({ low: 'As' })
    expect(slotOf(exchanged, 0)).toBe(TRAY)
  })
  it('exchanges two cards of two hands', () => {
    let placement = movePiece(start, SLOTS, 0, 'low')
    placement = movePiece(placement, SLOTS, 1, 'high')
    placement = movePiece(placement, SLOTS, 0, 'high', 1)
    expect(handsOf(placement)).toEqual({ low: 'As', high: '2c' })
  })
  it('does not change when a card stays where it is', () => {
    expect(movePiece(start, SLOTS, 1, TRAY)).toBe(start)
  })
  it('is complete when every hand has a size that it may have', () => {
    const sizes = [[], [1], [1, 2], [1, 2, 3]].map((high) => {
      const setting = { low: ['2c'], high: high.map((place) => CARDS[place]!) }
      return isComplete(fromSetting(CARDS, SLOTS, setting), SLOTS)
    })
    expect(sizes).toEqual([false, false, true, true])
  })
  it('follows a setting, each of two equal cards once', () => {
    const placement = fromSetting(CARDS, SLOTS, { low: ['2c'], high: ['2c', 'As'] })
    expect(handsOf(placement)).toEqual({ low: '2c', high: '2c As' })
    expect(placement[TRAY]!.map((piece) => piece.card)).toEqual(['Kd'])
  })
  it('is sorted hand by hand', () => {
    expect(sortPieces(start, byRank)[TRAY]!.map((piece) => piece.card)).toEqual(['As', 'Kd', '2c', '2c'])
  })
})
