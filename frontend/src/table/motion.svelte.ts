/**
 * Plays the steps of `motion_steps.ts` on the page. Only transform and opacity are animated, so that nothing else moves
 * and every frame is cheap. Buttons work at once; `skip` ends everything that moves.
 */

import { mount, unmount } from 'svelte'
import { prefersNoMotion } from '../room/preferences.svelte'
import { sound } from '../room/sounds'
import Chips from './Chips.svelte'
import { endOf, soundOf, type DealStep, type OpenedHand, type Step, type TimedStep } from './motion_steps'
import type { Party } from './settlement'

const EASING = 'cubic-bezier(.3, 0, .3, 1)'
const FADE_IN = [{ opacity: 0 }, { opacity: 1 }]
/** Two sounds that begin within this time are heard as one. */
const LEAST_MS_BETWEEN_SOUNDS = 55
/** How far pushed cards move, as in `MatchedCards.svelte`. */
const PUSHED_REM = 0.6

interface Point {
  x: number
  y: number
}

/** Starts animations. */
type Move = () => void

class Motion {
  /** Is something moving? */
  isPlaying = $state(false)
  #animations: Animation[] = []
  #timers: ReturnType<typeof setTimeout>[] = []
  #atSkip = new Set<() => void>()

  /** Plays these steps after what the page shows has changed. Without motion only the sounds are left. */
  play(steps: TimedStep[]): void {
    this.#end()
    if (!steps.length) return
    if (prefersNoMotion()) {
      for (const name of new Set(steps.map(soundOf))) if (name) sound(name)
      return
    }
    this.#scheduleSounds(steps)
    // The page is measured before anything is changed: one layout for all steps.
    const dealt = new Set<Element>()
    const moves = steps.map((step) => this.#prepare(step, steps, dealt))
    for (const move of moves) move?.()
    this.#revealResults(steps)
    const finished = Promise.allSettled(this.#animations.map((animation) => animation.finished))
    const playing = this.#animations
    this.isPlaying = playing.length > 0
    void finished.then(() => {
      if (this.#animations === playing) this.isPlaying = false
    })
  }

  /** Ends everything that moves: cards and chips are where they go. */
  skip(): void {
    this.#end()
    for (const action of this.#atSkip) action()
  }

  /** Calls `action` at each skip; the result removes it. */
  atSkip(action: () => void): () => void {
    this.#atSkip.add(action)
    return () => this.#atSkip.delete(action)
  }

  #end(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    for (const animation of this.#animations) animation.finish()
    this.#timers = []
    this.#animations = []
    this.isPlaying = false
  }

  #scheduleSounds(steps: TimedStep[]): void {
    let last = -Infinity
    for (const step of steps) {
      const name = soundOf(step)
      if (!name || (step.at - last < LEAST_MS_BETWEEN_SOUNDS && step.kind !== 'result')) continue
      last = step.at
      this.#timers.push(setTimeout(() => sound(name), step.at))
    }
  }

  /** Measures the page for a step; gives what starts its animations. */
  #prepare(step: TimedStep, all: TimedStep[], dealt: Set<Element>): Move | null {
    switch (step.kind) {
      case 'deal':
        return this.#deal(step, dealt)
      case 'open':
        return this.#open(step.hands, step)
      case 'lay':
        return this.#turnOver(arrangedCard(step.card), step)
      case 'push':
        return this.#push(step.cards, step.hands, step, all)
      case 'pay':
        return this.#flyChips(step.payment.payer, step.payment.payee, step.payment.chips, step)
      case 'result':
        return null
    }
  }

  /** Moves a card from the shoe to where it lies; to a seat that shows no cards, one card for each packet. */
  #deal(step: DealStep & TimedStep, dealt: Set<Element>): Move | null {
    const shoe = place('[data-shoe]') ?? place('[data-party=house]')
    if (!shoe) return null
    const from = centre(shoe)
    const card = dealtCard(step, dealt)
    if (!card) {
      const seat =
        step.startsPacket && !drawnCards(step.to).length ? place(`[data-party="${step.to}"]`) : null
      if (!seat) return null
      const end = centre(seat)
      return () => void this.#fly(cardBack(), from, end, step)
    }
    dealt.add(card)
    const to = centre(card)
    const atTheShoe = `translate(${from.x - to.x}px, ${from.y - to.y}px) rotate(20deg) scale(0.6)`
    const keyframes = [
      { transform: atTheShoe, opacity: 0 },
      { opacity: 1, offset: 0.35 },
      { transform: 'none', opacity: 1 },
    ]
    return () => this.#animate(card, keyframes, step)
  }

