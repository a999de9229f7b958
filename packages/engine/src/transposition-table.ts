/** How a stored score bounds the true one: exact, lower bound, or upper bound. */
export const EXACT = 0
export const AT_LEAST = 1
export const AT_MOST = 2
export type Bound = typeof EXACT | typeof AT_LEAST | typeof AT_MOST

/** Integers per entry: low key, high key, turn, score, and depth with bound. */
const FIELDS = 5
const ENTRIES_PER_BUCKET = 2

/**
 * Scores of positions that were searched before, in fixed memory. Of the two entries of a bucket the deeper one stays.
 */
export class TranspositionTable {
  readonly #cells: Int32Array
  readonly #mask: number

  /** @param bits the table has 2 ** bits buckets */
  constructor(bits: number) {
    this.#cells = new Int32Array(FIELDS * ENTRIES_PER_BUCKET * 2 ** bits)
    this.#mask = 2 ** bits - 1
  }

  /** The entry of a position, for the methods below; -1 if there is none. */
  find(low: number, high: number): number {
    const cells = this.#cells
    let entry = this.#bucket(low, high)
    for (let i = 0; i < ENTRIES_PER_BUCKET; i++, entry += FIELDS) {
      if (cells[entry] === low && cells[entry + 1] === high && cells[entry + 2] !== 0) return entry
    }
    return -1
  }

  turn(entry: number): number {
    return this.#cells[entry + 2]!
  }

  score(entry: number): number {
    return this.#cells[entry + 3]!
  }

  depth(entry: number): number {
    return this.#cells[entry + 4]! >> 2
  }

  bound(entry: number): Bound {
    return (this.#cells[entry + 4]! & 3) as Bound
  }

  /** @param turn not 0, which marks an empty entry */
  store(low: number, high: number, turn: number, score: number, depth: number, bound: Bound): void {
    const cells = this.#cells
    let entry = this.#bucket(low, high)
    const isSame = cells[entry] === low && cells[entry + 1] === high
    if (!isSame && cells[entry + 2] !== 0 && cells[entry + 4]! >> 2 > depth) entry += FIELDS
    cells[entry] = low
    cells[entry + 1] = high
    cells[entry + 2] = turn
    cells[entry + 3] = score
    cells[entry + 4] = (depth << 2) | bound
  }

  #bucket(low: number, high: number): number {
    let hash = Math.imul(low, 0x9e3779b1) ^ Math.imul(high ^ (high >>> 15), 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
    return ((hash ^ (hash >>> 13)) & this.#mask) * FIELDS * ENTRIES_PER_BUCKET
  }
}
