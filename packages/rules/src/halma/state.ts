import { BLACK, EMPTY, type HalmaTables, type Stone, WHITE } from './tables.ts'

/** The stones on the board, changed in place by `moveStone`. */
export interface HalmaState {
  /** By square: WHITE, BLACK, EMPTY or EDGE. */
  cells: Uint8Array
  /** The squares of each side's stones, in no particular order. */
  stones: { [stone in Stone]: Uint8Array }
}

export const otherStone = (stone: Stone): Stone => (stone === WHITE ? BLACK : WHITE)

/** Exchange `from` and `to` to undo. */
export function moveStone({ cells, stones }: HalmaState, stone: Stone, from: number, to: number): void {
  cells[from] = EMPTY
  cells[to] = stone
  const squares = stones[stone]
  squares[squares.indexOf(from)] = to
}

/** The number of these squares in a camp. */
export function countInCamp(tables: HalmaTables, squares: Uint8Array, camp: Stone): number {
  let found = 0
  for (let i = 0; i < squares.length; i++) if (tables.camps[squares[i]!] === camp) found++
  return found
}

/** How a filled camp, or one not clear in time, ends the game after `ply` plies (docs/rules.md, Halma 3 and 4). */
export const isOver = (tables: HalmaTables, { stones }: HalmaState, ply: number): boolean =>
  countInCamp(tables, stones[WHITE], BLACK) === tables.stones ||
  countInCamp(tables, stones[BLACK], WHITE) === tables.stones ||
  (ply >= tables.clearCampAfterPly &&
    (countInCamp(tables, stones[WHITE], WHITE) > 0 || countInCamp(tables, stones[BLACK], BLACK) > 0))
