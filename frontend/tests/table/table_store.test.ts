import { describe, expect, it, vi, type Mock } from 'vitest'
import type { Answer, PublicEvent, EmoteFrame, TableFrame, TableView } from '../../src/room/protocol'
import { TableStore, type Surroundings } from '../../src/table/table_store.svelte'
import { chair, own, playing, round, seat, shuffling, view } from './views'

const NOTHING = { jokers: {}, claims: [] }

interface Outside extends Surroundings {
  command: Mock<Surroundings['command']>
  playSound: Mock<Surroundings['playSound']>
  refreshAccount: Mock<Surroundings['refreshAccount']>
  entropyFor: Mock<Surroundings['entropyFor']>
}
const OK: Answer = { tell: 'answer', id: '1', ok: true }

function table(answer: Partial<Answer> = {}): { store: TableStore; outside: Outside; later: (() => void)[] } {
  const later: (() => void)[] = []
  const outside: Outside = {
    command: vi.fn(() => Promise.resolve({ ...OK, ...answer })),
    playSound: vi.fn(),
    refreshAccount: vi.fn(),
    entropyFor: vi.fn(() =>
      Promise.resolve({ do: 'entropy_commit' as const, round: 'T-1', commitment: 'ff' }),
    ),
    wasLeftOut: () => false,
    areEmotesShown: () => true,
    painted: () => Promise.resolve(),
    now: () => 4711,
    after: (_, action) => void later.push(action),
  }
  return { store: new TableStore('T', outside), outside, later }
}
let number = 0
function frame(each: TableView, happened: PublicEvent[] = []): TableFrame {
  return { tell: 'table', table: 'T', number: ++number, since: null, happened, view: each }
}
const happens = (kind: string, more: object): PublicEvent => ({ number: 1, kind, ...more })
const ourTurn = playing({ own: [own(1, { to_move: true })] })

describe('frames', () => {
  it('give the state', () => {
    const { store } = table()
    expect(store.state).toBeNull()
    store.receive(frame(ourTurn))
    expect(store.state?.action).toBe('wager')
    expect(store.receivedAt).toBe(4711)
  })
  it('may say that the table is gone', () => {
    const { store } = table()
    store.receive({ gone: 'there is no table T' })
    expect(store.gone).toBe('there is no table T')
  })
  it('sound once when it becomes our turn', () => {
    const { store, outside } = table()
    store.receive(frame(playing()))
    expect(outside.playSound).not.toHaveBeenCalled()
    store.receive(frame(ourTurn))
    store.receive(frame(ourTurn))
    expect(outside.playSound.mock.calls).toEqual([['turn']])
  })
  it('mark a round that ended here, and fetch the chips once', () => {
    const { store, outside } = table()
    store.receive(frame(view({ last: round({ id: 'T-0' }) })))
    expect(store.endedHere).toBeNull()
    store.receive(frame({ ...playing(), last: round({ id: 'T-0' }) }))
    store.receive(frame(view({ last: round() })))
    store.receive(frame(view({ last: round() })))
    expect(store.endedHere).toBe('T-1')
    expect(outside.refreshAccount).toHaveBeenCalledTimes(2)
  })
})

