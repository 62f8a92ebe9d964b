import { expect, test } from 'vitest'
import { edgeWithError } from '../../src/lab/alarm'
import type { ProfitableWay } from '../../src/room/http_types'

const way: ProfitableWay = {
  way: 'best',
  mix: { ante: 10 },
  ev: '1/5',
  edge: '1/50',
  standard_error: null,
  profitable: true,
  sentence: '',
}

test('a counted edge has no error', () => {
  expect(edgeWithError(way)).toBe('+2.0000 %')
})

test('an estimated edge has the error of one chip, not of all chips wagered', () => {
  expect(edgeWithError({ ...way, ev: 0.2, edge: 0.02, standard_error: 0.05 })).toBe('+2.0000 ± 0.5000 %')
})
