/** The hash of a position in two integers. */
export type Key = readonly [low: number, high: number]

/** Must be a power of two. */
const COUNTS = 4096

/** The positions of the game and of the line being searched, to find repetitions. */
export class PositionStack {
  readonly #low: Int32Array
  readonly #high: Int32Array
  #size = 0
  /** How many keys on the stack share their last bits: most lookups find none and need not compare. */
  readonly #counts = new Uint16Array(COUNTS)

  /** @param room how many positions the search may push */
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

  /** One occurrence is enough for the search: a side that went back once could do so forever. */
  includes(low: number, high: number): boolean {
    if (this.#counts[low & (COUNTS - 1)] === 0) return false
    for (let i = this.#size - 1; i >= 0; i--) if (this.#low[i] === low && this.#high[i] === high) return true
    return false
  }
}
