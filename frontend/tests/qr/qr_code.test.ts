import { describe, expect, it } from 'vitest'
import {
  blocksOf,
  dataPlaces,
  formatBits,
  formatPlaces,
  MASKS,
  qrCode,
  sizeOf,
  versionBits,
  VERSIONS,
  type Modules,
} from '../../src/qr/qr_code'
import { errorCorrection, multiply } from '../../src/qr/reed_solomon'
import known from '../fixtures/qr-codes.json'

/** The text of a QR code, read as a phone reads it: format, mask, blocks, error correction, bytes. */
function decode(modules: Modules): string {
  const size = modules.length
  const version = (size - 17) / 4
  const { data, blocks, correction } = VERSIONS[version - 1]!
  const bitAt = ([row, column]: [number, number]): number => (modules[row]![column] ? 1 : 0)
  const copies = [0, 1].map((copy) =>
    formatPlaces(size).reduce((bits, places, bit) => bits | (bitAt(places[copy]!) << bit), 0),
  )
  expect(copies[0]).toBe(copies[1])
  const mask = MASKS.findIndex((_, number) => formatBits(number) === copies[0])
  expect(mask).toBeGreaterThanOrEqual(0)
  const bits = dataPlaces(version).map(([row, column]) =>
    MASKS[mask]!(row, column) ? 1 - bitAt([row, column]) : bitAt([row, column]),
  )
  const codewords = Array.from({ length: Math.floor(bits.length / 8) }, (_, place) =>
    Number.parseInt(bits.slice(8 * place, 8 * place + 8).join(''), 2),
  )
  const lengths = blocksOf(Array<number>(data).fill(0), version).map((block) => block.length)
  const read: number[][] = lengths.map(() => [])
  let next = 0
  for (let place = 0; place < Math.max(...lengths); place++) {
    for (const [block, length] of lengths.entries()) if (place < length) read[block]!.push(codewords[next++]!)
  }
  expect(next).toBe(data)
  for (let place = 0; place < correction; place++) {
    for (let block = 0; block < blocks; block++) read[block]!.push(codewords[next++]!)
  }
  for (const block of read) expect(syndromes(block, correction)).toEqual(Array(correction).fill(0))
  const content = read.flatMap((block, number) => block.slice(0, lengths[number]))
  const stream = content.map((codeword) => codeword.toString(2).padStart(8, '0')).join('')
  expect(stream.slice(0, 4)).toBe('0100')
  const lengthBits = version < 10 ? 8 : 16
  const length = Number.parseInt(stream.slice(4, 4 + lengthBits), 2)
  const start = 4 + lengthBits
  const bytes = Array.from({ length }, (_, place) =>
    Number.parseInt(stream.slice(start + 8 * place, start + 8 * place + 8), 2),
  )
  return new TextDecoder().decode(new Uint8Array(bytes))
}

/** The values of a block at the roots of the generator: all zero if no codeword is wrong. */
function syndromes(block: number[], count: number): number[] {
  const values: number[] = []
  let root = 1
  for (let place = 0; place < count; place++) {
    values.push(block.reduce((value, codeword) => multiply(value, root) ^ codeword, 0))
    root = multiply(root, 2)
  }
  return values
}

const asText = (modules: Modules): string[] =>
  modules.map((row) => row.map((dark) => (dark ? '#' : '.')).join(''))

describe('a QR code', () => {
  it.each(['A', 'https://cards.example.org/join/ABCDEFGH12345', 'Straße ♠♥♦♣', 'x'.repeat(213)])(
    'decodes to its text',
    (text) => expect(decode(qrCode(text))).toBe(text),
  )
  it('uses the smallest version that holds the text', () => {
    const bytes = VERSIONS.map(({ data }, index) => data - (index + 1 < 10 ? 2 : 3))
    for (const [index, most] of bytes.entries()) {
      expect(qrCode('x'.repeat(most)).length).toBe(sizeOf(index + 1))
      expect(decode(qrCode('y'.repeat(most)))).toBe('y'.repeat(most))
    }
  })
  it('refuses a text that is too long', () => {
    expect(() => qrCode('x'.repeat(214))).toThrow('holds 213 bytes, not 214')
  })
  // The known ones were written by another encoder (segno 1.6.6) for texts that fill their version.
  it.each(known)('is the known one for $text', ({ text, rows }) => {
    expect(asText(qrCode(text))).toEqual(rows)
    expect(decode(rows.map((row) => [...row].map((module) => module === '#')))).toBe(text)
  })
  it('has a dark module below the format', () => {
    const modules = qrCode('A')
    expect(modules[modules.length - 8]![8]).toBe(true)
  })
})

describe('the published examples', () => {
  it('of error correction', () => {
    const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17]
    expect(errorCorrection(data, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23])
  })
  it('of the format', () => {
    const bits = MASKS.map((_, mask) => formatBits(mask).toString(2).padStart(15, '0'))
    expect(bits).toEqual([
      '101010000010010',
      '101000100100101',
      '101111001111100',
      '101101101001011',
      '100010111111001',
      '100000011001110',
      '100111110010111',
      '100101010100000',
    ])
  })
  it('of the version', () => {
    expect(versionBits(7).toString(2).padStart(18, '0')).toBe('000111110010010100')
  })
})
