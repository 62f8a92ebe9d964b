/** Where we are: the address is the only state of navigation, so links can be shared and Back works. */

export const place = $state({ path: location.pathname, query: location.search, hash: location.hash })

function look(): void {
  place.path = location.pathname
  place.query = location.search
  place.hash = location.hash
}

export function go(address: string, { replace = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', address)
  look()
  if (!replace) scrollTo(0, 0)
}

/** Opens links of this site without loading the page again. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest('a')
  const plain =
    event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.defaultPrevented
  if (
    !link ||
    !plain ||
    link.origin !== location.origin ||
    link.target ||
    link.hasAttribute('download') ||
    link.pathname.startsWith('/api/')
  )
    return
  if (link.pathname === location.pathname && link.hash) return
  event.preventDefault()
  go(link.pathname + link.search + link.hash)
}

addEventListener('popstate', look)
addEventListener('hashchange', look)
