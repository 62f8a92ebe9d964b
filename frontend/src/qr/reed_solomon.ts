/** Reed-Solomon codes over the field of 256 elements that QR codes use. */

/** x^8 + x^4 + x^3 + x^2 + 1 */
const FIELD_POLYNOMIAL = 0x11d

/** The product of two elements of the field. */
export function multiply(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product <<= 1
    if (product & 0x100) product ^= FIELD_POLYNOMIAL
    if ((b >> bit) & 1) product ^= a
  }
  return product
}

/** The polynomial with the roots 1, 2, 4, ..., without its leading coefficient, which is 1. */
function generator(degree: number): number[] {
  let coefficients = [1]
  let root = 1
  for (let count = 0; count < degree; count++) {
    const shifted = [...coefficients, 0]
    coefficients = shifted.map((coefficient, place) =>
      place === 0 ? coefficient : coefficient ^ multiply(coefficients[place - 1]!, root),
    )
    root = multiply(root, 2)
  }
  return coefficients.slice(1)
}

/** The error correction codewords of a block: the remainder of its division by the generator. */
export function errorCorrection(data: number[], count: number): number[] {
  const divisor = generator(count)
  let rest = Array<number>(count).fill(0)
  for (const codeword of data) {
    const factor = codeword ^ rest[0]!
    rest = [...rest.slice(1), 0].map((value, place) => value ^ multiply(divisor[place]!, factor))
  }
  return rest
}
