/** The hash of a position in two integers. */
export type Key = readonly [low: number, high: number]

/** Must be a power of two. */
const COUNTS = 4096
/** A position can come back after two plies of each side. */
export const SHORTEST_CYCLE = 4

/** The positions of the game and of the line being searched, to find repetitions. */
export class PositionStack {
  readonly #low: Int32Array
  readonly #high: Int32Array
  #size = 0
  /** Counts of keys on the stack by a hash of theirs: most lookups find zero and need not compare. */
  readonly #counts = new Uint16Array(COUNTS)

  /** @param room the maximum number of positions that the search pushes */
  constructor(before: readonly Key[], room: number) {
    this.#low = new Int32Array(before.length + room)
    this.#high = new Int32Array(this.#low.length)
    for (const [low, high] of before) this.push(low, high)
  }

  push(low: number, high: number): void {
    this.#low[this.#size] = low
    this.#high[this.#size++] = high
    const at = hash(low, high)
    this.#counts[at] = (this.#counts[at] ?? 0) + 1
  }

  pop(): void {
    this.#size--
    const at = hash(this.#low[this.#size] ?? 0, this.#high[this.#size] ?? 0)
    this.#counts[at] = (this.#counts[at] ?? 0) - 1
  }

  /**
   * How often the position has occurred before with the same side to move.
   * @param reversible the last plies that could lead back to it
   */
  count(low: number, high: number, reversible: number): number {
    if (reversible < SHORTEST_CYCLE || this.#counts[hash(low, high)] === 0) return 0
    let found = 0
    const first = Math.max(0, this.#size - reversible)
    for (let i = this.#size - SHORTEST_CYCLE; i >= first; i -= 2)
      if (this.#low[i] === low && this.#high[i] === high) found++
    return found
  }
}

const hash = (low: number, high: number): number => (low ^ (low >>> 12) ^ Math.imul(high, 5)) & (COUNTS - 1)
