import { describe, expect, it } from 'vitest'
import {
  fitsPhone,
  allowsDiscards,
  hasBank,
  isOurTurn,
  isWaitedFor,
  resultOf,
  seatAt,
  showsClock,
  quotedRule,
  statusLine,
  tableState,
} from '../../src/table/table_state'
import { chair, own, playing, round, seat, shuffling, step, view } from './views'

const line = (each: ReturnType<typeof view>): string => statusLine(tableState(each))
const payment = { wager: 'main', clause: 'PYR-43', why: 'win' }
const paid = [
  { ...payment, payer: 'house', payee: 1, chips: 30 },
  { ...payment, payer: 1, payee: 2, chips: 12 },
]

describe('the people at a table', () => {
  it('are we, the others and the free places', () => {
    const state = tableState(playing())
    expect(state.myChair?.player).toBe('Ann')
    expect(state.mySeat?.seat).toBe(1)
    expect(state.otherChairs.map((each) => each.player)).toEqual(['Bob'])
    expect(state.freePlaces).toEqual([3, 4])
    expect(seatAt(state, 1)?.player).toBe('Bob')
    expect(seatAt(state, 3)).toBeNull()
  })
  it('include us when we watch', () => {
    const state = tableState(
      view({ chairs: [chair(1, 'Bob')], you: { places: [], host: false, may: { sit: null } } }),
    )
    expect([state.myChair, state.mySeat, state.own]).toEqual([null, null, null])
  })
  it('with two seats of ours: the one that has to act comes first', () => {
    const two = {
      seats: [seat(1, 2, 'Ann'), seat(3, 3, 'Ann')],
      own: [own(1), own(3, { to_move: true })],
      step: step('set'),
    }
    const state = tableState(playing(two))
    expect(state.own?.seat).toBe(3)
    expect(state.mySeat?.place).toBe(3)
    expect(state.ownSeats).toEqual([1, 3])
  })
})

describe('what we have to do', () => {
  it.each(['wager', 'decide', 'set'] as const)('is to %s when it is our turn', (kind) => {
    expect(tableState(playing({ step: step(kind), own: [own(1, { to_move: true })] })).action).toBe(kind)
  })
  it('is nothing when it is not our turn, while cards are dealt, or between rounds', () => {
    expect(tableState(playing()).action).toBeNull()
    expect(tableState(playing({ step: step('deal'), own: [own(1, { to_move: true })] })).action).toBeNull()
    expect(tableState(view()).action).toBeNull()
  })
  it('makes it our turn', () => {
    expect(isOurTurn(playing({ own: [own(1, { to_move: true })] }))).toBe(true)
    expect(isOurTurn(playing())).toBe(false)
    expect(isOurTurn(view({ round: shuffling(null) }))).toBe(false)
    expect(isOurTurn(null)).toBe(false)
  })
})

describe('the round on the felt', () => {
  it('is the last one until the next begins', () => {
    const over = tableState(view({ last: round({ id: 'T-0', over: true }) }))
    expect([over.round?.id, over.isOver, over.lastRound?.id]).toEqual(['T-0', true, 'T-0'])
    const next = tableState(
      view({ phase: 'shuffling', round: shuffling('commit'), last: round({ id: 'T-0' }) }),
    )
    expect([next.round, next.isOver]).toEqual([null, true])
  })
  it('may have been called off', () => {
    const last = { id: 'T-0', commitment: 'ab', outcome: 'called off', why: 'the beacon is late' }
    const state = tableState(view({ last }))
    expect([state.lastRound, state.round, state.calledOff?.why]).toEqual([null, null, 'the beacon is late'])
  })
  it('has results once it is over, unless it is void', () => {
    const results = (each: ReturnType<typeof view>): (number | null)[] => {
      const state = tableState(each)
      return [1, 2].map((place) => resultOf(state, seatAt(state, place)))
    }
    expect(results(view({ last: round({ payments: paid }) }))).toEqual([12, 18])
    expect(results(view({ last: round({ payments: paid, voided: 'misdeal' }) }))).toEqual([null, null])
    expect(results(playing({ payments: paid }))).toEqual([null, null])
  })
  it('knows who is waited for and who has the bank', () => {
    const state = tableState(playing({ banker: 2 }))
    const [bob, ann] = [seatAt(state, 1), seatAt(state, 2)]
    expect([isWaitedFor(state, bob), isWaitedFor(state, ann), isWaitedFor(state, null)]).toEqual([
      true,
      false,
      false,
    ])
    expect([hasBank(state, bob), hasBank(state, ann), hasBank(state, null)]).toEqual([true, false, false])
  })
})

