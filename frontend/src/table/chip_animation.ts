/** Chips that move across the felt. Only transform and opacity are animated, so every frame is cheap. */

import { mount, unmount } from 'svelte'
import { prefersNoMotion } from '../room/preferences.svelte'
import Chips from './Chips.svelte'

const ROUTE_MS = 620

/** The place of a seat, the house or the pot on this page; none where it is not shown. */
export function placeOf(party: number | string): Element | null {
  return document.querySelector(`[data-party="${party}"]`)
}

/** Moves a stack of chips from one party to another, and removes it when it arrives. */
export async function flyChips(from: number | string, to: number | string, chips: number): Promise<void> {
  const [start, end] = [placeOf(from), placeOf(to)]
  if (prefersNoMotion() || !start || !end) return
  const [a, b] = [centre(start), centre(end)]
  const stack = document.createElement('div')
  stack.className = 'flying'
  stack.setAttribute('aria-hidden', 'true')
  document.body.append(stack)
  const drawn = mount(Chips, { target: stack, props: { chips } })
  const lift = Math.min(90, Math.hypot(b.x - a.x, b.y - a.y) / 4)
  const moved = stack.animate(
    [
      { transform: `translate(${a.x}px, ${a.y}px) translate(-50%, -50%) scale(0.9)`, opacity: 0.2 },
      {
        transform: `translate(${(a.x + b.x) / 2}px, ${(a.y + b.y) / 2 - lift}px) translate(-50%, -50%) scale(1.25)`,
        opacity: 1,
        offset: 0.5,
      },
      { transform: `translate(${b.x}px, ${b.y}px) translate(-50%, -50%) scale(0.9)`, opacity: 0.3 },
    ],
    { duration: ROUTE_MS, easing: 'cubic-bezier(.4, 0, .3, 1)' },
  )
  await moved.finished.catch(() => undefined)
  void unmount(drawn)
  stack.remove()
}

/** Skips what is moving: cards and chips are at once where they go. */
export function finishAnimations(): void {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish()
  }
}

function centre(place: Element): { x: number; y: number } {
  const box = place.getBoundingClientRect()
  return { x: box.left + box.width / 2, y: box.top + Math.min(box.height / 2, 60) }
}
