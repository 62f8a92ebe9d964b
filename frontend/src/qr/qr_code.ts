/**
 * A QR code for a short text such as a link (ISO/IEC 18004): byte mode, error correction level M, versions 1 to 10,
 * which is up to 213 bytes.
 */

import { errorCorrection } from './reed_solomon'

/** Rows from top to bottom; true is a dark module. */
export type Modules = boolean[][]

interface Version {
  /** Data codewords of all blocks together. */
  data: number
  blocks: number
  /** Error correction codewords of each block. */
  correction: number
  /** Rows and columns of the centres of alignment patterns. */
  alignment: number[]
}
/** Versions 1 to 10 at level M. */
export const VERSIONS: Version[] = [
  { data: 16, blocks: 1, correction: 10, alignment: [] },
  { data: 28, blocks: 1, correction: 16, alignment: [6, 18] },
  { data: 44, blocks: 1, correction: 26, alignment: [6, 22] },
  { data: 64, blocks: 2, correction: 18, alignment: [6, 26] },
  { data: 86, blocks: 2, correction: 24, alignment: [6, 30] },
  { data: 108, blocks: 4, correction: 16, alignment: [6, 34] },
  { data: 124, blocks: 4, correction: 18, alignment: [6, 22, 38] },
  { data: 154, blocks: 4, correction: 22, alignment: [6, 24, 42] },
  { data: 182, blocks: 5, correction: 22, alignment: [6, 26, 46] },
  { data: 216, blocks: 5, correction: 26, alignment: [6, 28, 50] },
]
const BYTE_MODE = 0b0100
const MODE_BITS = 4
const TERMINATOR_BITS = 4
/** From this version on, the length of the text takes two bytes. */
const LONG_LENGTH_FROM = 10
/** Codewords that fill the space after the data, in turn. */
const PADDING = [0xec, 0x11]
const LEVEL_M = 0b00
const FORMAT_GENERATOR = 0b10100110111
const FORMAT_MASK = 0b101010000010010
const VERSION_GENERATOR = 0b1111100100101
/** From this version on, the code contains its version. */
const VERSION_SHOWN_FROM = 7
const FINDER_SIZE = 7
/** The row and the column of the timing pattern. */
const TIMING = 6

/** Whether a mask turns the module at this row and column, by the number of the mask. */
export const MASKS: ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_row, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
]

/** The QR code of a text, without the quiet zone around it. */
export function qrCode(text: string): Modules {
  const bytes = [...new TextEncoder().encode(text)]
  const version = smallestVersion(bytes.length)
  const codewords = withErrorCorrection(dataCodewords(bytes, version), version)
  let best: Modules | null = null
  for (const mask of MASKS.keys()) {
    const drawn = draw(codewords, version, mask)
    if (best === null || penalty(drawn) < penalty(best)) best = drawn
  }
  return best!
}

export function sizeOf(version: number): number {
  return 17 + 4 * version
}

// Codewords ------------------------------------------------------------------------------------------------------------

function lengthBits(version: number): number {
  return version < LONG_LENGTH_FROM ? 8 : 16
}

function smallestVersion(length: number): number {
  for (const [index, { data }] of VERSIONS.entries()) {
    const version = index + 1
    if (MODE_BITS + lengthBits(version) + 8 * length <= 8 * data) return version
  }
  throw new RangeError(`A QR code of at most version 10 holds 213 bytes, not ${length}.`)
}

/** The text with its mode and length, filled up to the size of the version. */
export function dataCodewords(bytes: number[], version: number): number[] {
  const capacity = VERSIONS[version - 1]!.data
  const bits: number[] = []
  const append = (value: number, count: number): void => {
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >> bit) & 1)
  }
  append(BYTE_MODE, MODE_BITS)
  append(bytes.length, lengthBits(version))
  for (const byte of bytes) append(byte, 8)
  append(0, Math.min(TERMINATOR_BITS, 8 * capacity - bits.length))
  append(0, (8 - (bits.length % 8)) % 8)
  const codewords: number[] = []
  for (let start = 0; start < bits.length; start += 8) {
    codewords.push(Number.parseInt(bits.slice(start, start + 8).join(''), 2))
  }
  for (let turn = 0; codewords.length < capacity; turn++) codewords.push(PADDING[turn % 2]!)
  return codewords
}

