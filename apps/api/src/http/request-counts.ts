/** What a process has counted in a minute, for the others. */
export interface Counts {
  minute: number
  /** By what is limited: so many since the minute began. */
  by: Record<string, number>
}

const MINUTE_MS = 60_000
/** A count is shared from this part of its limit on: below it all processes together are hardly near the limit. */
const WORTH_SHARING = 0.1
/** Counts kept of one minute; the oldest is forgotten first, and begins anew. */
const MOST = 50_000

interface Count {
  own: number
  /** Of every other process, what it last said. */
  others: Map<string, number> | null
}

/**
 * Counts requests by the minute of the clock, the same on every process, in memory. What the others have counted is
 * added as they tell it: a process that is late allows a little more, and none writes to the database for a request.
 */
export class RequestCounts {
  readonly #now: () => Date
  #minute = 0
  #counts = new Map<string, Count>()
  #unshared = new Set<string>()

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Counts one more. @returns how many there are in this minute, and the milliseconds left of it */
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

  /** What has changed since it was last asked and the others should know, at most `most` of it; null: nothing. */
  news(most: number): Counts | null {
    const keys = Array.from(this.#unshared).slice(0, most)
    if (keys.length === 0) return null
    for (const key of keys) this.#unshared.delete(key)
    const by = Object.fromEntries(keys.map((key) => [key, this.#counts.get(key)?.own ?? 0]))
    return { minute: this.#minute, by }
  }

  /** Another process tells what it has counted. */
  heard(from: string, { minute, by }: Counts): void {
    // a clock that is wrong by more than a minute is not followed
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