describe('a notice', () => {
  const timedOut = happens('move', { by: 'time-out', seat: 1, move: 'set' })
  it('says that our hand was set for us, until the next round', () => {
    const { store } = table()
    store.receive(frame(playing(), [timedOut]))
    expect(store.notice).toBe('Time ran out: your hand was set the house way.')
    store.receive(frame(view({ last: round() })))
    expect(store.notice).not.toBeNull()
    store.receive(frame(playing({ id: 'T-2' })))
    expect(store.notice).toBeNull()
  })
  it.each([
    [
      'a decision',
      happens('move', { by: 'time-out', seat: 1, move: 'decided' }),
      'Time ran out: the sheet’s default was chosen for you.',
    ],
    [
      'sitting out',
      happens('sat_out', { place: 2, why: '2 time-outs in a row' }),
      'You sit out now: 2 time-outs in a row.',
    ],
    [
      'a bank that cannot be held',
      happens('bank_passed', { place: 1, why: 'Bob has 25 chips and may have to pay 40 [PYR-65]' }),
      'The house banks this hand: Bob has 25 chips and may have to pay 40 [PYR-65].',
    ],
    ['a bank that is passed', happens('bank_passed', { place: 1, why: null }), null],
    ['our own choice', happens('sat_out', { place: 2, why: 'by choice' }), null],
    ['somebody else', happens('sat_out', { place: 1, why: 'too few chips' }), null],
    ['the time of somebody else', happens('move', { by: 'time-out', seat: 2, move: 'set' }), null],
    ['a move of our own', happens('move', { by: 'player', seat: 1, move: 'set' }), null],
  ])('of %s', (_, happened, notice) => {
    const { store } = table()
    store.receive(frame(playing(), [happened]))
    expect(store.notice).toBe(notice)
  })
  it('says that our part of the shuffle is missing', () => {
    const { outside } = table()
    const store = new TableStore('T', { ...outside, wasLeftOut: () => true })
    store.receive(frame(playing()))
    expect(store.notice).toContain('Your part of the shuffle is not in this round')
  })
})

describe('our part of the shuffle', () => {
  it('is sent once for the commitment and once for the reveal', async () => {
    const { store, outside } = table()
    for (const wanted of ['commit', 'commit', 'reveal', null] as const) {
      store.receive(frame(view({ phase: 'shuffling', round: shuffling(wanted) })))
      await Promise.resolve()
    }
    expect(outside.entropyFor.mock.calls.map(([each, places]) => [each.entropy_wanted, places])).toEqual([
      ['commit', [2]],
      ['reveal', [2]],
    ])
    expect(outside.command.mock.calls[0]).toEqual([
      { do: 'entropy_commit', round: 'T-1', commitment: 'ff', table: 'T' },
    ])
  })
  it('is not sent when there is nothing to send', async () => {
    const { store, outside } = table()
    outside.entropyFor.mockResolvedValue(null)
    store.receive(frame(view({ phase: 'shuffling', round: shuffling('reveal') })))
    await Promise.resolve()
    expect(outside.command).not.toHaveBeenCalled()
  })
})

describe('moves', () => {
  it('are sent after the pressed button has been painted, for the version that was pressed', async () => {
    const { store, outside } = table()
    let paint: () => void = () => undefined
    outside.painted = () => new Promise((done) => (paint = done))
    store.receive(frame(ourTurn))
    outside.command.mockClear()
    const moved = store.decide('play')
    expect(outside.command).not.toHaveBeenCalled()
    paint()
    expect(await moved).toBeNull()
    expect(outside.command).toHaveBeenCalledOnce()
  })
  it('name the round, its version and our seat', async () => {
    const { store, outside } = table()
    store.receive(frame(ourTurn))
    expect(await store.postWagers({ main: 20 })).toBeNull()
    await store.decide('play')
    await store.setHands({ low: 'As' }, NOTHING)
    const where = { table: 'T', round: 'T-1', version: 4, seat: 1 }
    expect(outside.command.mock.calls.map(([message]) => message)).toEqual([
      { do: 'post', wagers: { main: 20 }, ...where },
      { do: 'decide', option: 'play', ...where },
      { do: 'set', hands: { low: 'As' }, ...where },
    ])
  })
  it('give the refusal to who made them', async () => {
    const { store } = table({ ok: false, refused: 'main takes at most 100' })
    store.receive(frame(ourTurn))
    expect(await store.postWagers({ main: 900 })).toBe('main takes at most 100')
    expect(store.refusal).toBeNull()
  })
  it('are not sent when no round runs', async () => {
    const { store, outside } = table()
    store.receive(frame(view({ last: round() })))
    expect(await store.decide('play')).toBe('The round is over.')
    expect(outside.command).not.toHaveBeenCalled()
  })
  it('take an earlier refusal off the table', async () => {
    const { store } = table()
    store.receive(frame(ourTurn))
    store.showRefusal('not now')
    await store.decide('play')
    expect(store.refusal).toBeNull()
  })
})

