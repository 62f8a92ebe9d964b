import { describe, expect, it } from 'vitest'
import { currentValue, UNCHOSEN, withChoice } from '../../src/games/chosen_options'
import type { GameOption } from '../../src/room/http_types'

const limit: GameOption = {
  name: 'w1_max',
  label: 'First wager, most',
  says: '',
  table: null,
  default: 100,
  accepts: 'a whole number from 1 to 1000',
  kind: 'number',
}
const profile: GameOption = {
  ...limit,
  name: 'limit_profile',
  default: 'none',
  kind: 'choice',
  choices: ['none', '2008'],
  unchosen: 'Not chosen: at most the highest legal limit known',
}

describe('a choice', () => {
  it('of the default changes nothing', () => {
    expect(withChoice({ w1_max: '50', copies: 'push' }, limit, '100')).toEqual({ copies: 'push' })
    expect(currentValue({}, limit)).toBe('100')
  })
  it('of another value is added', () => {
    expect(withChoice({ copies: 'push' }, limit, '50')).toEqual({ copies: 'push', w1_max: '50' })
    expect(currentValue({ w1_max: '50' }, limit)).toBe('50')
  })
  it('of "none" is a choice where nothing chosen means something else', () => {
    expect(currentValue({}, profile)).toBe(UNCHOSEN)
    const none = withChoice({}, profile, 'none')
    expect(none).toEqual({ limit_profile: 'none' })
    expect(currentValue(none, profile)).toBe('none')
    expect(withChoice(none, profile, UNCHOSEN)).toEqual({})
  })
})
