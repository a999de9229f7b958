/** How many items are worked on together, and how many batches at the same time. */
interface Limits {
  max: number
  atOnce: number
}

/** Together they keep a few connections busy, and under load a batch has about a dozen items. */
const LIMITS: Limits = { max: 50, atOnce: 3 }

/**
 * Makes a function for one item of a function for many. Calls of the same turn of the event loop are worked on together,
 * and so are those that come while earlier batches are under way. If a batch fails, so do all its calls.
 * @param work returns a result per item, in the same order
 */
export function batched<T, R>(
  work: (items: T[]) => Promise<readonly R[]>,
  { max, atOnce }: Limits = LIMITS,
): (item: T) => Promise<R> {
  interface Call {
    item: T
    resolve(result: R): void
    reject(error: unknown): void
  }
  let waiting: Call[] = []
  let underWay = 0
  let scheduled = false

  function schedule(): void {
    if (scheduled || waiting.length === 0 || underWay >= atOnce) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      void run()
    })
  }

  async function run(): Promise<void> {
    const calls = waiting.slice(0, max)
    waiting = waiting.slice(max)
    underWay++
    schedule()
    try {
      const results = await work(calls.map(({ item }) => item))
      for (const [n, { resolve }] of calls.entries()) resolve(results[n]!)
    } catch (error) {
      for (const { reject } of calls) reject(error)
    }
    underWay--
    schedule()
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      schedule()
    })
}
