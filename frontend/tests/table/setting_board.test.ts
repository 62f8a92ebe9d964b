import { describe, expect, it, vi } from 'vitest'
import { piecesIn, TRAY } from '../../src/table/placement'
import { SettingBoard, type Remarks } from '../../src/table/setting_board.svelte'

const RULES = {
  cards: ['2c', 'As', 'Kd'],
  slots: [
    { name: 'low', sizes: [1] },
    { name: 'high', sizes: [2] },
  ],
  titles: { low: 'Low hand', high: 'High hand' },
  discards: false,
}
const NOTHING_DECLARED = { jokers: {}, claims: [] }
const FINE: Remarks = { names: { high: 'ace high' }, problem: null }
const says =
  (problem: string | null): (() => Promise<Remarks>) =>
  () =>
    Promise.resolve({ names: {}, problem })

const board = (more: Partial<typeof RULES> = {}): SettingBoard => new SettingBoard({ ...RULES, ...more })
/** A board with all three cards set. */
function fullBoard(): SettingBoard {
  const made = board()
  made.place(0, 'low')
  made.place(1, 'high')
  made.place(2, 'high')
  return made
}
const cardsIn = (made: SettingBoard, slot: string): string[] =>
  piecesIn(made.placement, slot).map((piece) => piece.card)

describe('a new board', () => {
  it('has the cards in the tray, highest first, and says what is missing', () => {
    const made = board()
    expect(cardsIn(made, TRAY)).toEqual(['As', 'Kd', '2c'])
    expect(made.missing).toBe('3 more cards to place.')
    expect([made.isReady, made.isLegal, made.canUndo, made.problem]).toEqual([false, false, false, null])
  })
})

describe('taps', () => {
  it('choose a card and then its hand', () => {
    const made = board()
    made.tapPiece(1)
    made.tapHand(TRAY) // the same tap, on the tray around the card
    expect(made.chosen).toEqual([1])
    made.tapHand('high')
    expect(made.hands).toEqual({ high: 'As' })
    expect(made.chosen).toEqual([])
    expect(made.announcement).toBe('ace of spades, in High hand')
  })
  it('on the same card let it go', () => {
    const made = board()
    made.tapPiece(1)
    made.tapPiece(1)
    expect(made.chosen).toEqual([])
  })
  it('choose several cards and then the hand for all of them', () => {
    const made = board()
    made.tapPiece(1)
    made.tapPiece(2)
    expect(made.chosen).toEqual([1, 2])
    made.tapHand('high')
    expect(made.hands).toEqual({ high: 'As Kd' })
    expect(made.announcement).toBe('ace of spades, king of diamonds, in High hand')
    made.undo()
    expect(made.cardsLeft).toBe(3)
  })
  it('leave the cards of a group that find no room, still chosen', () => {
    const made = board()
    for (const id of [0, 1, 2]) made.tapPiece(id)
    made.tapHand('high')
    expect(made.hands).toEqual({ high: '2c As' })
    expect(made.chosen).toEqual([2])
  })
  it('send a group to the hand of the card that is tapped, in place of the cards there', () => {
    const made = board()
    made.place(2, 'high')
    made.tapPiece(0)
    made.tapPiece(1)
    made.tapPiece(2)
    expect(made.hands).toEqual({ high: 'As 2c' })
    expect(cardsIn(made, TRAY)).toEqual(['Kd'])
  })
  it('return a group to the tray', () => {
    const made = fullBoard()
    made.tapPiece(1)
    made.tapPiece(2)
    made.tapHand(TRAY)
    expect(made.hands).toEqual({ low: '2c' })
  })
  it('on cards of two hands exchange them', () => {
    const made = fullBoard()
    made.tapPiece(0)
    made.tapPiece(1)
    expect(made.hands).toEqual({ low: 'As', high: '2c Kd' })
  })
  it('on a hand with no card chosen do nothing', () => {
    const made = board()
    made.tapHand('low')
    expect(made.cardsLeft).toBe(3)
  })
})

describe('a dropped card', () => {
  it('takes the place of the card under it when the hand is full', () => {
    const made = fullBoard()
    made.drop(0, 'high', 1)
    expect(made.hands).toEqual({ low: 'As', high: '2c Kd' })
  })
  it('goes beside the card under it when there is room', () => {
    const made = board()
    made.place(1, 'high')
    made.drop(2, 'high', 1)
    expect(made.hands).toEqual({ high: 'As Kd' })
  })
})

