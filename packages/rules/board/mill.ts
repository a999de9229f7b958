import type { MillBoard } from '../src/rule-set.ts'
import { BARE, type Drawing, type Grid } from './drawing.ts'

/** Lines, with a dimple at every point. */
export const MILL: Drawing<MillBoard> = {
  width: 492,
  radius: 30,
  frame: 34,
  square: false,
  surface: ({ lines, points }, { at }: Grid) => ({
    ...BARE,
    lines: lines
      .map(([a, b]) => {
        const [from, to] = [at(a), at(b)]
        return `M${from.x} ${from.y}L${to.x} ${to.y}`
      })
      .join(''),
    dots: points
      .map(({ name }) => {
        const { x, y } = at(name)
        return `M${x} ${y}h.01`
      })
      .join(''),
  }),
}
