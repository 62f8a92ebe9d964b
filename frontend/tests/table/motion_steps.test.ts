import { describe, expect, it } from 'vitest'
import type { Payment, PublicEvent, RoundView, TableView } from '../../src/room/protocol'
import {
  DEAL_PACE,
  endOf,
  motionSteps,
  OPEN_PACE,
  PAY_PACE,
  soundOf,
  type TimedStep,
} from '../../src/table/motion_steps'
import { own, playing, round, seat, shuffling, view } from './views'

const NO_CARDS = { count: 0, cards: [], setting: null, slots: [], names: {}, joker_cards: {} }

function dealt(...packets: [number | string, number][]): PublicEvent {
  return { number: 1, kind: 'move', move: 'dealt', packets }
}
function ended(more: Partial<RoundView>): TableView {
  return view({ phase: 'between', round: null, last: round({ over: true, step: null, ...more }) })
}
function pays(payer: number | string, payee: number | string, chips: number, wager = 'main'): Payment {
  return { payer, payee, chips, wager, clause: 'PYR-43', why: '' }
}
/** Each step in short. */
function inShort(steps: TimedStep[]): string[] {
  return steps.map((step) => {
    if (step.kind === 'deal') return `deal ${step.to} ${step.card ?? '?'}`
    if (step.kind === 'open')
      return `open ${step.hands.map(({ party, slot }) => `${party} ${slot}`).join(', ')}`
    if (step.kind === 'lay') return `lay ${step.card}`
    if (step.kind === 'push') return `push ${step.cards.join(' ')}`
    if (step.kind === 'pay') return `pay ${step.payment.payer} ${step.payment.payee} ${step.payment.chips}`
    return `result ${step.net}`
  })
}
const LOW_HIGH = { low: '4c', high: 'As Kd' }
const seats = (more: object): RoundView['seats'] => [
  seat(1, 2, 'Ann', { card_count: 3, cards: ['As', '4c', 'Kd'], slots: ['low', 'high'], ...more }),
  seat(2, 1, 'Bob', { card_count: 3, slots: ['low', 'high'], ...more }),
]

describe('cards that are dealt', () => {
  it('follow the packets of the deal, the dealer last; we see only our own', () => {
    const after = playing({ seats: seats({}), dealer: { ...NO_CARDS, count: 3 } })
    const steps = motionSteps(playing({}), after, [dealt([1, 3], [2, 3], ['house', 3])])
    expect(inShort(steps)).toEqual([
      ...['deal 1 As', 'deal 1 4c', 'deal 1 Kd'],
      ...['deal 2 ?', 'deal 2 ?', 'deal 2 ?'],
      ...['deal house ?', 'deal house ?', 'deal house ?'],
    ])
    expect(steps.map(soundOf)).toEqual(['deal', null, null, 'deal', null, null, 'deal', null, null])
  })
  it('go round one card at a time where the house deals so', () => {
    const after = playing({ seats: seats({ card_count: 2 }), dealer: { ...NO_CARDS, count: 2 } })
    const steps = motionSteps(playing({}), after, [
      dealt([1, 1], [2, 1], ['house', 1], [1, 1], [2, 1], ['house', 1]),
    ])
    expect(inShort(steps)).toEqual([
      ...['deal 1 As', 'deal 2 ?', 'deal house ?'],
      ...['deal 1 4c', 'deal 2 ?', 'deal house ?'],
    ])
  })
  it('are only the new ones in a second deal, also if the same card came before', () => {
    const before = playing({ seats: [seat(1, 2, 'Ann', { cards: ['As', '4c'] })] })
    const after = playing({ seats: [seat(1, 2, 'Ann', { cards: ['As', '4c', '4c', '9h'] })] })
    expect(inShort(motionSteps(before, after, [dealt([1, 2])]))).toEqual(['deal 1 4c', 'deal 1 9h'])
  })
  it('are dealt after the shuffle too', () => {
    const before = view({ phase: 'shuffling', round: shuffling(null) })
    const after = playing({ seats: seats({}) })
    expect(inShort(motionSteps(before, after, [dealt([1, 3])]))).toHaveLength(3)
  })
  it('take at most 1.2 seconds, six players with twenty cards included', () => {
    const packets = [1, 2, 3, 4, 5, 6].map((number): [number, number] => [number, 20])
    const steps = motionSteps(playing({}), playing({}), [dealt(...packets)])
    expect(steps).toHaveLength(120)
    expect(endOf(steps)).toBeLessThanOrEqual(DEAL_PACE.total + 0.001)
    expect(DEAL_PACE.total).toBe(1200)
  })
})

