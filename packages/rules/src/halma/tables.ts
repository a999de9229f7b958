import { valueAt } from '@tegenzet/common'
import { perRuleSet } from '../per-rule-set.ts'
import type { HalmaRules, Point } from '../rule-set.ts'

export const EMPTY = 0
export const WHITE = 1
export const BLACK = 2
const EDGE = 4
export type Stone = typeof WHITE | typeof BLACK

/**
 * A Halma rule set compiled for speed. A square is its index in a mailbox board: every row is two squares longer than
 * the board and two rows lie below and above it, so that a step or jump off the board lands on an EDGE.
 */
export interface HalmaTables {
  readonly names: readonly string[]
  /** The squares of the board's points, in the order of the points. */
  readonly squares: readonly number[]
  readonly squareOf: ReadonlyMap<string, number>
  readonly nameOf: ReadonlyMap<number, string>
  /** The cells of an empty board, EMPTY or EDGE. */
  readonly blank: Uint8Array
  /** Offsets of a step in each of the eight directions. */
  readonly directions: Int32Array
  /** By square: WHITE or BLACK in that side's camp, else 0. */
  readonly camps: Uint8Array
  /**
   * By square: its bit in the set of squares that a stone can reach by jumping. Jumps keep the parity of file and rank,
   * so a quarter of the board is enough.
   */
  readonly jumpBits: Int32Array
  readonly stones: number
  readonly clearCampAfterPly: number
  /** An upper bound of the turns in any position. */
  readonly maxTurns: number
}

const MARGIN = 2

export const halmaTables = perRuleSet(compile)

function compile(rules: HalmaRules): HalmaTables {
  const { board } = rules
  if (board.size > 10) throw new RangeError(`${rules.id} has a board larger than 25 jump bits can describe`)
  const width = board.size + MARGIN
  const squareAt = ({ x, y }: Pick<Point, 'x' | 'y'>) => (y + MARGIN) * width + MARGIN + x
  const length = squareAt({ x: 0, y: board.size + MARGIN })
  const names = board.points.map((point) => point.name)
  const squares = board.points.map(squareAt)
  const squareOf = new Map(board.points.map((point) => [point.name, squareAt(point)]))
  const blank = new Uint8Array(length).fill(EDGE)
  const jumpBits = new Int32Array(length)
  const camps = new Uint8Array(length)
  const half = Math.ceil(board.size / 2)
  for (const point of board.points) {
    const square = squareAt(point)
    blank[square] = EMPTY
    jumpBits[square] = 1 << ((point.y >> 1) * half + (point.x >> 1))
  }
  for (const name of board.camps.white) camps[valueAt(squareOf, name)] = WHITE
  for (const name of board.camps.black) camps[valueAt(squareOf, name)] = BLACK
  return {
    names,
    squares,
    squareOf,
    nameOf: new Map(board.points.map((point) => [squareAt(point), point.name])),
    blank,
    directions: Int32Array.of(1, -1, width, -width, width + 1, width - 1, 1 - width, -1 - width),
    camps,
    jumpBits,
    stones: rules.stones,
    clearCampAfterPly: rules.clearCampAfterPly,
    maxTurns: rules.stones * names.length,
  }
}