describe('undo', () => {
  it('goes back step by step', () => {
    const made = fullBoard()
    made.undo()
    expect(made.hands).toEqual({ low: '2c', high: 'As' })
    made.undo()
    made.undo()
    expect(made.canUndo).toBe(false)
    made.undo()
    expect(made.cardsLeft).toBe(3)
  })
  it('takes back a clear and the house way', () => {
    const made = fullBoard()
    made.clear()
    expect(made.cardsLeft).toBe(3)
    made.applyHouseWay({ low: ['Kd'], high: ['As', '2c'] })
    expect(made.hands).toEqual({ low: 'Kd', high: 'As 2c' })
    made.undo()
    made.undo()
    expect(made.hands).toEqual({ low: '2c', high: 'As Kd' })
  })
})

it('sorts by suit and by rank', () => {
  const made = board()
  made.toggleSortOrder()
  expect([made.sortOrder, cardsIn(made, TRAY)]).toEqual(['suit', ['As', 'Kd', '2c']])
  made.toggleSortOrder()
  expect(made.sortOrder).toBe('rank')
})

describe('the word of the server', () => {
  it('makes complete hands legal', async () => {
    const made = fullBoard()
    expect([made.isReady, made.isLegal]).toEqual([true, false])
    const ask = vi.fn(() => Promise.resolve(FINE))
    await made.judge(ask)
    expect(ask).toHaveBeenCalledWith({ low: '2c', high: 'As Kd' }, NOTHING_DECLARED)
    expect(made.isLegal).toBe(true)
    expect(made.remarks.names).toEqual({ high: 'ace high' })
  })
  it('says why complete hands foul', async () => {
    const made = fullBoard()
    await made.judge(says('the high hand must be higher'))
    expect([made.isLegal, made.problem]).toEqual([false, 'the high hand must be higher'])
  })
  it('is not shown before the hands are complete', async () => {
    const made = board()
    await made.judge(says('the low hand needs one card'))
    expect(made.problem).toBeNull()
  })
  it('about an earlier placement is dropped', async () => {
    const made = fullBoard()
    let answer: (remarks: Remarks) => void = () => undefined
    const judged = made.judge(() => new Promise((resolve) => (answer = resolve)))
    made.undo()
    made.place(2, 'high')
    answer(FINE)
    await judged
    expect(made.isLegal).toBe(false)
    expect(made.remarks.names).toEqual({})
  })
})

describe('setting the hands', () => {
  it('sends them when they are legal, and shows a refusal until the next change', async () => {
    const made = fullBoard()
    await made.judge(() => Promise.resolve(FINE))
    const send = vi.fn(() => Promise.resolve('the round is over'))
    await made.submit(send, says(null))
    expect(send).toHaveBeenCalledWith({ low: '2c', high: 'As Kd' }, NOTHING_DECLARED)
    expect(made.problem).toBe('the round is over')
    made.undo()
    expect(made.problem).toBeNull()
  })
  it('shows at once that they are on their way, and sends them once', async () => {
    const made = fullBoard()
    await made.judge(() => Promise.resolve(FINE))
    let answer: (refusal: string | null) => void = () => undefined
    const send = vi.fn(() => new Promise<string | null>((done) => (answer = done)))
    const submitted = made.submit(send, says(null))
    expect(made.isSending).toBe(true)
    await made.submit(send, says(null))
    expect(send).toHaveBeenCalledOnce()
    answer(null)
    await submitted
    expect(made.isSending).toBe(false)
  })
  it('waits for the word of the server if it is pressed before', async () => {
    const made = fullBoard()
    const send = vi.fn(() => Promise.resolve(null))
    const ask = vi.fn(() => Promise.resolve(FINE))
    await made.submit(send, ask)
    expect(ask).toHaveBeenCalledOnce()
    expect(send).toHaveBeenCalledOnce()
  })
  it('sends nothing that the server refuses while it is awaited', async () => {
    const made = fullBoard()
    const send = vi.fn(() => Promise.resolve(null))
    await made.submit(send, says('a card is not yours'))
    expect(send).not.toHaveBeenCalled()
    expect(made.problem).toBe('a card is not yours')
  })
  it('sends nothing while a card is missing, and says so', async () => {
    const made = board()
    made.place(0, 'low')
    const send = vi.fn(() => Promise.resolve(null))
    await made.submit(send, says(null))
    expect(send).not.toHaveBeenCalled()
    expect(made.problem).toBe('2 more cards to place.')
  })
  it('sends nothing that the terms refuse as a foul', async () => {
    const made = fullBoard()
    await made.judge(() => Promise.resolve({ names: {}, problem: null, foul: 'a foul', isFoulBlocked: true }))
    const send = vi.fn(() => Promise.resolve(null))
    await made.submit(send, says(null))
    expect([made.canBeSet, made.asksAboutFoul, made.problem]).toEqual([false, false, 'a foul'])
    expect(send).not.toHaveBeenCalled()
  })
  it('asks once about a foul that has a price, then sends it', async () => {
    const made = fullBoard()
    await made.judge(() =>
      Promise.resolve({
        names: {},
        problem: null,
        foul: 'a foul',
        foulCost: 'all is lost',
        isFoulBlocked: false,
      }),
    )
    const send = vi.fn(() => Promise.resolve(null))
    expect([made.isLegal, made.canBeSet, made.asksAboutFoul]).toEqual([false, true, false])
    await made.submit(send, says(null))
    expect(made.asksAboutFoul).toBe(true)
    expect(send).not.toHaveBeenCalled()
    made.takeBackFoul()
    expect(made.asksAboutFoul).toBe(false)
    await made.submit(send, says(null))
    await made.submit(send, says(null))
    expect(send).toHaveBeenCalledOnce()
  })
  it('asks again about the next foul', async () => {
    const priced = { names: {}, problem: null, foul: 'a foul', isFoulBlocked: false }
    const made = fullBoard()
    await made.judge(() => Promise.resolve(priced))
    await made.submit(() => Promise.resolve(null), says(null))
    made.place(0, 'high', 1)
    await made.judge(() => Promise.resolve(priced))
    expect([made.isPricedFoul, made.asksAboutFoul]).toEqual([true, false])
  })
})