  /** Turns hands over; their names and frames are seen from then on. */
  #open(hands: OpenedHand[], step: TimedStep, except: Set<Element> = new Set()): Move {
    const turnCards = this.#turnOver(
      openCards(hands).filter((card) => !except.has(card)),
      step,
    )
    const half = step.ms / 2
    const seenFromThenOn = { ...step, at: step.at + half, ms: half }
    const covered = hands.flatMap((hand) => elements(`[data-covered="${hand.party} ${hand.slot}"]`))
    return () => {
      turnCards()
      for (const each of covered) this.#animate(each, FADE_IN, seenFromThenOn)
    }
  }

  /** Turns cards over: each is face down until its time. */
  #turnOver(cards: Element[], step: TimedStep): Move {
    const turned = cards
      .map((card) => ({ card, box: card.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0)
    return () => {
      for (const { card, box } of turned) this.#turnOne(card, box, step)
    }
  }

  #turnOne(card: Element, box: DOMRect, step: TimedStep): void {
    const back = cardBack()
    back.style.width = `${box.width}px`
    back.style.height = `${box.height}px`
    document.body.append(back)
    const at = `translate(${box.left}px, ${box.top}px)`
    const turnAway = [{ transform: `${at} scaleX(1)` }, { transform: `${at} scaleX(0)` }]
    const turning = this.#animate(back, turnAway, { ...step, ms: step.ms / 2 })
    void turning.finished.catch(() => undefined).then(() => back.remove())
    const appear = [
      { transform: 'scaleX(0)', opacity: 0 },
      { transform: 'scaleX(0)', opacity: 1, offset: 0.5 },
      { transform: 'none', opacity: 1 },
    ]
    this.#animate(card, appear, step)
  }

  /** The best cards move up towards the players, and the hands that they make are opened. */
  #push(cards: string[], hands: OpenedHand[], step: TimedStep, all: TimedStep[]): Move {
    const pushed = cards.flatMap(arrangedCard).flatMap((card) => card.closest('[data-pushed-up]') ?? [])
    const open = new Set(all.flatMap((each) => (each.kind === 'lay' ? arrangedCard(each.card) : [])))
    const turnOthers = this.#open(hands, step, open)
    return () => {
      const up = [{ transform: `translateY(${PUSHED_REM}rem)` }, { transform: 'none' }]
      for (const card of pushed) this.#animate(card, up, step)
      turnOthers()
    }
  }

  #flyChips(from: Party, to: Party, chips: number, step: TimedStep): Move | null {
    const [start, end] = [place(`[data-party="${from}"]`), place(`[data-party="${to}"]`)]
    if (!start || !end) return null
    const [first, last] = [centre(start), centre(end)]
    return () => {
      const stack = document.createElement('div')
      const drawn = mount(Chips, { target: stack, props: { chips } })
      void this.#fly(stack, first, last, step).then(() => unmount(drawn))
    }
  }

  /** Moves something from one point to another and removes it there. */
  async #fly(what: HTMLElement, from: Point, to: Point, step: TimedStep): Promise<void> {
    what.classList.add('flying')
    what.setAttribute('aria-hidden', 'true')
    document.body.append(what)
    const at = ({ x, y }: Point, scale: number): string =>
      `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`
    const lift = Math.min(70, Math.hypot(to.x - from.x, to.y - from.y) / 5)
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - lift }
    const flight = this.#animate(
      what,
      [
        { transform: at(from, 0.9), opacity: 0 },
        { transform: at(middle, 1.15), opacity: 1, offset: 0.5 },
        { transform: at(to, 0.9), opacity: 0 },
      ],
      step,
    )
    await flight.finished.catch(() => undefined)
    what.remove()
  }

  /** Results are shown when the hands are open. */
  #revealResults(steps: TimedStep[]): void {
    if (!steps.some((step) => step.kind === 'result')) return
    const opened = steps.filter((step) => step.kind !== 'pay' && step.kind !== 'result')
    const fade = { kind: 'result', net: 0, at: endOf(opened), ms: 160 } as const
    for (const result of elements('[data-result]')) this.#animate(result, FADE_IN, fade)
  }

  #animate(what: Element, keyframes: Keyframe[], step: TimedStep): Animation {
    const animation = what.animate(keyframes, {
      id: idOf(step),
      delay: step.at,
      duration: step.ms,
      easing: EASING,
      // What flies stays where it arrives until it is removed.
      fill: what.classList.contains('flying') ? 'both' : 'backwards',
    })
    this.#animations.push(animation)
    return animation
  }
}

export const motion = new Motion()

/** Which step an animation belongs to, for tests and for a debugger: `deal 1`, `open house low`, `pay house 1`. */
function idOf(step: Step): string {
  switch (step.kind) {
    case 'deal':
      return `deal ${step.to}`
    case 'open':
      return `open ${step.hands.map((hand) => `${hand.party} ${hand.slot}`).join(', ')}`
    case 'lay':
      return `lay ${step.card}`
    case 'push':
      return `push ${step.cards.join(' ')}`
    case 'pay':
      return `pay ${step.payment.payer} ${step.payment.payee} ${step.payment.wager}`
    case 'result':
      return 'result'
  }
}

function elements(selector: string): Element[] {
  return [...document.querySelectorAll(selector)]
}

/** The first element that is on the screen. */
function place(selector: string): Element | null {
  return elements(selector).find((each) => each.getBoundingClientRect().width > 0) ?? null
}

/** A card of a dealer who lays the cards out. */
function arrangedCard(card: string): Element[] {
  return elements(`[data-in-order] [data-face="${card}"]`)
}

/** The cards of a party that are drawn one by one. */
function drawnCards(party: Party): Element[] {
  return elements(`[data-cards-of="${party}"] [data-face]`).filter(
    (card) => card.getBoundingClientRect().width > 0,
  )
}

function openCards(hands: OpenedHand[]): Element[] {
  return hands.flatMap(({ party, slot }) => elements(`[data-open="${party} ${slot}"] [data-face]`))
}

/** Where a dealt card lies now; null if it is not drawn. New cards that are face down are the last of their pile. */
function dealtCard({ to, nth, newCards, card }: DealStep, dealt: Set<Element>): Element | null {
  const drawn = drawnCards(to)
  if (card === null) return drawn[Math.max(0, drawn.length - newCards) + nth] ?? null
  return drawn.find((each) => each.getAttribute('data-face') === card && !dealt.has(each)) ?? null
}

function cardBack(): HTMLElement {
  const back = document.createElement('div')
  back.className = 'flying card-back'
  const deck = document.querySelector<HTMLElement>('[data-deck]')?.dataset.deck
  if (deck) back.dataset.deck = deck
  back.setAttribute('aria-hidden', 'true')
  return back
}

function centre(element: Element): Point {
  const box = element.getBoundingClientRect()
  return { x: box.left + box.width / 2, y: box.top + Math.min(box.height / 2, 60) }
}