describe('other commands', () => {
  it('show a refusal on the table', async () => {
    const { store } = table({ ok: false, refused: 'all 2 seats are taken' })
    await store.sendAndShow({ do: 'sit' })
    expect(store.refusal).toBe('all 2 seats are taken')
  })
  it('say so even without a reason', async () => {
    const { store } = table({ ok: false })
    expect(await store.send({ do: 'sit' })).toBe('That was refused.')
  })
  it('take and pass the bank', async () => {
    const { store, outside } = table()
    await store.takeBank(2, 40)
    await store.passBank(2)
    expect(outside.command.mock.calls.map(([message]) => message)).toEqual([
      { do: 'bank', seat: 2, house_bet: 40, table: 'T' },
      { do: 'pass_bank', seat: 2, table: 'T' },
    ])
  })
})

describe('last wagers', () => {
  const last = round({ seats: [seat(1, 2, 'Ann', { wagers: { main: 15 } })] })
  it('are those of the round before, also after a reload', () => {
    const { store } = table()
    store.receive(frame(view({ last })))
    store.receive(frame(ourTurn))
    expect(store.lastWagers).toEqual({ main: 15 })
  })
  it('are those that were sent, once some were', async () => {
    const { store } = table()
    store.receive(frame(view({ last })))
    store.receive(frame(ourTurn))
    await store.postWagers({ main: 50 })
    expect(store.lastWagers).toEqual({ main: 50 })
  })
})

describe('questions', () => {
  it('about hands give their names and what is wrong', async () => {
    const { store, outside } = table({
      names: { low: 'ace' },
      problem: null,
      foul: 'the low hand is higher',
      foul_cost: 'all three wagers lose [PYR-71]',
      foul_blocked: false,
      points: { low: 2 },
      misplaced: ['low'],
      in_order: ['high'],
    })
    store.receive(frame(ourTurn))
    expect(await store.askAbout({ low: 'As' }, NOTHING)).toEqual({
      names: { low: 'ace' },
      problem: null,
      foul: 'the low hand is higher',
      foulCost: 'all three wagers lose [PYR-71]',
      isFoulBlocked: false,
      jokerCards: {},
      points: { low: 2 },
      misplaced: ['low'],
      inOrder: ['high'],
    })
    expect(outside.command.mock.calls[0]).toEqual([{ do: 'ask', table: 'T', hands: { low: 'As' }, seat: 1 }])
  })
  it('about hands may be refused', async () => {
    const { store } = table({ ok: false, refused: 'it is not your turn' })
    expect(await store.askAbout({}, NOTHING)).toMatchObject({
      names: {},
      problem: 'it is not your turn',
      foul: null,
    })
  })
  it('about the house way give the setting', async () => {
    const { store } = table({ house_way: { low: 'As', high: 'Kd 2c' } })
    expect(await store.houseWay()).toEqual({ low: ['As'], high: ['Kd', '2c'] })
  })
  it('about the house way show why there is none', async () => {
    const { store } = table({ house_way: null })
    expect(await store.houseWay()).toBeNull()
    expect(store.refusal).toBe('The house way is not available at this table.')
  })
})

describe('words', () => {
  const said = (word: EmoteFrame['word']): EmoteFrame => ({
    tell: 'said',
    table: 'T',
    place: 1,
    player: 'Bob',
    word,
  })
  it('are shown for a while', () => {
    const { store, outside, later } = table()
    store.receive(said('hello'))
    expect(store.words).toEqual({ 1: 'hello' })
    expect(outside.playSound).toHaveBeenCalledWith('said')
    later[0]!()
    expect(store.words).toEqual({})
  })
  it('stay when something newer was said', () => {
    const { store, later } = table()
    store.receive(said('hello'))
    store.receive(said('thanks'))
    later[0]!()
    expect(store.words).toEqual({ 1: 'thanks' })
  })
  it('are silent when emotes are hidden', () => {
    const { outside } = table()
    const store = new TableStore('T', { ...outside, areEmotesShown: () => false })
    store.receive(said('hello'))
    expect(outside.playSound).not.toHaveBeenCalled()
  })
})

it('knows a chair that sits out', () => {
  const { store } = table()
  store.receive(frame(view({ chairs: [chair(2, 'Ann', { you: true, out: 'by choice' })] })))
  expect(store.state?.sittingOut).toBe('by choice')
})
