/** SHA-256 by WebCrypto, or by our own code on a page without it: a browser offers it to https and localhost only. */

export async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  if (globalThis.crypto?.subtle)
    return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))
  return plainSha256(bytes)
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

export function fromHex(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16))
}

export function concatenate(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** The first 32 bits of the fractional part of a root of each of the first primes (FIPS 180-4). */
function fractions(count: number, root: (prime: number) => number): Uint32Array {
  const roots: number[] = []
  for (let number = 2; roots.length < count; number++) {
    let prime = true
    for (let divisor = 2; divisor * divisor <= number; divisor++) if (number % divisor === 0) prime = false
    if (prime) roots.push(Math.floor((root(number) % 1) * 2 ** 32))
  }
  return Uint32Array.from(roots)
}

const START = fractions(8, Math.sqrt)
const STEPS = fractions(64, Math.cbrt)
const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** FIPS 180-4, without WebCrypto. */
export function plainSha256(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(padded.length - 4, (bytes.length * 8) >>> 0)
  const state = Uint32Array.from(START)
  const words = new Uint32Array(64)
  for (let block = 0; block < padded.length; block += 64) {
    for (let place = 0; place < 16; place++) words[place] = view.getUint32(block + 4 * place)
    for (let place = 16; place < 64; place++) {
      const early = words[place - 15]!
      const late = words[place - 2]!
      const small0 = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
      const small1 = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
      words[place] = words[place - 16]! + small0 + words[place - 7]! + small1
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    for (let place = 0; place < 64; place++) {
      const big1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
      const chosen = (e & f) ^ (~e & g)
      const first = (h + big1 + chosen + STEPS[place]! + words[place]!) | 0
      const big0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
      const most = (a & b) ^ (a & c) ^ (b & c)
      h = g
      g = f
      f = e
      e = (d + first) | 0
      d = c
      c = b
      b = a
      a = (first + big0 + most) | 0
    }
    for (const [place, word] of [a, b, c, d, e, f, g, h].entries()) state[place] = state[place]! + word
  }
  const digest = new Uint8Array(32)
  const written = new DataView(digest.buffer)
  for (const [place, word] of state.entries()) written.setUint32(4 * place, word)
  return digest
}
