/** Questions that wait for a worker of the server, and what the page shows meanwhile. */

import type { QueuedQuestion } from './http_types'
import { get } from './api'

const LOOK = 1000

/** The place in the queue in words. */
export const queuePlaceText = (place: number): string =>
  place === 1 ? 'Waiting: next in the queue' : `Waiting: number ${place} in the queue`

/** Waits for an answer. Meanwhile it reports the place in the queue; null means that the question is being worked on. */
export async function whileQueued<T>(
  question: string,
  answer: Promise<T>,
  tell: (place: string | null) => void,
): Promise<T> {
  const look = async (): Promise<void> => {
    const open = await get<QueuedQuestion[]>('/api/study/waiting').catch(() => [])
    const places = open.filter((each) => each.question === question).map((each) => each.place)
    const place = Math.max(0, ...places)
    if (timer !== null) tell(place > 0 ? queuePlaceText(place) : null)
  }
  let timer: ReturnType<typeof setInterval> | null = setInterval(() => void look(), LOOK)
  try {
    return await answer
  } finally {
    clearInterval(timer)
    timer = null
    tell(null)
  }
}
