import type { Surface } from './drawing.ts'
import { type BoardShape, drawingOf } from './drawings.ts'
import type { Layout } from './layout.ts'

/** The lines or squares of a board, without stones. */
export const surfaceOf = (board: BoardShape, layout: Layout): Surface =>
  drawingOf(board).surface(board, layout)
