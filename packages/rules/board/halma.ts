import type { HalmaBoard, Point } from '../src/rule-set.ts'
import { BARE, type Drawing, type Grid } from './drawing.ts'

const NEIGHBOURS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const

/** Checkered squares, with a border around each camp. */
export const HALMA: Drawing<HalmaBoard> = {
  width: 522,
  radius: 21.5,
  frame: 30,
  square: true,
  surface: ({ points, camps }, grid) => {
    const inCamp = new Set([...camps.white, ...camps.black])
    return {
      ...BARE,
      // As on a chessboard, a1 is dark.
      squares: squares(
        points.filter(({ x, y }) => (x + y) % 2 === 0),
        grid,
      ),
      camps: squares(
        points.filter(({ name }) => inCamp.has(name)),
        grid,
      ),
      borders: borders(points, inCamp, grid),
    }
  },
}

const squares = (points: readonly Point[], { step, at }: Grid): string =>
  points
    .map(({ name }) => {
      const { x, y } = at(name)
      return `M${x - step / 2} ${y - step / 2}h${step}v${step}h${-step}z`
    })
    .join('')

/** A line on every edge that a camp square shares with a square outside. */
function borders(points: readonly Point[], inCamp: ReadonlySet<string>, { at }: Grid): string {
  const nameAt = new Map(points.map(({ name, x, y }) => [`${x} ${y}`, name]))
  return points
    .filter(({ name }) => inCamp.has(name))
    .flatMap(({ name, x, y }) => {
      const center = at(name)
      return NEIGHBOURS.map(([dx, dy]) => nameAt.get(`${x + dx} ${y + dy}`))
        .filter((next) => next !== undefined)
        .filter((next) => !inCamp.has(next))
        .map((next) => {
          const { x, y } = at(next)
          const [across, down] = [(x - center.x) / 2, (y - center.y) / 2]
          return `M${center.x + across - down} ${center.y + down - across}l${2 * down} ${2 * across}`
        })
    })
    .join('')
}
