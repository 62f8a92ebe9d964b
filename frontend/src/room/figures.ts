/** Exact figures come as fractions in text; they become floats only here, to be shown. */

export function value(figure: number | string | null | undefined): number {
  if (figure === null || figure === undefined) return Number.NaN
  if (typeof figure === 'number') return figure
  const [over, under = '1'] = figure.split('/')
  return ratio(over ?? '0', under)
}

/** A quotient of whole numbers of any length. */
function ratio(over: string, under: string): number {
  if (over.length < 15 && under.length < 15) return Number(over) / Number(under)
  const [a, b] = [BigInt(over), BigInt(under)]
  const scale = 10n ** 15n
  return Number((a * scale) / b) / 1e15
}

export const percent = (figure: number, digits = 4): string =>
  `${figure > 0 ? '+' : ''}${(100 * figure).toFixed(digits)} %`
