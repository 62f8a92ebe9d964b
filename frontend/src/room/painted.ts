/** A page that is out of sight paints no frames; then this is the longest wait. */
const LONGEST_WAIT_MS = 100

/** Waits until the page has been painted as it is now: when the second frame begins, the first one has been painted. */
export function painted(): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, LONGEST_WAIT_MS)
    requestAnimationFrame(() => requestAnimationFrame(() => done()))
  })
}
