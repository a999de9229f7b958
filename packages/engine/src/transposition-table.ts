/** How a stored score bounds the true one: exact, lower bound, or upper bound. */
export const EXACT = 0
export const AT_LEAST = 1
export const AT_MOST = 2
export type Bound = typeof EXACT | typeof AT_LEAST | typeof AT_MOST

/** Integers per entry: low key, high key, score, and `turn | bound << 17 | depth << 19 | age << 26`. */
const FIELDS = 4
const ENTRIES_PER_BUCKET = 4
const BUCKET = FIELDS * ENTRIES_PER_BUCKET
/** 16 MB. */
const MAX_BITS = 18
const TURN_MASK = 0x1ffff
const MAX_AGE = 63

/**
 * Scores of positions that were searched before, in fixed memory. Entries of another age count as absent, so that a new search
 * begins with an empty table without clearing it. Of a full bucket the entry of the smallest depth is replaced.
 */
export class TranspositionTable {
  #cells = new Int32Array(0)
  #mask = 0
  #age = 0

  /**
   * Begins a search: forgets everything.
   * @param nodes the positions that it may visit
   */
  begin(nodes: number): void {
    const bits = Math.max(6, Math.min(MAX_BITS, Math.ceil(Math.log2(Math.max(1, nodes))) - 2))
    this.#mask = 2 ** bits - 1
    if (this.#cells.length < BUCKET * 2 ** bits) {
      this.#cells = new Int32Array(BUCKET * 2 ** bits)
      this.#age = 0
    }
    if (this.#age === MAX_AGE) {
      this.#cells.fill(0)
      this.#age = 0
    }
    this.#age++
  }

  /** The entry of a position, for the methods below; -1 if there is none. */
  find(low: number, high: number): number {
    const cells = this.#cells
    let entry = this.#bucket(low, high)
    for (let i = 0; i < ENTRIES_PER_BUCKET; i++, entry += FIELDS) {
      if (cells[entry] === low && cells[entry + 1] === high && cells[entry + 3]! >>> 26 === this.#age)
        return entry
    }
    return -1
  }

  turn(entry: number): number {
    return this.#cells[entry + 3]! & TURN_MASK
  }

  score(entry: number): number {
    return this.#cells[entry + 2]!
  }

  depth(entry: number): number {
    return (this.#cells[entry + 3]! >> 19) & 127
  }

  bound(entry: number): Bound {
    return ((this.#cells[entry + 3]! >> 17) & 3) as Bound
  }

  store(low: number, high: number, turn: number, score: number, depth: number, bound: Bound): void {
    const cells = this.#cells
    const bucket = this.#bucket(low, high)
    let chosen = bucket
    let least = 128
    for (let i = 0, entry = bucket; i < ENTRIES_PER_BUCKET; i++, entry += FIELDS) {
      const data = cells[entry + 3]!
      const isKnown = data >>> 26 === this.#age
      if (isKnown && cells[entry] === low && cells[entry + 1] === high) {
        chosen = entry
        break
      }
      const worth = isKnown ? (data >> 19) & 127 : -1
      if (worth < least) {
        least = worth
        chosen = entry
      }
    }
    cells[chosen] = low
    cells[chosen + 1] = high
    cells[chosen + 2] = score
    cells[chosen + 3] = turn | (bound << 17) | (depth << 19) | (this.#age << 26)
  }

  #bucket(low: number, high: number): number {
    let hash = Math.imul(low, 0x9e3779b1) ^ Math.imul(high ^ (high >>> 15), 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
    return ((hash ^ (hash >>> 13)) & this.#mask) * BUCKET
  }
}