describe('a hand out of order', () => {
  it('is marked until the next change', async () => {
    const made = board()
    made.place(0, 'low')
    await made.judge(() => Promise.resolve({ names: {}, problem: 'not all', misplaced: ['low'] }))
    expect([made.isMisplaced('low'), made.isMisplaced('high')]).toEqual([true, false])
    made.place(1, 'high')
    expect(made.isMisplaced('low')).toBe(false)
  })
  it('differs from a hand that keeps the order', async () => {
    const made = board()
    made.place(0, 'low')
    await made.judge(() => Promise.resolve({ names: {}, problem: 'not all', inOrder: ['low'] }))
    expect([made.isInOrder('low'), made.isInOrder('high'), made.isMisplaced('low')]).toEqual([
      true,
      false,
      false,
    ])
    made.place(1, 'high')
    expect(made.isInOrder('low')).toBe(false)
  })
})

describe('cards that are left over', () => {
  const cards = ['2c', 'As', 'Kd', '9h']
  it('are allowed where cards are discarded', () => {
    const made = board({ cards, discards: true })
    made.applyHouseWay({ low: ['2c'], high: ['As', 'Kd'] })
    expect(made.isReady).toBe(true)
  })
  it('are not allowed elsewhere', () => {
    const made = board({ cards })
    made.applyHouseWay({ low: ['2c'], high: ['As', 'Kd'] })
    expect(made.isReady).toBe(false)
    expect(made.missing).toBe('1 cards are left: every card must be set here.')
  })
})

describe('jokers and claims', () => {
  function withJoker(): SettingBoard {
    const made = board({ cards: ['2c', 'Xx', 'Kd'] })
    made.applyHouseWay({ low: ['2c'], high: ['Xx', 'Kd'] })
    return made
  }
  it('are sent with the hands once the joker is named', async () => {
    const made = withJoker()
    const joker = piecesIn(made.placement, 'high').find((piece) => piece.card === 'Xx')!
    expect(made.declared).toEqual(NOTHING_DECLARED)
    made.nameJoker(joker.id, 'Ks')
    made.toggleClaim('natural')
    await made.judge(() => Promise.resolve(FINE))
    const send = vi.fn(() => Promise.resolve(null))
    await made.submit(send, says(null))
    expect(send).toHaveBeenCalledWith(
      { low: '2c', high: 'Xx Kd' },
      { jokers: { high: 'Ks' }, claims: ['natural'] },
    )
    made.toggleClaim('natural')
    made.nameJoker(joker.id, '')
    expect(made.declared).toEqual(NOTHING_DECLARED)
  })
  it('are judged again when they change', async () => {
    const made = withJoker()
    await made.judge(() => Promise.resolve(FINE))
    expect(made.isLegal).toBe(true)
    made.toggleClaim('natural')
    expect(made.isLegal).toBe(false)
  })
  it('show the card that the server gives a joker until one is named', async () => {
    const made = withJoker()
    const [joker, king] = piecesIn(made.placement, 'high')
    await made.judge(() => Promise.resolve({ ...FINE, jokerCards: { high: 'As' } }))
    expect(made.standsFor('high', joker!.id)).toBe('As')
    expect(made.standsFor('high', king!.id)).toBeNull()
    made.nameJoker(joker!.id, 'Kc')
    expect(made.standsFor('high', joker!.id)).toBe('Kc')
  })
})
