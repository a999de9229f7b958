/** A clock that stands still until a test moves it. */
export interface TestClock {
  now(): Date
  set(at: Date | string): void
  advance(ms: number): void
}

export function createTestClock(start: Date | string): TestClock {
  let at = new Date(start)
  return {
    now: () => new Date(at),
    set: (to) => {
      at = new Date(to)
    },
    advance: (ms) => {
      at = new Date(at.getTime() + ms)
    },
  }
}