/** The data in its blocks; the last ones are one codeword longer if the blocks cannot be equal. */
export function blocksOf(data: number[], version: number): number[][] {
  const { blocks } = VERSIONS[version - 1]!
  const short = Math.floor(data.length / blocks)
  const longBlocks = data.length % blocks
  const parts: number[][] = []
  let start = 0
  for (let block = 0; block < blocks; block++) {
    const end = start + short + (block >= blocks - longBlocks ? 1 : 0)
    parts.push(data.slice(start, end))
    start = end
  }
  return parts
}

/** Data and error correction as they are drawn: the first codeword of each block, then the second of each, ... */
function withErrorCorrection(data: number[], version: number): number[] {
  const parts = blocksOf(data, version)
  const corrections = parts.map((part) => errorCorrection(part, VERSIONS[version - 1]!.correction))
  return [...interleaved(parts), ...interleaved(corrections)]
}

function interleaved(parts: number[][]): number[] {
  const longest = Math.max(...parts.map((part) => part.length))
  const codewords: number[] = []
  for (let place = 0; place < longest; place++) {
    for (const part of parts) {
      if (place < part.length) codewords.push(part[place]!)
    }
  }
  return codewords
}

// Modules --------------------------------------------------------------------------------------------------------------

function draw(codewords: number[], version: number, mask: number): Modules {
  const size = sizeOf(version)
  const modules: Modules = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  drawFinders(modules)
  drawTiming(modules)
  drawAlignment(modules, version)
  drawFormat(modules, mask)
  if (version >= VERSION_SHOWN_FROM) drawVersion(modules, version)
  const isMasked = MASKS[mask]!
  for (const [index, [row, column]] of dataPlaces(version).entries()) {
    const codeword = codewords[Math.floor(index / 8)] ?? 0 // the last few modules may be left over
    const bit = (codeword >> (7 - (index % 8))) & 1
    modules[row]![column] = (bit === 1) !== isMasked(row, column)
  }
  return modules
}

function drawFinders(modules: Modules): void {
  const far = modules.length - FINDER_SIZE
  for (const [top, left] of [
    [0, 0],
    [0, far],
    [far, 0],
  ] as const) {
    for (let row = 0; row < FINDER_SIZE; row++) {
      for (let column = 0; column < FINDER_SIZE; column++) {
        const ring = Math.max(Math.abs(row - 3), Math.abs(column - 3))
        modules[top + row]![left + column] = ring !== 2
      }
    }
  }
}

function drawTiming(modules: Modules): void {
  for (let place = FINDER_SIZE + 1; place < modules.length - FINDER_SIZE - 1; place++) {
    modules[TIMING]![place] = place % 2 === 0
    modules[place]![TIMING] = place % 2 === 0
  }
}

/** The centres of the alignment patterns: all pairs of positions, without the three corners that finders take. */
function alignmentCentres(version: number): [number, number][] {
  const { alignment } = VERSIONS[version - 1]!
  const last = alignment.at(-1)
  return alignment
    .flatMap((row) => alignment.map((column): [number, number] => [row, column]))
    .filter(
      ([row, column]) =>
        !((row === TIMING && (column === TIMING || column === last)) || (row === last && column === TIMING)),
    )
}

function drawAlignment(modules: Modules, version: number): void {
  for (const [centreRow, centreColumn] of alignmentCentres(version)) {
    for (let row = -2; row <= 2; row++) {
      for (let column = -2; column <= 2; column++) {
        modules[centreRow + row]![centreColumn + column] = Math.max(Math.abs(row), Math.abs(column)) !== 1
      }
    }
  }
}

/** A value followed by the remainder of its division by a generator polynomial, as a BCH code. */
function withRemainder(value: number, generator: number, bits: number): number {
  let rest = value << bits
  for (let top = 31 - Math.clz32(rest); top >= bits; top = 31 - Math.clz32(rest)) {
    rest ^= generator << (top - bits)
  }
  return (value << bits) | rest
}

/** The 15 bits that name the level of error correction and the mask. */
export function formatBits(mask: number): number {
  return withRemainder((LEVEL_M << 3) | mask, FORMAT_GENERATOR, 10) ^ FORMAT_MASK
}

/** The 18 bits that name the version. */
export function versionBits(version: number): number {
  return withRemainder(version, VERSION_GENERATOR, 12)
}

