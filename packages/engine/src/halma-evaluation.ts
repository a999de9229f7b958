import { type HalmaRules, perRuleSet } from '@tegenzet/rules'
import { type HalmaTables, halmaTables, otherStone, type Stone } from '@tegenzet/rules/halma'
import { type HalmaValues, halmaValues, STEP_VALUE } from './halma-values.ts'

/** What it remembers is true for every search. */
export const halmaEvaluation = perRuleSet((rules: HalmaRules) => new HalmaEvaluation(rules))

/** A power of two: the values that are remembered. */
const REMEMBERED = 1 << 15
/** The low and high key, and the value. */
const FIELDS = 3
/** More steps than any board has. */
const FAR = 255

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

  constructor(rules: HalmaRules) {
    const tables = halmaTables(rules)
    this.#tables = tables
    this.#values = halmaValues(rules)
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
    const { goals, goalSteps } = this.#values
    const { camps } = this.#tables
    const holes = this.#holes
    const nearest = this.#nearest
    const isFilled = this.#isFilled
    const goal = goals[stone]
    const steps = goalSteps[stone]
    const goalCamp = otherStone(stone)
    for (let j = 0; j < squares.length; j++) isFilled[squares[j]!] = 1
    let count = 0
    for (let i = 0; i < goal.length; i++) {
      if (isFilled[goal[i]!] === 1) continue
      holes[count] = i
      nearest[count++] = FAR
    }
    let total = 0
    for (let j = 0; j < squares.length; j++) {
      const from = squares[j]!
      isFilled[from] = 0
      if (camps[from] === goalCamp) continue
      const at = from * goal.length
      let least = FAR
      for (let i = 0; i < count; i++) {
        const distance = steps[at + holes[i]!]!
        if (distance < least) least = distance
        if (distance < nearest[i]!) nearest[i] = distance
      }
      total += least
    }
    for (let i = 0; i < count; i++) total += nearest[i]!
    return total
  }
}
