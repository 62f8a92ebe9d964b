import { describe, expect, it } from 'vitest'

const components = import.meta.glob<string>('../src/**/*.svelte', {
  eager: true,
  query: '?raw',
  import: 'default',
})
const sheets = import.meta.glob<string>('../src/*.css', { eager: true, query: '?raw', import: 'default' })
const tokens = sheets['../src/tokens.css'] ?? ''

/** The style sheets of the pages, but for the tokens themselves. */
const styles: [string, string][] = [
  ...Object.entries(components).map(([path, text]): [string, string] => [
    path,
    text.split('<style>')[1] ?? '',
  ]),
  ...Object.entries(sheets).filter(([path]) => !path.endsWith('tokens.css')),
]
const LITERALS: [string, RegExp][] = [
  ['colour', /#[0-9a-f]{3,8}\b|\brgba?\(|:\s*(white|black)\b|, (white|black)\)/i],
  ['layer', /z-index:\s*-?\d/],
  ['corner', /border-radius:\s*[\d.]+(rem|px)/],
  ['size of text', /font-size:\s*[\d.]+rem/],
  ['weight', /font-weight:\s*\d/],
  ['shadow', /shadow:\s*(?!var|inset|0 0 0 3px)[\d.]/],
  ['space', /(?<!scroll-)\b(gap|padding|margin):\s*[\d.]+rem/],
]

describe('style sheets', () => {
  it('are found', () => {
    expect(styles.length).toBeGreaterThan(50)
    expect(tokens).toContain('--felt')
  })
  it.each(LITERALS)('take every %s from the tokens', (_, literal) => {
    const found = styles.flatMap(([path, css]) => {
      const line = css.split('\n').find((each) => literal.test(each))
      return line === undefined ? [] : [`${path}: ${line.trim()}`]
    })
    expect(found).toEqual([])
  })
  it('use only tokens that exist', () => {
    const defined = new Set(
      [tokens, ...styles.map(([, css]) => css), ...Object.values(components)].flatMap((text) =>
        [...text.matchAll(/(--[a-z0-9-]+)(?=[:=]|\s*=)/g)].map((match) => match[1]!),
      ),
    )
    const used = styles.flatMap(([path, css]) =>
      [...css.matchAll(/var\((--[a-z0-9-]+)/g)].map((match) => [path, match[1]!]),
    )
    expect(used.filter(([, name]) => !defined.has(name!))).toEqual([])
  })
})
