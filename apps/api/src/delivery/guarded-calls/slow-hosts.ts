/** A host that takes longer to answer is slow: calls of many accounts to it wait in a lane of their own. */
export const FAST_MS = 2000
const SLOW_FOR_MS = 30 * 60_000
/** Against many invented hosts; more begin a new list. */
const MAX_HOSTS = 10_000

/** The hosts that did not answer in time. Known to this process only. */
export class SlowHosts {
  readonly #until = new Map<string, Date>()

  has(url: string, at: Date): boolean {
    const until = this.#until.get(new URL(url).host)
    return until !== undefined && until > at
  }

  /** Remembers how fast a host was when it was called. */
  record(url: string, { isSlow, at }: { isSlow: boolean; at: Date }): void {
    const { host } = new URL(url)
    if (!isSlow) this.#until.delete(host)
    else {
      if (this.#until.size >= MAX_HOSTS) this.#until.clear()
      this.#until.set(host, new Date(at.getTime() + SLOW_FOR_MS))
    }
  }
}
