import { type HalmaState, type HalmaTables, otherStone, type Stone } from '@tegenzet/rules/halma'
import type { HalmaValues } from './halma-values.ts'

/** Measures how far a side's stones still are from the empty squares of its goal. */
export class HolesToFill {
  readonly #tables: HalmaTables
  readonly #values: HalmaValues
  readonly #holes: Int32Array
  /** By hole: the distance to the nearest stone, in steps. */
  readonly #nearest: Int32Array

  constructor(tables: HalmaTables, values: HalmaValues) {
    this.#tables = tables
    this.#values = values
    this.#holes = new Int32Array(tables.stones)
    this.#nearest = new Int32Array(tables.stones)
  }

  /** The steps of every stone outside the goal to its nearest hole, plus those of every hole to its nearest stone. */
  stepsLeft({ cells, stones }: HalmaState, stone: Stone): number {
    const { steps, goals } = this.#values
    const { camps } = this.#tables
    const holes = this.#holes
    const nearest = this.#nearest
    const squares = stones[stone]
    const goal = goals[stone]
    const goalCamp = otherStone(stone)
    const farthest = cells.length
    let count = 0
    for (let i = 0; i < goal.length; i++) {
      if (cells[goal[i]!] === stone) continue
      holes[count] = goal[i]!
      nearest[count++] = farthest
    }
    let total = 0
    for (let j = 0; j < squares.length; j++) {
      const from = squares[j]!
      if (camps[from] === goalCamp) continue
      let least = farthest
      for (let i = 0; i < count; i++) {
        const distance = steps[from * farthest + holes[i]!]!
        if (distance < least) least = distance
        if (distance < nearest[i]!) nearest[i] = distance
      }
      total += least
    }
    for (let i = 0; i < count; i++) total += nearest[i]!
    return total
  }
}
