/** The account of this browser. */

import type { Me } from './http_types'
import { get, post, Refused, errorMessage } from './api'

export const session = $state<{ me: Me | null; trouble: string | null }>({ me: null, trouble: null })

/** Fetches our account; without a session, begins one as a guest. */
export async function startSession(): Promise<void> {
  try {
    session.me = await get<Me>('/api/me').catch((error: unknown) => {
      if (error instanceof Refused && error.status === 401) return post('/api/session')
      throw error
    })
    session.trouble = null
  } catch (error) {
    session.trouble = errorMessage(error)
  }
}

/** Begins a new session if ours has expired. Called when the socket cannot be opened. */
export async function renewSession(): Promise<void> {
  try {
    session.me = await get<Me>('/api/me')
  } catch (error) {
    if (error instanceof Refused && error.status === 401)
      session.me = await post('/api/session').catch(() => session.me)
  }
}

export async function refresh(): Promise<void> {
  try {
    session.me = await get<Me>('/api/me')
  } catch {
    // the page shows the connection's state by itself
  }
}
