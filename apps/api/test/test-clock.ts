/** A clock that stands still until a test moves it, or moves a little with each reading. */
export interface TestClock {
  now(): Date
  set(at: Date | string): void
  advance(ms: number): void
}

/** @param readingMs how far each reading moves the clock: with 0, moments that are read twice look like one */
export function createTestClock(start: Date | string, readingMs = 0): TestClock {
  let at = new Date(start)
  return {
    now: () => {
      const read = at
      at = new Date(at.getTime() + readingMs)
      return read
    },
    set: (to) => {
      at = new Date(to)
    },
    advance: (ms) => {
      at = new Date(at.getTime() + ms)
    },
  }
}
