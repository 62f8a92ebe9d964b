import { describe, expect, it } from 'vitest'
import type { Payment, RoundView } from '../../src/room/protocol'
import {
  allMatches,
  discardsOf,
  firstMatch,
  hasMatch,
  isUnqualified,
  matchesOf,
  netOf,
  opponentTitle,
  ownHands,
  ownSeatsOf,
  partyName,
  paymentSentence,
  potAndPlayers,
  powerCards,
  resultLine,
  scoringCard,
  signed,
  wagerResults,
  wagerResultText,
} from '../../src/table/settlement'
import { own, round, seat } from './views'

function paid(payer: number | string, payee: number | string, chips: number): Payment {
  return { payer, payee, chips, wager: 'main', clause: 'PYR-45', why: 'win' }
}

const LOW_HIGH = { slots: ['low', 'high'], names: { low: 'king', high: 'pair of aces' } }

/** Ann has seats 1 and 3, Bob seats 2 and 4; all against the dealer. */
function twoHands(more: Partial<RoundView> = {}): RoundView {
  return round({
    over: true,
    seats: [
      seat(1, 1, 'Ann', { ...LOW_HIGH, setting: { low: 'Kc', high: 'As Ad' } }),
      seat(2, 2, 'Bob', { ...LOW_HIGH, setting: { low: '3c', high: '7s 4d' } }),
      seat(3, 3, 'Ann', { ...LOW_HIGH, setting: { low: '2c', high: '9s 4d' } }),
      seat(4, 4, 'Bob', { ...LOW_HIGH, setting: { low: '3c', high: '7s 4d' } }),
    ],
    own: [own(1), own(3)],
    dealer: {
      count: 3,
      cards: [],
      setting: { low: '8c', high: 'Qs Td' },
      slots: ['low', 'high'],
      names: {},
      joker_cards: {},
    },
    payments: [paid('house', 1, 5), paid(2, 'house', 5), paid(3, 'house', 5), paid(4, 'house', 5)],
    comparisons: [
      { seat: 1, against: 'house', hands: { low: 1, high: 1 } },
      { seat: 2, against: 'house', hands: { low: -1, high: -1 } },
      { seat: 3, against: 'house', hands: { low: -1, high: -1 } },
      { seat: 4, against: 'house', hands: {} },
    ],
    ...more,
  })
}

describe('two hands of one player', () => {
  it('are both ours, and their results add up', () => {
    const view = twoHands()
    expect(ownSeatsOf(view)).toEqual([1, 3])
    expect(ownHands(view).map((hand) => [hand.title, hand.net])).toEqual([
      ['Your hand 1', 5],
      ['Your hand 2', -5],
    ])
    expect(netOf(view.payments, ownSeatsOf(view))).toBe(0)
    expect(resultLine(0)).toBe('You break even')
  })
  it('cancel out what one pays the other', () => {
    expect(netOf([paid(1, 3, 7), paid('house', 3, 2)], [1, 3])).toBe(2)
  })
  it('are named apart, ours and others’', () => {
    const view = twoHands()
    expect([1, 2, 3, 4, 'house', 'pot'].map((party) => partyName(view, party))).toEqual([
      'your hand 1',
      'Bob’s hand 1',
      'your hand 2',
      'Bob’s hand 2',
      'the house',
      'the pot',
    ])
    expect(view.payments.map((payment) => paymentSentence(view, payment)).slice(0, 3)).toEqual([
      'the house pays your hand 1',
      'Bob’s hand 1 pays the house',
      'your hand 2 pays the house',
    ])
  })
  it('are “you” if there is only one', () => {
    const view = twoHands({ own: [own(1)], seats: twoHands().seats.slice(0, 2) })
    expect(ownHands(view)[0]?.title).toBe('Your hand')
    expect(paymentSentence(view, paid(1, 'house', 5))).toBe('you pay the house')
    expect(partyName(view, 2)).toBe('Bob')
  })
})

