/** Exact figures come as fractions in text. They become floats only here, to be shown. */

/** An exact figure as the server sends it: a number, or a fraction as text ("7/12"). */
export type Figure = number | string

export function toNumber(figure: Figure | null | undefined): number {
  if (figure === null || figure === undefined) return Number.NaN
  if (typeof figure === 'number') return figure
  if (!figure.includes('/')) return Number(figure)
  const [numerator = '0', denominator = '1'] = figure.split('/')
  return quotient(numerator, denominator)
}

/** A quotient of whole numbers of any length. */
function quotient(numerator: string, denominator: string): number {
  const fitsFloat = numerator.length < 15 && denominator.length < 15
  if (fitsFloat) return Number(numerator) / Number(denominator)
  const scale = 10n ** 15n
  return Number((BigInt(numerator) * scale) / BigInt(denominator)) / 1e15
}

const ROUNDING_NOISE = 1e-12
const MOST_DIGITS = 15

/** A figure with its decimals, and with more where all of them would be zeros; zero has no minus sign. */
export function decimals(figure: number, digits = 4): string {
  if (Math.abs(figure) < ROUNDING_NOISE) return (0).toFixed(digits)
  const text = figure.toFixed(digits)
  if (Number(text) !== 0) return text
  return figure.toFixed(Math.min(MOST_DIGITS, Math.ceil(-Math.log10(Math.abs(figure)))))
}

/** "+1.4182 %" */
export function percent(figure: number, digits = 4): string {
  return `${figure > 0 ? '+' : ''}${decimals(100 * figure, digits)} %`
}

/** "+12", "-3" or "0", with thousands separated. */
export function signed(chips: number): string {
  return `${chips > 0 ? '+' : ''}${chips.toLocaleString('en')}`
}

export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
