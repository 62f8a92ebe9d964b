/** What a person chose for their own screen. Stored in the browser. */

interface Preferences {
  theme: 'auto' | 'dark' | 'light'
  deck: 'two' | 'four'
  sound: boolean
  /** Are other players' emotes shown? */
  emotes: boolean
  motion: boolean
  cards: 'small' | 'normal' | 'large'
  bots: 'newcomer' | 'house_way' | 'expert'
}

const KEY = 'houseway-preferences'
const DEFAULTS: Preferences = {
  theme: 'auto',
  deck: 'two',
  sound: true,
  emotes: true,
  motion: true,
  cards: 'normal',
  bots: 'house_way',
}

function stored(): Preferences {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>) }
  } catch {
    return { ...DEFAULTS }
  }
}

export const preferences = $state<Preferences>(stored())

/** Applies the choices to the page and stores them. */
export function applyPreferences(): void {
  const root = document.documentElement
  const light =
    preferences.theme === 'light' ||
    (preferences.theme === 'auto' && matchMedia('(prefers-color-scheme: light)').matches)
  root.dataset.theme = light ? 'light' : 'dark'
  root.dataset.deck = preferences.deck
  root.dataset.cards = preferences.cards
  root.dataset.motion = preferences.motion ? 'on' : 'off'
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences))
  } catch {
    // a browser without storage still plays
  }
}

export function prefersNoMotion(): boolean {
  return !preferences.motion || matchMedia('(prefers-reduced-motion: reduce)').matches
}
