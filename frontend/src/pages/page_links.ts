/** The pages that every header links to. */
export const PAGE_LINKS = [
  ['/', 'Lobby'],
  ['/history', 'History'],
  ['/odds', 'Odds lab'],
  ['/rules', 'Rulebook'],
  ['/preferences', 'Settings'],
] as const
