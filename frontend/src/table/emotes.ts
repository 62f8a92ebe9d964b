/** The emotes as they are shown. The list is the server's. */

import type { Said } from '../room/protocol'

export const EMOTES: Record<Said['word'], string> = {
  hello: 'Hello!',
  'good luck': 'Good luck!',
  'well played': 'Well played!',
  thanks: 'Thanks!',
  ouch: 'Ouch!',
  'take your time': 'Take your time.',
}
export const SHOWN_MS = 4500
