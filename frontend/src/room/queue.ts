/** Questions that wait for a worker of the server. */

/** The place in the queue in words. */
export const queuePlaceText = (place: number): string =>
  place === 1 ? 'Waiting: next in the queue' : `Waiting: number ${place} in the queue`
