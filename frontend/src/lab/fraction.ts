/** Exact fractions, as far as the odds lab needs them. */

export interface Fraction {
  numerator: bigint
  denominator: bigint
}
export const ZERO: Fraction = { numerator: 0n, denominator: 1n }

/** Reads "7/12" or a whole number. */
export function parseFraction(text: string | number): Fraction {
  const [numerator = '0', denominator = '1'] = String(text).split('/')
  return { numerator: BigInt(numerator), denominator: BigInt(denominator) }
}

/** Writes "7/12", in lowest terms. */
export function formatFraction(value: Fraction): string {
  const { numerator, denominator } = reduced(value)
  return `${numerator}/${denominator}`
}

export function add(a: Fraction, b: Fraction): Fraction {
  return reduced({
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  })
}

export function negated({ numerator, denominator }: Fraction): Fraction {
  return { numerator: -numerator, denominator }
}

export function multiply(a: Fraction, by: bigint): Fraction {
  return { numerator: a.numerator * by, denominator: a.denominator }
}

export function divide(a: Fraction, by: bigint): Fraction {
  return reduced({ numerator: a.numerator, denominator: a.denominator * by })
}

export function squared({ numerator, denominator }: Fraction): Fraction {
  return { numerator: numerator * numerator, denominator: denominator * denominator }
}

function reduced({ numerator, denominator }: Fraction): Fraction {
  const divisor = greatestCommonDivisor(numerator < 0n ? -numerator : numerator, denominator)
  return { numerator: numerator / divisor, denominator: denominator / divisor }
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b)
}
