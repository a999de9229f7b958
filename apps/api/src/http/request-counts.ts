/** Counts of one process in one minute, sent to the others. */
export interface Counts {
  minute: number
  /** Requests since the start of the minute, by rate limit key. */
  by: Record<string, number>
}

/** Exchanges counts between the processes. */
export interface SharedCounts {
  share(counts: Counts): void
  onReceived(listener: (from: string, counts: Counts) => void): void
}

const MINUTE_MS = 60_000
/** Counts above this share of their limit are sent to the other processes. */
const WORTH_SHARING = 0.1
/** How many keys are counted per minute. The oldest is dropped first. */
const MAX_KEYS = 50_000

interface Count {
  own: number
  /** The latest counts of every other process. */
  others: Map<string, number> | null
}

/**
 * Counts requests in memory per minute of the clock, and adds the counts that other processes send. A late message allows
 * a few more requests; in return no request writes to the database.
 */
export class RequestCounts {
  readonly #now: () => Date
  #minute = 0
  #counts = new Map<string, Count>()
  #unshared = new Set<string>()

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Counts a request, or several. @returns the count in this minute, and the milliseconds left of it */
  add(key: string, limit: number, requests = 1): { current: number; ttl: number } {
    const at = this.#now().getTime()
    this.#turnTo(Math.floor(at / MINUTE_MS))
    const count = this.#countOf(key)
    count.own += requests
    if (count.own >= limit * WORTH_SHARING) this.#unshared.add(key)
    let current = count.own
    for (const others of count.others?.values() ?? []) current += others
    return { current, ttl: MINUTE_MS - (at % MINUTE_MS) }
  }

  /** Takes up to `max` significant counts that have changed since they were last taken; null: none. */
  takeUnshared(max: number): Counts | null {
    const keys = Array.from(this.#unshared).slice(0, max)
    if (keys.length === 0) return null
    for (const key of keys) this.#unshared.delete(key)
    const by = Object.fromEntries(keys.map((key) => [key, this.#counts.get(key)?.own ?? 0]))
    return { minute: this.#minute, by }
  }

  /** Adds the counts of another process. */
  receive(from: string, { minute, by }: Counts): void {
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
    const [oldest] = this.#counts.keys()
    if (this.#counts.size >= MAX_KEYS && oldest !== undefined) this.#counts.delete(oldest)
    const count = { own: 0, others: null }
    this.#counts.set(key, count)
    return count
  }
}
