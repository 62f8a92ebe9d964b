/** The account of this browser. */

import type { Me } from './http_types'
import { get, post, Refused, errorMessage } from './api'

export const session = $state<{ me: Me | null; trouble: string | null }>({ me: null, trouble: null })

/** Stored in a browser that has begun a session here. */
const VISITED_KEY = 'houseway-visited'

/** Fetches our account; without a session, begins one as a guest. */
export async function startSession(): Promise<void> {
  try {
    session.me = await (hasVisited() ? accountOrNewSession() : post('/api/session'))
    session.trouble = null
    rememberVisit()
  } catch (error) {
    session.trouble = errorMessage(error)
  }
}

function accountOrNewSession(): Promise<Me> {
  return get<Me>('/api/me').catch((error: unknown) => {
    if (error instanceof Refused && error.status === 401) return post('/api/session')
    throw error
  })
}

/** A first visit asks for no account, because the refusal would be an error in the browser's console. */
function hasVisited(): boolean {
  try {
    return localStorage.getItem(VISITED_KEY) !== null
  } catch {
    return true
  }
}

function rememberVisit(): void {
  try {
    localStorage.setItem(VISITED_KEY, 'yes')
  } catch {
    // a browser without storage asks every time
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
