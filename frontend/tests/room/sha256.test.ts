import { describe, expect, it } from 'vitest'
import { concatenate, fromHex, plainSha256, sha256, toHex } from '../../src/room/sha256'

const encoder = new TextEncoder()

describe('SHA-256 without WebCrypto', () => {
  /** From FIPS 180-4 and its examples. */
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['a'.repeat(1000), '41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3'],
  ])('gives the published digest', (text, digest) => {
    expect(toHex(plainSha256(encoder.encode(text)))).toBe(digest)
  })
  it('agrees with WebCrypto at every length around its blocks', async () => {
    for (let length = 0; length <= 130; length++) {
      const bytes = Uint8Array.from({ length }, (_, place) => (place * 37 + length) & 255)
      expect(toHex(plainSha256(bytes))).toBe(toHex(await sha256(bytes)))
    }
  })
})

describe('bytes', () => {
  it('become hexadecimal digits and come back', () => {
    const bytes = Uint8Array.of(0, 1, 15, 16, 255)
    expect(toHex(bytes)).toBe('00010f10ff')
    expect(fromHex('00010f10ff')).toEqual(bytes)
  })
  it('are joined in order', () => {
    expect(concatenate(Uint8Array.of(1), new Uint8Array(0), Uint8Array.of(2, 3))).toEqual(
      Uint8Array.of(1, 2, 3),
    )
  })
})
