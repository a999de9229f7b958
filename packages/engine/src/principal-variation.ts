import { itemAt } from '@tegenzet/common'

/** The best line from each ply of the current search path (a triangular table). */
export class PrincipalVariation {
  readonly #width: number
  readonly #turns: Int32Array
  readonly #lengths: Int32Array

  constructor(maxPlies: number) {
    this.#width = maxPlies
    this.#turns = new Int32Array(maxPlies ** 2)
    this.#lengths = new Int32Array(maxPlies)
  }

  clear(ply: number): void {
    this.#lengths[ply] = 0
  }

  /** Sets the line from `ply` on to this turn and the line after it. */
  extend(ply: number, turn: number): void {
    const row = ply * this.#width
    const next = row + this.#width
    const length = itemAt(this.#lengths, ply + 1)
    this.#turns[row] = turn
    this.#turns.copyWithin(row + 1, next, next + length)
    this.#lengths[ply] = length + 1
  }

  /** Sets the line from `ply` on to this turn alone. */
  set(ply: number, turn: number): void {
    this.#turns[ply * this.#width] = turn
    this.#lengths[ply] = 1
  }

  lineFrom(ply: number): number[] {
    const row = ply * this.#width
    return Array.from(this.#turns.subarray(row, row + itemAt(this.#lengths, ply)))
  }
}
