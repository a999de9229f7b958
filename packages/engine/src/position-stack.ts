/** The hash of a position in two integers. */
export type Key = readonly [low: number, high: number]

/** Must be a power of two. */
const COUNTS = 4096

/** The positions of the game and of the line being searched, to find repetitions. */
export class PositionStack {
  readonly #low: Int32Array
  readonly #high: Int32Array
  #size = 0
  /** Counts of keys on the stack by their last bits: most lookups find zero and need not compare. */
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
    this.#counts[low & (COUNTS - 1)]!++
  }

  pop(): void {
    this.#counts[this.#low[--this.#size]! & (COUNTS - 1)]!--
  }

  /** How often the position is on the stack. */
  count(low: number, high: number): number {
    if (this.#counts[low & (COUNTS - 1)] === 0) return 0
    let found = 0
    for (let i = this.#size - 1; i >= 0; i--) if (this.#low[i] === low && this.#high[i] === high) found++
    return found
  }
}