describe('several wagers', () => {
  /** As the server sends them: in the order of the alphabet. */
  const wagers = { main: 5, six_card: 5, three_card: 5 }
  const settled = round({
    over: true,
    seats: [seat(1, 1, 'Ann', { ...LOW_HIGH, wagers }), seat(2, 2, 'Bob', { ...LOW_HIGH, wagers })],
    own: [own(1)],
    payments: [
      { ...paid('house', 1, 15), wager: 'three_card' },
      { ...paid(1, 'house', 5), wager: 'six_card' },
      paid(2, 'house', 5),
    ],
  })
  it('are listed with what each won, in the order of the layout', () => {
    expect(wagerResults(settled, 'pyramid')).toEqual([
      { wager: 'main', net: 0 },
      { wager: 'three_card', net: 15 },
      { wager: 'six_card', net: -5 },
    ])
  })
  it('say so in words', () => {
    expect([15, -5, 0].map(wagerResultText)).toEqual(['wins 15', 'loses 5', 'pushes'])
  })
  it('need no list if there is only one', () => {
    expect(wagerResults(twoHands(), 'pyramid')).toEqual([])
  })
})

describe('hand against hand', () => {
  it('has a match for each own hand, with its chips', () => {
    const [first] = matchesOf(twoHands(), 1)
    expect(first).toMatchObject({ seat: 1, against: 'house', chips: 5 })
    expect(first?.hands.map((hand) => [hand.slot, hand.ours, hand.theirs, hand.result])).toEqual([
      ['low', 'Kc', '8c', 'won'],
      ['high', 'As Ad', 'Qs Td', 'won'],
    ])
    expect(matchesOf(twoHands(), 3)[0]?.hands.map((hand) => hand.result)).toEqual(['lost', 'lost'])
  })
  it('marks nothing after a foul', () => {
    expect(matchesOf(twoHands(), 4)[0]?.hands.map((hand) => hand.result)).toEqual([null, null])
  })
  it('shows the bank every bettor, from its own side', () => {
    const view = twoHands({
      banker: 2,
      comparisons: [
        { seat: 1, against: 2, hands: { low: 1, high: 0 } },
        { seat: 3, against: 2, hands: { low: -1, high: -1 } },
      ],
    })
    expect(matchesOf(view, 2).map((match) => match.hands.map((hand) => hand.result))).toEqual([
      ['lost', 'equal'],
      ['won', 'won'],
    ])
    expect(opponentTitle(view, 2)).toBe('Bob’s hand 1 (bank)')
    expect(opponentTitle(view, 'house')).toBe('The dealer')
  })
  it('knows which seats were compared', () => {
    expect([1, 4, 9].map((number) => hasMatch(twoHands(), number))).toEqual([true, true, false])
  })
  it('opens with the opponent who beat us most', () => {
    const matches = allMatches(twoHands())
    expect(firstMatch(matches)?.seat).toBe(2)
    expect(firstMatch(matches.slice(0, 1))?.seat).toBe(1)
    expect(firstMatch([])).toBeNull()
  })
})

/** Ann plays all five cards of Pick 2; the dealer's are laid out with the best three pushed up. */
function fiveCards(qualifies: boolean): RoundView {
  return round({
    over: true,
    seats: [
      seat(1, 1, 'Ann', {
        cards: ['2c', 'As', 'Kd', '9h', '9c'],
        card_count: 5,
        names: { five: 'one pair' },
      }),
    ],
    dealer: {
      count: 5,
      cards: ['3c', 'Kc', '7d', '7s', '7h'],
      setting: { three: '7s 7h 7d' },
      slots: ['three'],
      names: { three: 'three of a kind' },
      joker_cards: {},
      laid_out: {
        order: ['Kc', '7s', '7h', '7d', '3c'],
        pushed_up: ['7s', '7h', '7d'],
        names: { five: 'three of a kind', three: 'three of a kind' },
        qualifies,
        clause: 'P2P-33',
      },
    },
    comparisons: [{ seat: 1, against: 'house', hands: { five: -1 } }],
  })
}

describe('all five cards of Pick 2', () => {
  it('meet the dealer’s five in order, with the best three pushed up', () => {
    const [match] = matchesOf(fiveCards(true), 1)
    expect(match?.hands).toEqual([
      {
        slot: 'five',
        ours: 'As Kd 9h 9c 2c',
        theirs: 'Kc 7s 7h 7d 3c',
        ourName: 'one pair',
        theirName: 'three of a kind',
        ourJokers: '',
        theirJokers: '',
        pushedUp: ['7s', '7h', '7d'],
        result: 'lost',
        points: null,
        running: null,
      },
    ])
  })
  it('say when the dealer does not qualify', () => {
    const unqualified = fiveCards(false)
    expect(isUnqualified(unqualified, matchesOf(unqualified, 1)[0]!)).toBe(true)
    expect(isUnqualified(fiveCards(true), matchesOf(fiveCards(true), 1)[0]!)).toBe(false)
  })
})

