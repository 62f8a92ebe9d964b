/** The emotes as they are shown. The list is the server's. */

import type { EmoteFrame } from '../room/protocol'

export const EMOTES: Record<EmoteFrame['word'], string> = {
  hello: 'Hello!',
  'good luck': 'Good luck!',
  'well played': 'Well played!',
  thanks: 'Thanks!',
  ouch: 'Ouch!',
  'take your time': 'Take your time.',
}
export const SHOWN_MS = 4500
