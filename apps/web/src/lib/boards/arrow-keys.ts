import type { Layout } from '@tegenzet/rules/board'

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
