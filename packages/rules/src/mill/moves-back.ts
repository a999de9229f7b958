import type { MillTables } from './tables.ts'
import { closesMill, mayFly, neighboursOf } from './turns.ts'

/**
 * Moves back without a capture, for positions with empty hands: writes the sets of the stones of the side that moved last,
 * as they stood before, into `out` and returns their number. `moved` are that side's stones now, `waiting` the other's.
 * A move that closes a mill is among them only where a player may close one and capture nothing.
 */
export function movesBack(tables: MillTables, moved: number, waiting: number, out: Int32Array): number {
  const empty = tables.all & ~(moved | waiting)
  const flies = mayFly(tables, moved)
  let found = 0
  let stones = moved
  while (stones !== 0) {
    const stone = stones & -stones
    stones ^= stone
    const to = 31 - Math.clz32(stone)
    const others = moved ^ stone
    if (!tables.capturingIsOptional && closesMill(tables, others, to)) continue
    let origins = flies ? empty : neighboursOf(tables, to) & empty
    while (origins !== 0) {
      const origin = origins & -origins
      origins ^= origin
      out[found++] = others | origin
    }
  }
  return found
}
