/** Who we are in this room. */

import type { Me } from './http_types'
import { get, post, Refused, errorMessage } from './api'

export const session = $state<{ me: Me | null; trouble: string | null }>({ me: null, trouble: null })

/** Looks who we are, and takes a guest's place if we are nobody yet. */
export async function arrive(): Promise<void> {
  try {
    session.me = await get<Me>('/api/me').catch((error: unknown) => {
      if (error instanceof Refused && error.status === 401) return post<Me>('/api/session')
      throw error
    })
    session.trouble = null
  } catch (error) {
    session.trouble = errorMessage(error)
  }
}

/** After a socket that would not open: a session that has run out is begun anew, whatever is on the page. */
export async function comeBack(): Promise<void> {
  try {
    session.me = await get<Me>('/api/me')
  } catch (error) {
    if (error instanceof Refused && error.status === 401)
      session.me = await post<Me>('/api/session').catch(() => session.me)
  }
}

export async function refresh(): Promise<void> {
  try {
    session.me = await get<Me>('/api/me')
  } catch {
    // the page shows the connection's state by itself
  }
}
