import type { Db } from './transaction.ts'

interface Limits {
  /** Items of a batch. */
  max: number
  /** Batches at the same time. */
  atOnce: number
}

/** Enough to keep a few connections busy. Under load a batch then has about a dozen items. */
const LIMITS: Limits = { max: 50, atOnce: 3 }

/**
 * Turns a function for many items into one for a single item. Calls in the same turn of the event loop form a batch, and so
 * do those that come while earlier batches are under way. If a batch fails, all its calls fail.
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
      if (results.length !== calls.length) throw new Error('a batch must have a result per item')
      for (const [n, result] of results.entries()) calls[n]?.resolve(result)
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

/** The same for a function that takes a handle. Calls with the same one form batches. */
export function batchedOn<T, R>(
  work: (db: Db, items: T[]) => Promise<readonly R[]>,
): (db: Db, item: T) => Promise<R> {
  const byHandle = new WeakMap<Db, (item: T) => Promise<R>>()
  return (db, item) => {
    const call = byHandle.get(db) ?? batched((items: T[]) => work(db, items))
    byHandle.set(db, call)
    return call(item)
  }
}
