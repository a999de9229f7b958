import type { Position } from '@tegenzet/rules'
import { mirroredRows } from '@tegenzet/rules/halma'

const rowsOf = (position: Position): string => position.slice(0, position.indexOf(' '))

/** Comparing this many positions takes as long as playing a move. */
const COMPARISONS_PER_MOVE = 10

/** Positions of Halma that are asked about, with their mirror images. Counters do not matter. */
export class HalmaPositions {
  readonly #rows: readonly string[]

  constructor(positions: readonly Position[]) {
    this.#rows = positions.flatMap((position) => [rowsOf(position), mirroredRows(rowsOf(position))])
  }

  /**
   * Whether one of them may arise from a position within two plies, in steps: each side has moved one stone at most. Whether
   * the stones could jump so far is not asked.
   */
  *mayAriseFrom(position: Position): Generator<number, boolean> {
    const before = rowsOf(position)
    for (const [n, rows] of this.#rows.entries()) {
      if (n % COMPARISONS_PER_MOVE === 0) yield 1
      if (isClose(before, rows)) return true
    }
    return false
  }
}

function isClose(before: string, after: string): boolean {
  const left = { w: 0, b: 0 }
  for (let at = 0; at < before.length; at++) {
    const stone = before[at]
    if ((stone === 'w' || stone === 'b') && after[at] !== stone && ++left[stone] > 1) return false
  }
  return true
}
