import type { Coordinates } from './size.ts'

/** What is drawn on the wood, as SVG paths; those that a board does not have are empty. */
export interface Surface {
  /** The lines along which stones move. */
  lines: string
  /** A line of no length on each point: with round ends it is a dot. */
  dots: string
  /** The dark squares. */
  squares: string
  /** The squares of the camps. */
  camps: string
  /** The lines between the camps and the other squares. */
  borders: string
}

export const BARE: Surface = { lines: '', dots: '', squares: '', camps: '', borders: '' }

/** Where the points of a board are, in SVG units. */
export interface Grid {
  /** The distance between neighbouring points. */
  step: number
  at: (point: string) => Coordinates
}

/** How the boards of one kind are drawn, in SVG units. */
export interface Drawing<Board> {
  /** The distance between the outermost points. */
  width: number
  /** The radius of a stone where there is room. */
  radius: number
  /** The width of the frame around the board. */
  frame: number
  /** Whether every point is a square of the board. */
  square: boolean
  surface: (board: Board, grid: Grid) => Surface
}