/** The sheet's own scoring card, as hands of Showdown: player 1 deals. */
function sheetsCard(): RoundView {
  const pairs: [number, number, number][] = [
    [1, 2, -10],
    [1, 3, 5],
    [1, 4, 20],
    [2, 3, -20],
    [2, 4, 5],
    [3, 4, -8],
  ]
  return round({
    over: true,
    seats: [1, 2, 3, 4].map((number) =>
      seat(number, number, `Player ${number}`, {
        slots: ['hand1', 'hand2'],
        setting: { hand1: 'As', hand2: 'Kc Kd Ks' },
      }),
    ),
    own: [own(2)],
    dealer_seat: 1,
    payments: [paid(1, 2, 10)],
    comparisons: pairs.map(([first, against, net]) => ({
      seat: first,
      against,
      hands: { hand1: 1, hand2: -1 },
      points: { hand1: 1, hand2: net - 1 },
    })),
  })
}

describe('the scoring card', () => {
  it('is the one of the sheet, with totals and the Champion', () => {
    expect(scoringCard(sheetsCard())).toEqual([
      { seat: 1, net: [null, -10, 5, 20], total: 15, isChampion: true },
      { seat: 2, net: [10, null, -20, 5], total: -5, isChampion: false },
      { seat: 3, net: [-5, 20, null, -8], total: 7, isChampion: false },
      { seat: 4, net: [-20, -5, 8, null], total: -17, isChampion: false },
    ])
  })
  it('gives each player the own signs', () => {
    const ours = matchesOf(sheetsCard(), 2).find((match) => match.against === 1)
    expect(ours).toMatchObject({ chips: 10 })
    expect(ours?.hands.map((hand) => [hand.points, hand.running, hand.result])).toEqual([
      [-1, -1, 'lost'],
      [11, 10, 'won'],
    ])
  })
  it('is empty where nobody counts points between players', () => {
    expect(scoringCard(twoHands())).toEqual([])
    const casino = twoHands({
      comparisons: [{ seat: 1, against: 'house', hands: { low: 1, high: 1 }, points: { low: 2, high: 1 } }],
    })
    expect(scoringCard(casino)).toEqual([])
    expect(matchesOf(casino, 1)[0]?.hands.map((hand) => hand.running)).toEqual([2, 3])
  })
})

describe('chips of Showdown', () => {
  it('come from the Pot and from the players', () => {
    const view = { ...sheetsCard(), payments: [paid(2, 'pot', 30), paid(1, 2, 10), paid('pot', 2, 90)] }
    expect(potAndPlayers(view, [2])).toEqual({ pot: 60, players: 10 })
  })
})

describe('the legend of Showdown', () => {
  it('has yellow cards beyond the standard size of a hand', () => {
    expect(powerCards('hand6', '2s 3s 4s 5s 6s 7s 8s')).toBe(2)
    expect(powerCards('hand4', '2s 2c 2d')).toBe(0)
    expect(powerCards('back', '2s 3s 4s 5s 6s 7s')).toBe(0)
  })
  it('has grey cards for discards: ours open, the others’ face down', () => {
    const setting = { hand1: 'As', hand2: 'Kc Kc Ks' }
    const cards = ['As', 'Kc', 'Kc', 'Kc', 'Ks', '2d']
    expect(discardsOf(seat(1, 1, 'Ann', { setting, cards, card_count: 6 }))).toEqual(['Kc', '2d'])
    expect(discardsOf(seat(2, 2, 'Bob', { setting, card_count: 6 }))).toEqual([null, null])
    expect(discardsOf(seat(3, 3, 'Cyd', { card_count: 6 }))).toEqual([])
  })
  it('writes amounts with their sign', () => {
    expect([5, 0, -1200].map(signed)).toEqual(['+5', '0', '−1,200'])
    expect(resultLine(1200)).toBe('You win 1,200')
    expect(resultLine(-5)).toBe('You lose 5')
  })
})
