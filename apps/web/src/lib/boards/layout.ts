import type { HalmaBoard, MillBoard } from '@tegenzet/rules'

/** Boards are drawn on a square of this many units a side. */
export const SIZE = 640

/** What a board looks like: points and lines, or squares and camps. Rules are not known here. */
export type BoardShape = MillBoard | HalmaBoard

export interface Place {
  x: number
  y: number
}

/** Where everything on a board lies, in units. */
export interface Layout {
  /** From one point to the next, and the side of what can be clicked or tapped. */
  step: number
  /** Of a stone. */
  radius: number
  /** The width of the frame. */
  frame: number
  /** The names of the points in rows from the top to the bottom as the reader sees them, each from left to right. */
  rows: string[][]
  at: (point: string) => Place
}

const STYLES = {
  mill: { step: 82, radius: 30, frame: 34 },
  halma: { step: 60.8, radius: 22.5, frame: 16 },
} as const

/** @param turned seen from the other side of the table */
export function layoutOf(board: BoardShape, turned: boolean): Layout {
  const style = STYLES[board.kind]
  const last = Math.max(...board.points.map((point) => point.x))
  const margin = (SIZE - last * style.step) / 2
  const places = new Map(
    board.points.map(({ name, x, y }) => [
      name,
      {
        x: margin + (turned ? last - x : x) * style.step,
        y: margin + (turned ? y : last - y) * style.step,
      },
    ]),
  )
  const at = (point: string): Place => {
    const place = places.get(point)
    if (!place) throw new Error(`No point ${point} on this board`)
    return place
  }
  return { ...style, rows: rowsOf([...places]), at }
}

function rowsOf(places: [string, Place][]): string[][] {
  const heights = [...new Set(places.map(([, place]) => place.y))].sort((a, b) => a - b)
  return heights.map((height) =>
    places
      .filter(([, place]) => place.y === height)
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

/** Straight ahead counts three times as much as sideways, so that an arrow follows a line where there is one. */
const SIDEWAYS = 3

/** The point that an arrow key leads to; the same one where the board ends. */
export function pointTowards(layout: Layout, from: string, arrow: Arrow): string {
  const start = layout.at(from)
  const direction = DIRECTIONS[arrow]
  let best = from
  let least = Number.POSITIVE_INFINITY
  for (const point of layout.rows.flat()) {
    const { x, y } = layout.at(point)
    const ahead = (x - start.x) * direction.x + (y - start.y) * direction.y
    const aside = Math.abs((x - start.x) * direction.y) + Math.abs((y - start.y) * direction.x)
    const cost = ahead + SIDEWAYS * aside
    if (ahead > 0 && aside <= ahead && cost < least) {
      best = point
      least = cost
    }
  }
  return best
}
