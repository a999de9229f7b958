/** A clock that stands still until a test moves it, or moves a little with each reading. */
export interface TestClock {
  /** How far each reading moves the clock: with 0, moments that are read twice look like one. */
  readingMs: number
  now(): Date
  set(at: Date | string): void
  advance(ms: number): void
}

export function createTestClock(
  start: Date | string,
  readingMs = Number(process.env.READING_MS ?? 0),
): TestClock {
  let at = new Date(start)
  const clock: TestClock = {
    readingMs,
    now: () => {
      const read = at
      at = new Date(at.getTime() + clock.readingMs)
      return read
    },
    set: (to) => {
      at = new Date(to)
    },
    advance: (ms) => {
      at = new Date(at.getTime() + ms)
    },
  }
  return clock
}