describe('hands that are opened', () => {
  const dealer = {
    ...NO_CARDS,
    count: 3,
    cards: ['2c', '9s', '9d'],
    setting: { low: '2c', high: '9s 9d' },
    slots: ['low', 'high'],
  }
  it('are the dealer’s, then those of each seat, low before high [PYR-37, PYR-42]', () => {
    const before = playing({ seats: seats({}), dealer: { ...NO_CARDS, count: 3 } })
    const after = ended({ seats: seats({ setting: LOW_HIGH }), dealer, exposure: 'seat_by_seat' })
    expect(inShort(motionSteps(before, after, []))).toEqual([
      ...['open house low', 'open house high'],
      ...['open 1 low', 'open 1 high', 'open 2 low', 'open 2 high'],
      'result 0',
    ])
  })
  it('are the house’s, the banker’s, then the others’ where a player banks [PYR-A28]', () => {
    const before = playing({ seats: seats({}), banker: 2, dealer: { ...NO_CARDS, count: 3 } })
    const after = ended({ seats: seats({ setting: LOW_HIGH }), banker: 2, dealer })
    expect(inShort(motionSteps(before, after, [])).slice(0, 6)).toEqual([
      ...['open house low', 'open house high'],
      ...['open 2 low', 'open 2 high', 'open 1 low', 'open 1 high'],
    ])
  })
  it('are all players’ hand 1, then hand 2, and so on [SHO-33]', () => {
    const after = ended({ seats: seats({ setting: LOW_HIGH }), exposure: 'hand_by_hand' })
    expect(inShort(motionSteps(playing({ seats: seats({}) }), after, []))).toEqual([
      'open 1 low, 2 low',
      'open 1 high, 2 high',
      'result 0',
    ])
  })
  it('are all together [CHI-15]', () => {
    const after = ended({ seats: seats({ setting: LOW_HIGH }), exposure: 'all_at_once' })
    expect(inShort(motionSteps(playing({ seats: seats({}) }), after, []))[0]).toBe(
      'open 1 low, 1 high, 2 low, 2 high',
    )
  })
  it('lay out Pick 2’s dealer from highest to lowest, the best three pushed up [P2P-33]', () => {
    const order = ['Ah', 'Kc', '9s', '9d', '2c']
    const laidOut = {
      order,
      pushed_up: ['Ah', '9s', '9d'],
      names: { five: 'pair of nines', three: 'pair of nines' },
      qualifies: true,
      clause: 'P2P-33',
    }
    const before = playing({ seats: seats({}), dealer: { ...NO_CARDS, count: 5 } })
    const after = ended({
      seats: [
        seat(1, 2, 'Ann', { cards: ['As'], names: { five: 'ace high' } }),
        seat(2, 1, 'Bob', { cards: ['Ks'], setting: { three: 'Ks Qs Js' }, slots: ['three'] }),
      ],
      dealer: { ...NO_CARDS, count: 5, cards: order, laid_out: laidOut },
    })
    expect(inShort(motionSteps(before, after, []))).toEqual([
      ...order.map((card) => `lay ${card}`),
      'push Ah 9s 9d',
      ...['open 1 five', 'open 2 three'],
      'result 0',
    ])
  })
  it('are the dealer’s alone while players still set [PYR-A28]', () => {
    const before = playing({ dealer: { ...NO_CARDS, count: 3 } })
    const after = playing({ dealer: { ...NO_CARDS, count: 3, cards: ['2c', '9s', '9d'] } })
    expect(inShort(motionSteps(before, after, []))).toEqual(['open house all'])
  })
  it('take at most 1.5 seconds, seven seats with six hands included', () => {
    const slots = ['1', '2', '3', '4', '5', '6']
    const setting = Object.fromEntries(slots.map((slot) => [slot, 'As']))
    const all = [1, 2, 3, 4, 5, 6, 7].map((number) => seat(number, number, 'Bot', { setting, slots }))
    const steps = motionSteps(playing({ seats: [] }), ended({ seats: all, own: [] }), [])
    expect(steps).toHaveLength(42)
    expect(endOf(steps)).toBeLessThanOrEqual(OPEN_PACE.total + 0.001)
    expect(OPEN_PACE.total).toBe(1500)
  })
})

describe('chips that are paid', () => {
  it('move in the order of the settlement, after the hands are open; then comes our result', () => {
    const before = playing({ seats: seats({}) })
    const after = ended({
      seats: seats({ setting: LOW_HIGH }),
      payments: [pays('house', 1, 10), pays(2, 'house', 5), pays(1, 'house', 4)],
    })
    const steps = motionSteps(before, after, [])
    expect(inShort(steps).slice(-4)).toEqual(['pay house 1 10', 'pay 2 house 5', 'pay 1 house 4', 'result 6'])
    const opened = endOf(steps.filter((step) => step.kind === 'open'))
    for (const step of steps.filter((each) => each.kind === 'pay'))
      expect(step.at).toBeGreaterThanOrEqual(opened)
    expect(steps.map(soundOf).slice(-4)).toEqual(['chip', 'chip', 'chip', 'win'])
  })
  it('move once: antes that went into the Pot before are not paid again', () => {
    const antes = [pays(1, 'pot', 10, 'ante'), pays(2, 'pot', 10, 'ante')]
    const before = playing({ payments: antes })
    const after = ended({ payments: [...antes, pays(2, 1, 3), pays('pot', 1, 20)] })
    expect(inShort(motionSteps(playing({}), before, []))).toEqual(['pay 1 pot 10', 'pay 2 pot 10'])
    expect(inShort(motionSteps(before, after, []))).toEqual(['pay 2 1 3', 'pay pot 1 20', 'result 13'])
  })
  it('take at most 0.8 seconds', () => {
    const many = Array.from({ length: 40 }, (_, index) => pays('house', 1, index + 1))
    const steps = motionSteps(playing({}), ended({ payments: many, own: [] }), [])
    expect(endOf(steps)).toBeLessThanOrEqual(PAY_PACE.total + 0.001)
    expect(PAY_PACE.total).toBe(800)
  })
})

describe('nothing moves', () => {
  it('on the first view, which may be in the middle of a round', () => {
    expect(motionSteps(null, playing({ seats: seats({}) }), [dealt([1, 3])])).toEqual([])
  })
  it('if a round ended that we did not see, or that has been shown', () => {
    const after = ended({ seats: seats({ setting: LOW_HIGH }) })
    expect(motionSteps(after, after, [])).toEqual([])
    expect(motionSteps(playing({ id: 'T-0' }), after, [])).toEqual([])
  })
  it('if the round is void', () => {
    const after = ended({ voided: 'misdeal', own: [own(1)] })
    expect(motionSteps(playing({}), after, [])).toEqual([])
  })
})
