/** Short sounds made by the browser, without files. None when sound is off. */

import { painted } from './painted'
import { preferences } from './preferences.svelte'

let speaker: AudioContext | null = null

type Note = readonly [pitch: number, length: number]
const TUNES = {
  deal: [
    [520, 0.03],
    [480, 0.03],
    [520, 0.03],
  ],
  open: [
    [420, 0.03],
    [560, 0.03],
    [700, 0.04],
  ],
  put: [
    [330, 0.05],
    [250, 0.05],
  ],
  chip: [
    [1250, 0.025],
    [1700, 0.03],
  ],
  turn: [
    [660, 0.08],
    [880, 0.1],
  ],
  late: [
    [880, 0.06],
    [880, 0.06],
  ],
  said: [
    [740, 0.05],
    [990, 0.06],
  ],
  win: [
    [523, 0.09],
    [659, 0.09],
    [784, 0.16],
  ],
  even: [
    [440, 0.1],
    [440, 0.1],
  ],
  lose: [
    [294, 0.12],
    [247, 0.16],
  ],
} as const satisfies Record<string, readonly Note[]>

export type SoundName = keyof typeof TUNES

/** Play a tune. It begins after the next frame, so that what a tap changes is painted first. */
export function sound(name: SoundName): void {
  if (!preferences.sound || !navigator.userActivation?.hasBeenActive) return
  void painted().then(() => play(name))
}

function play(name: SoundName): void {
  try {
    speaker ??= new AudioContext()
    let at = speaker.currentTime
    for (const [pitch, length] of TUNES[name]) {
      const tone = speaker.createOscillator()
      const volume = speaker.createGain()
      tone.frequency.value = pitch
      volume.gain.setValueAtTime(0.05, at)
      volume.gain.exponentialRampToValueAtTime(0.0005, at + length)
      tone.connect(volume).connect(speaker.destination)
      tone.start(at)
      tone.stop(at + length)
      at += length
    }
  } catch {
    // a browser without sound is a quiet browser
  }
}
