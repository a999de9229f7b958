export interface Coalesced {
  /** Does the work; while it is being done already, once more afterwards. */
  run(): Promise<void>
  /** null: nothing is being done. */
  readonly running: Promise<void> | null
}

/** Does `work` one at a time. All calls made while it runs are served by one more run. */
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
