/** Files that are saved from a page. */

export function download(text: string, name: string, type: string): void {
  const link = Object.assign(document.createElement('a'), {
    href: URL.createObjectURL(new Blob([text], { type })),
    download: name,
  })
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}

export function csv(rows: (string | number)[][]): string {
  const cell = (value: string | number): string =>
    /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value)
  return rows.map((row) => row.map(cell).join(',')).join('\n') + '\n'
}

const KEPT = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-size',
  'font-family',
  'font-weight',
  'text-anchor',
  'opacity',
  'dominant-baseline',
] as const

/** A drawing of the page as a file of its own, with its styles written into it. */
export function standaloneSvg(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const [from, to] = [svg.querySelectorAll('*'), copy.querySelectorAll('*')]
  from.forEach((element, place) => {
    const style = getComputedStyle(element)
    for (const name of KEPT) to[place]!.setAttribute(name, style.getPropertyValue(name))
    to[place]!.removeAttribute('class')
  })
  const box = svg.viewBox.baseVal
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(box.width))
  copy.setAttribute('height', String(box.height))
  copy.removeAttribute('class')
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  for (const [name, value] of Object.entries({
    x: box.x,
    y: box.y,
    width: box.width,
    height: box.height,
    fill: getComputedStyle(svg).getPropertyValue('--panel'),
  }))
    ground.setAttribute(name, String(value))
  copy.prepend(ground)
  return new XMLSerializer().serializeToString(copy)
}
