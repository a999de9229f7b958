/** What a stored score is: the score itself, at least it, or at most it. */
export const EXACT = 0
export const AT_LEAST = 1
export const AT_MOST = 2
export type Bound = typeof EXACT | typeof AT_LEAST | typeof AT_MOST

const FIELDS = 5
const WAYS = 2

/** Positions searched before, of a fixed size: of two places a position may go to, the deeper of those there stays. */
export class Table {
  /** Low key, high key, turn, score, and depth with bound. */
  readonly #cells: Int32Array
  readonly #mask: number

  constructor(bits: number) {
    this.#cells = new Int32Array(FIELDS * WAYS * 2 ** bits)
    this.#mask = 2 ** bits - 1
  }

  /** The place of a position, to be read with the methods below; -1 where it is not known. */
  find(low: number, high: number): number {
    const cells = this.#cells
    let at = this.#bucket(low, high)
    for (let way = 0; way < WAYS; way++, at += FIELDS) {
      if (cells[at] === low && cells[at + 1] === high && cells[at + 2] !== 0) return at
    }
    return -1
  }

  turn(at: number): number {
    return this.#cells[at + 2]!
  }

  score(at: number): number {
    return this.#cells[at + 3]!
  }

  depth(at: number): number {
    return this.#cells[at + 4]! >> 2
  }

  bound(at: number): Bound {
    return (this.#cells[at + 4]! & 3) as Bound
  }

  store(low: number, high: number, turn: number, score: number, depth: number, bound: Bound): void {
    const cells = this.#cells
    let at = this.#bucket(low, high)
    const isThere = cells[at] === low && cells[at + 1] === high
    if (!isThere && cells[at + 2] !== 0 && cells[at + 4]! >> 2 > depth) at += FIELDS
    cells[at] = low
    cells[at + 1] = high
    cells[at + 2] = turn
    cells[at + 3] = score
    cells[at + 4] = (depth << 2) | bound
  }

  #bucket(low: number, high: number): number {
    let hash = Math.imul(low, 0x9e3779b1) ^ Math.imul(high ^ (high >>> 15), 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
    return ((hash ^ (hash >>> 13)) & this.#mask) * FIELDS * WAYS
  }
}
