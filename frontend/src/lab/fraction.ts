/** Exact fractions, as far as the lab needs them. */

export interface Fraction {
  over: bigint
  under: bigint
}
export const ZERO: Fraction = { over: 0n, under: 1n }

export function parsed(text: string | number): Fraction {
  const [over = '0', under = '1'] = String(text).split('/')
  return { over: BigInt(over), under: BigInt(under) }
}
export const written = (value: Fraction): string => {
  const { over, under } = lowest(value)
  return `${over}/${under}`
}
export function added(a: Fraction, b: Fraction): Fraction {
  return lowest({ over: a.over * b.under + b.over * a.under, under: a.under * b.under })
}
export const times = (a: Fraction, by: bigint): Fraction => ({ over: a.over * by, under: a.under })
export const divided = (a: Fraction, by: bigint): Fraction => lowest({ over: a.over, under: a.under * by })

function lowest({ over, under }: Fraction): Fraction {
  let [a, b] = [over < 0n ? -over : over, under]
  while (b) [a, b] = [b, a % b]
  return a > 1n ? { over: over / a, under: under / a } : { over, under }
}
