/** Signing in and out, with the socket that belongs to the session. */

import type { Me } from './http_types'
import { session } from './session.svelte'
import { connect, connection, disconnect } from './socket.svelte'

/** Runs work that replaces the session's token. The socket is closed before and opened again afterwards. */
export async function withNewToken(work: () => Promise<Me>): Promise<void> {
  const connected = connection.state === 'open'
  if (connected) disconnect()
  try {
    session.me = await work()
  } finally {
    if (connected) connect()
  }
}
