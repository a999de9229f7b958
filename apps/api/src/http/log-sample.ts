const MINUTE_MS = 60_000
/** Lines of one kind in a minute that are all logged. */
const ALL_BELOW = 100
/** Above that, one line in this many is logged. */
const ONE_IN = 100

interface Count {
  minute: number
  lines: number
  skipped: number
}

/** Selects log lines, so that requests which cost a client nothing cannot fill the disk. */
export class LogSample {
  readonly #now: () => Date
  readonly #counts = new Map<string, Count>()

  constructor(now: () => Date) {
    this.#now = now
  }

  /**
   * Counts a line.
   * @param kind one of a small set: lines of each kind are counted separately
   * @returns how many lines were skipped since the last one of this kind; null: skip this one too
   */
  take(kind: string): number | null {
    const minute = Math.floor(this.#now().getTime() / MINUTE_MS)
    const known = this.#counts.get(kind)
    const { lines, skipped } = known?.minute === minute ? known : { lines: 0, skipped: known?.skipped ?? 0 }
    const isLogged = lines < ALL_BELOW || lines % ONE_IN === 0
    this.#counts.set(kind, { minute, lines: lines + 1, skipped: isLogged ? 0 : skipped + 1 })
    return isLogged ? skipped : null
  }
}