/** Where the 15 bits of the format stand, from the lowest bit: once around the first finder, once at the others. */
export function formatPlaces(size: number): [[number, number], [number, number]][] {
  return Array.from({ length: 15 }, (_, bit) => {
    let first: [number, number]
    if (bit < 6) first = [bit, 8]
    else if (bit < 8) first = [bit + 1, 8]
    else if (bit === 8) first = [8, 7]
    else first = [8, 14 - bit]
    const second: [number, number] = bit < 8 ? [8, size - 1 - bit] : [size - 15 + bit, 8]
    return [first, second]
  })
}

function drawFormat(modules: Modules, mask: number): void {
  const size = modules.length
  const bits = formatBits(mask)
  for (const [bit, places] of formatPlaces(size).entries()) {
    for (const [row, column] of places) modules[row]![column] = ((bits >> bit) & 1) === 1
  }
  modules[size - 8]![8] = true
}

function drawVersion(modules: Modules, version: number): void {
  const bits = versionBits(version)
  const start = modules.length - 11
  for (let bit = 0; bit < 18; bit++) {
    const isDark = ((bits >> bit) & 1) === 1
    const near = Math.floor(bit / 3)
    const far = start + (bit % 3)
    modules[near]![far] = isDark
    modules[far]![near] = isDark
  }
}

/** Whether a module belongs to a pattern that is the same for every text. */
function isReserved(row: number, column: number, version: number): boolean {
  const size = sizeOf(version)
  const isNearFinder =
    (row <= 8 && column <= 8) || (row <= 8 && column >= size - 8) || (row >= size - 8 && column <= 8)
  if (isNearFinder || row === TIMING || column === TIMING) return true
  if (version >= VERSION_SHOWN_FROM) {
    const isVersion = (row < 6 && column >= size - 11) || (column < 6 && row >= size - 11)
    if (isVersion) return true
  }
  return alignmentCentres(version).some(
    ([centreRow, centreColumn]) => Math.abs(row - centreRow) <= 2 && Math.abs(column - centreColumn) <= 2,
  )
}

/** The places of the data bits in order: two columns at a time from the right, upwards and downwards in turn. */
export function dataPlaces(version: number): [number, number][] {
  const size = sizeOf(version)
  const places: [number, number][] = []
  let isUpwards = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === TIMING) right-- // the column of the timing pattern has no data
    for (let step = 0; step < size; step++) {
      const row = isUpwards ? size - 1 - step : step
      for (const column of [right, right - 1]) {
        if (!isReserved(row, column, version)) places.push([row, column])
      }
    }
    isUpwards = !isUpwards
  }
  return places
}

// The choice of the mask ------------------------------------------------------------------------------------------------

const LIKE_A_FINDER = [true, false, true, true, true, false, true]

/** How hard the code is to read: long runs, blocks, finder-like patterns and too many dark or light modules. */
export function penalty(modules: Modules): number {
  const columns = modules.map((_, column) => modules.map((row) => row[column]!))
  const lines = [...modules, ...columns]
  const runs = lines.reduce((sum, line) => sum + runPenalty(line) + finderPenalty(line), 0)
  return runs + blockPenalty(modules) + balancePenalty(modules)
}

function runPenalty(line: boolean[]): number {
  let sum = 0
  let run = 0
  for (const [place, module] of line.entries()) {
    run = place > 0 && module === line[place - 1] ? run + 1 : 1
    if (run === 5) sum += 3
    else if (run > 5) sum += 1
  }
  return sum
}

/** Places that look like a finder with four light modules on one side. */
function finderPenalty(line: boolean[]): number {
  const isLight = (from: number, to: number): boolean =>
    from >= 0 && to <= line.length && line.slice(from, to).every((module) => !module)
  let sum = 0
  for (let start = 0; start + LIKE_A_FINDER.length <= line.length; start++) {
    const end = start + LIKE_A_FINDER.length
    const isAlike = LIKE_A_FINDER.every((module, place) => line[start + place] === module)
    if (isAlike && (isLight(start - 4, start) || isLight(end, end + 4))) sum += 40
  }
  return sum
}

function blockPenalty(modules: Modules): number {
  let sum = 0
  for (let row = 1; row < modules.length; row++) {
    for (let column = 1; column < modules.length; column++) {
      const corner = modules[row]![column]
      const isBlock =
        corner === modules[row - 1]![column] &&
        corner === modules[row]![column - 1] &&
        corner === modules[row - 1]![column - 1]
      if (isBlock) sum += 3
    }
  }
  return sum
}

function balancePenalty(modules: Modules): number {
  const all = modules.length ** 2
  const dark = modules.flat().filter(Boolean).length
  return 10 * Math.floor(Math.abs((100 * dark) / all - 50) / 5)
}
