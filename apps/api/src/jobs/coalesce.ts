export interface Coalesced {
  /** Runs the work. If it is running already, it runs once more afterwards. */
  run(): Promise<void>
  /** null: it is not running. */
  readonly running: Promise<void> | null
}

/** Runs `work` one at a time. All calls made during a run share one more run. */
export function coalesce(work: () => Promise<void>): Coalesced {
  let running: Promise<void> | null = null
  let again = false
  async function loop(): Promise<void> {
    try {
      do {
        again = false
        await work()
      } while (again)
    } finally {
      running = null
    }
  }
  return {
    run() {
      if (running) again = true
      else running = loop()
      return running
    },
    get running() {
      return running
    },
  }
}
