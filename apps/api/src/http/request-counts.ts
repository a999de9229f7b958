/** The counts of one process in one minute, for the others. */
export interface Counts {
  minute: number
  /** Requests since the minute began, by rate limit key. */
  by: Record<string, number>
}

/** Passes counts between the processes. */
export interface SharedCounts {
  share(counts: Counts): void
  onReceived(listener: (from: string, counts: Counts) => void): void
}

const MINUTE_MS = 60_000
/** Counts above this share of their limit are sent to the other processes. */
const WORTH_SHARING = 0.1
/** How many keys are counted in a minute. The oldest is dropped first. */
const MOST = 50_000

interface Count {
  own: number
  /** The latest counts of every other process. */
  others: Map<string, number> | null
}

/**
 * Counts requests in memory by the minute of the clock, and adds the counts that the other processes send. A late message
 * allows a few more requests; in return no request writes to the database.
 */
export class RequestCounts {
  readonly #now: () => Date
  #minute = 0
  #counts = new Map<string, Count>()
  #unshared = new Set<string>()

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Counts a request. @returns the count in this minute, and the milliseconds left of it */
  add(key: string, limit: number): { current: number; ttl: number } {
    const at = this.#now().getTime()
    this.#turnTo(Math.floor(at / MINUTE_MS))
    const count = this.#countOf(key)
    count.own++
    if (count.own >= limit * WORTH_SHARING) this.#unshared.add(key)
    let current = count.own
    for (const others of count.others?.values() ?? []) current += others
    return { current, ttl: MINUTE_MS - (at % MINUTE_MS) }
  }

  /** At most `most` counts that changed since the last call and the others should know; null: none. */
  news(most: number): Counts | null {
    const keys = Array.from(this.#unshared).slice(0, most)
    if (keys.length === 0) return null
    for (const key of keys) this.#unshared.delete(key)
    const by = Object.fromEntries(keys.map((key) => [key, this.#counts.get(key)?.own ?? 0]))
    return { minute: this.#minute, by }
  }

  /** Adds the counts of another process. */
  heard(from: string, { minute, by }: Counts): void {
    // ignores a process whose clock is off by more than a minute
    if (minute < this.#minute || minute > Math.floor(this.#now().getTime() / MINUTE_MS) + 1) return
    this.#turnTo(minute)
    for (const [key, own] of Object.entries(by)) {
      const count = this.#countOf(key)
      count.others ??= new Map()
      count.others.set(from, own)
    }
  }

  #turnTo(minute: number): void {
    if (minute <= this.#minute) return
    this.#minute = minute
    this.#counts.clear()
    this.#unshared.clear()
  }

  #countOf(key: string): Count {
    const known = this.#counts.get(key)
    if (known) return known
    if (this.#counts.size >= MOST) this.#counts.delete(this.#counts.keys().next().value!)
    const count = { own: 0, others: null }
    this.#counts.set(key, count)
    return count
  }
}
