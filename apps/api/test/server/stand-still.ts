import { onTestFinished } from 'vitest'
import type { TestClock } from './test-clock.ts'

/** Stops a clock that moves with its readings, for the rest of a test about one exact moment. */
export function standStill(clock: TestClock): void {
  const { readingMs } = clock
  clock.readingMs = 0
  onTestFinished(() => {
    clock.readingMs = readingMs
  })
}
