import { type BoardShape, drawingOf } from './drawings.ts'
import { type Coordinates, SIZE } from './size.ts'

/** The geometry of a board, in SVG units. */
export interface Layout {
  /** The distance between neighbouring points. */
  step: number
  /** The radius of a stone. */
  radius: number
  /** The width of the frame around the board. */
  frame: number
  /** Whether every point is a square of the board. */
  square: boolean
  /** The names of the points as the reader sees them: rows from top to bottom, each from left to right. */
  rows: string[][]
  at: (point: string) => Coordinates
}

/** The largest radius of a stone, as a share of the step. */
const MAX_RADIUS = 0.38

/** @param flipped seen from Black's side */
export function layoutOf(board: BoardShape, flipped: boolean): Layout {
  const { width, radius, frame, square } = drawingOf(board)
  const last = Math.max(...board.points.map((point) => point.x))
  const step = width / last
  const margin = (SIZE - width) / 2
  const coordinates = new Map(
    board.points.map(({ name, x, y }) => [
      name,
      {
        x: margin + (flipped ? last - x : x) * step,
        y: margin + (flipped ? y : last - y) * step,
      },
    ]),
  )
  const at = (point: string): Coordinates => {
    const found = coordinates.get(point)
    if (!found) throw new Error(`No point ${point} on this board`)
    return found
  }
  return {
    step,
    radius: Math.min(radius, step * MAX_RADIUS),
    frame,
    square,
    rows: rowsOf([...coordinates]),
    at,
  }
}

function rowsOf(points: [string, Coordinates][]): string[][] {
  const heights = [...new Set(points.map(([, { y }]) => y))].sort((a, b) => a - b)
  return heights.map((height) =>
    points
      .filter(([, { y }]) => y === height)
      .sort(([, a], [, b]) => a.x - b.x)
      .map(([name]) => name),
  )
}