describe('the line of the table', () => {
  const watcher = { places: [], host: false, may: { sit: null } }
  it.each([
    ['our turn', playing({ step: step('decide'), own: [own(1, { to_move: true })] }), 'Your decision.'],
    ['another turn', playing(), 'Waiting for Bob.'],
    ['the dealer', playing({ waiting_for: ['house'] }), 'Waiting for the dealer.'],
    ['nobody', playing({ waiting_for: [] }), 'Dealing…'],
    ['a watcher', { ...playing(), you: watcher }, 'You are watching. Waiting for Bob.'],
    ['a newcomer', playing({ own: [] }), 'You are dealt in next round. Waiting for Bob.'],
    [
      'shuffling',
      view({ phase: 'shuffling', round: shuffling(null) }),
      'Shuffling: the house has sealed its order, and every player cuts the cards.',
    ],
    ['too few', view(), 'Waiting for more players.'],
    [
      'between',
      view({ last: round(), clock: { left_ms: 900, total_ms: 9000 } }),
      'The next round begins when everybody is ready.',
    ],
    ['at once', view({ clock: { left_ms: 900, total_ms: 1000 } }), 'The first cards are dealt at once.'],
    ['watching', view({ you: watcher }), 'You are watching. Take a seat to play.'],
    [
      'no seat',
      view({ you: { ...watcher, may: { sit: 'all 4 seats are taken' } } }),
      'You are watching: all 4 seats are taken.',
    ],
    [
      'out',
      view({ chairs: [chair(2, 'Ann', { you: true, out: 'too few chips' })] }),
      'You sit out: too few chips.',
    ],
  ])('%s', (_, each, says) => {
    expect(line(each)).toBe(says)
  })
  it('does not say that we sit out when we are leaving anyway', () => {
    const leaving = view({ chairs: [chair(2, 'Ann', { you: true, out: 'leaves', leaving: true })] })
    expect(tableState(leaving).sittingOut).toBeNull()
  })
})

it('shows a clock for our turn and between rounds', () => {
  expect(showsClock(tableState(playing({ own: [own(1, { to_move: true })] })))).toBe(true)
  expect(showsClock(tableState(playing()))).toBe(false)
  expect(showsClock(tableState(view()))).toBe(true)
  expect(showsClock(tableState(view({ you: { places: [], host: false, may: {} } })))).toBe(false)
})

it('allows discards when the hands need fewer cards than there are', () => {
  const slots = [{ name: 'low', sizes: [1], takes: '', clause: '' }]
  expect(allowsDiscards(own(1, { slots }), ['As', 'Kd'])).toBe(true)
  expect(allowsDiscards(own(1, { slots }), ['As'])).toBe(false)
})

describe('the clause next to the line', () => {
  it('is quoted whole', () => {
    const clause = 'A player must set the three cards into two hands: one card low, two cards high.'
    expect(quotedRule(clause)).toBe(clause)
    expect(fitsPhone(clause)).toBe(true)
  })
  it('is left out on a phone if it is long', () => {
    const clause =
      'After buying five more cards each player divides the 20 to 25 cards into six hands, placed face down.'
    expect(fitsPhone(clause)).toBe(false)
  })
  it('is left out if it uses names of the rulebook alone', () => {
    expect(quotedRule('Each player must place three separate wagers, W1, W2 and W3.')).toBe(null)
    expect(quotedRule(null)).toBe(null)
  })
})
