import type { RuleSet } from '../src/rule-set.ts'
import type { Drawing } from './drawing.ts'
import { HALMA } from './halma.ts'
import { MILL } from './mill.ts'

/** The points and lines, or squares and camps, of a board. */
export type BoardShape = RuleSet['board']

/** How each kind of board is drawn. */
export const DRAWINGS: {
  [Kind in BoardShape['kind']]: Drawing<Extract<BoardShape, { kind: Kind }>>
} = { mill: MILL, halma: HALMA }

export const drawingOf = (board: BoardShape): Drawing<BoardShape> =>
  DRAWINGS[board.kind] as Drawing<BoardShape>
