import type { HalmaBoard, MillBoard } from '@tegenzet/rules'

/** The width and height of a board, in SVG units. */
export const SIZE = 640

/** The points and lines, or squares and camps, of a board. */
export type BoardShape = MillBoard | HalmaBoard

/** A position on the board, in SVG units. */
export interface Coordinates {
  x: number
  y: number
}

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

const STYLES = {
  mill: { width: 492, radius: 30, frame: 34, square: false },
  halma: { width: 522, radius: 21.5, frame: 30, square: true },
} as const
/** The largest radius of a stone, as a share of the step. */
const MAX_RADIUS = 0.38

/** @param flipped seen from Black's side */
export function layoutOf(board: BoardShape, flipped: boolean): Layout {
  const { width, radius, frame, square } = STYLES[board.kind]
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

export const DIRECTIONS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
} as const
export type Arrow = keyof typeof DIRECTIONS

/** A unit sideways costs as much as three ahead, so that an arrow key follows a line if there is one. */
const SIDEWAYS_COST = 3

/** The point an arrow key leads to; the same one at the edge of the board. */
export function pointTowards(layout: Layout, from: string, arrow: Arrow): string {
  const start = layout.at(from)
  const direction = DIRECTIONS[arrow]
  let best = from
  let least = Number.POSITIVE_INFINITY
  for (const point of layout.rows.flat()) {
    const { x, y } = layout.at(point)
    const ahead = (x - start.x) * direction.x + (y - start.y) * direction.y
    const aside = Math.abs((x - start.x) * direction.y) + Math.abs((y - start.y) * direction.x)
    const cost = ahead + SIDEWAYS_COST * aside
    if (ahead > 0 && aside <= ahead && cost < least) {
      best = point
      least = cost
    }
  }
  return best
}
