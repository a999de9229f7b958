import { BARE, type Drawing } from '../../board/drawing.ts'
import { DRAWINGS } from '../../board/drawings.ts'
import { FAMILY, type GridBoard } from './rules.ts'

const drawing: Drawing<GridBoard> = {
  width: 420,
  radius: 40,
  frame: 34,
  square: false,
  surface: ({ rows, points }, { at }) => ({
    ...BARE,
    lines: rows.map(([from, , to]) => `M${at(from).x} ${at(from).y}L${at(to).x} ${at(to).y}`).join(''),
    dots: points.map(({ name }) => `M${at(name).x} ${at(name).y}h.01`).join(''),
  }),
}

Object.assign(DRAWINGS, { [FAMILY]: drawing })
