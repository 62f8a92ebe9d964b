/** Who we are in this room. */

import { get, post, Refused } from './api'

export interface Me {
  player: string
  kind: string
  chips: number
  tables: string[]
  /** Why there are no new play chips for us now, or null. */
  new_chips: string | null
  /** The name looks like another account's, and should be changed. */
  must_rename: boolean
  /** What the operator warned us of. */
  warnings: { reason: string; at: string }[]
}

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
    session.trouble = error instanceof Error ? error.message : String(error)
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
