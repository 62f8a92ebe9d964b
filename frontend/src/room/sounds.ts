/** Small sounds made on the spot: no files, and nothing when a person wants it quiet. */

import { preferences } from './preferences.svelte'

let speaker: AudioContext | null = null

const TUNES = {
  deal: [[520, 0.03]],
  put: [[330, 0.05], [250, 0.05]],
  turn: [[660, 0.08], [880, 0.1]],
  win: [[523, 0.09], [659, 0.09], [784, 0.16]],
  lose: [[294, 0.12], [247, 0.16]],
} as const satisfies Record<string, readonly (readonly [number, number])[]>

export function sound(name: keyof typeof TUNES): void {
  if (!preferences.sound) return
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
