import { sound, vibration } from './board-settings.svelte.ts'
import type { BoardEvent } from './play-sound.ts'

/** Milliseconds of vibration, and of the pauses between. */
const VIBRATIONS: Partial<Record<BoardEvent, number[]>> = {
  place: [8],
  move: [8],
  capture: [14, 40, 14],
  mill: [10, 30, 10, 30, 24],
  refused: [18],
  turn: [20, 60, 20],
}

/** Time between two events of one move. */
const APART_MS = 170

/** Plays the sound of an event and vibrates, where the reader wants it. @param nth its place among the events of one move */
export async function feedback(event: BoardEvent, nth = 0): Promise<void> {
  const pattern = VIBRATIONS[event]
  // Browsers allow neither before the reader has touched the page, and complain about an attempt to vibrate.
  if (vibration.value === 'on' && pattern && navigator.userActivation?.hasBeenActive)
    navigator.vibrate?.(pattern)
  if (sound.value === 'off') return
  const { playSound } = await import('./play-sound.ts')
  playSound(event, (nth * APART_MS) / 1000)
}
