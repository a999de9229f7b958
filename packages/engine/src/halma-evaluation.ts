import { type HalmaTables, otherStone, type Stone } from '@tegenzet/rules/halma'
import { type HalmaValues, STEP_VALUE } from './halma-values.ts'

/** A power of two: the values that are remembered. */
const REMEMBERED = 1 << 14
/** The low and high key, and the value. */
const FIELDS = 3

/**
 * The value of a side's stones, wherever the other side's are: a search meets the same stones again and again, so that values
 * are remembered.
 */
export class HalmaEvaluation {
  readonly #tables: HalmaTables
  readonly #values: HalmaValues
  readonly #holes: Int32Array
  /** By hole: the distance to the nearest stone, in steps. */
  readonly #nearest: Int32Array
  readonly #isFilled: Uint8Array
  readonly #remembered = new Int32Array(FIELDS * REMEMBERED)

  constructor(tables: HalmaTables, values: HalmaValues) {
    this.#tables = tables
    this.#values = values
    this.#holes = new Int32Array(tables.stones)
    this.#nearest = new Int32Array(tables.stones)
    this.#isFilled = new Uint8Array(tables.blank.length)
  }

  /**
   * @param squares of the side's stones
   * @param low and `high`, their hash
   */
  valueOf(squares: Uint8Array, stone: Stone, low: number, high: number): number {
    const remembered = this.#remembered
    const at = FIELDS * ((low ^ (high >>> 7)) & (REMEMBERED - 1))
    if (remembered[at] === low && remembered[at + 1] === high) return remembered[at + 2]!
    const value = this.#compute(squares, stone)
    remembered[at] = low
    remembered[at + 1] = high
    remembered[at + 2] = value
    return value
  }

  #compute(squares: Uint8Array, stone: Stone): number {
    const values = this.#values.square[stone]
    let value = 0
    for (let i = 0; i < squares.length; i++) value += values[squares[i]!]!
    return value - STEP_VALUE * this.#stepsLeft(squares, stone)
  }

  /** The steps of every stone outside the goal to its nearest hole there, plus those of every hole to its nearest stone. */
  #stepsLeft(squares: Uint8Array, stone: Stone): number {
    const { steps, goals } = this.#values
    const { camps } = this.#tables
    const holes = this.#holes
    const nearest = this.#nearest
    const isFilled = this.#isFilled
    const goal = goals[stone]
    const goalCamp = otherStone(stone)
    const width = camps.length
    for (let j = 0; j < squares.length; j++) isFilled[squares[j]!] = 1
    let count = 0
    for (let i = 0; i < goal.length; i++) {
      if (isFilled[goal[i]!] === 1) continue
      holes[count] = goal[i]!
      nearest[count++] = width
    }
    let total = 0
    for (let j = 0; j < squares.length; j++) {
      const from = squares[j]!
      isFilled[from] = 0
      if (camps[from] === goalCamp) continue
      let least = width
      for (let i = 0; i < count; i++) {
        const distance = steps[from * width + holes[i]!]!
        if (distance < least) least = distance
        if (distance < nearest[i]!) nearest[i] = distance
      }
      total += least
    }
    for (let i = 0; i < count; i++) total += nearest[i]!
    return total
  }
}
