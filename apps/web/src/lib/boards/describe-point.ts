import type { Side } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import type { Marks } from './marks.ts'

const STONES = { white: m.boards_point_white, black: m.boards_point_black }

/** The label of a point for screen readers: "d6, white stone, can move". */
export function describePoint(point: string, side: Side | undefined, marks: Marks): string {
  const words = [point, side ? STONES[side]() : m.boards_point_empty()]
  if (marks.selected === point) words.push(m.boards_point_selected())
  else if (marks.capturable?.has(point)) words.push(m.boards_point_takeable())
  else if (marks.targets?.has(point) || marks.placements?.has(point)) words.push(m.boards_point_target())
  else if (side && marks.movable?.has(point)) words.push(m.boards_point_movable())
  const { draft, move } = marks
  if (move?.to === point) words.push(draft ? m.boards_point_draft() : m.boards_point_moved())
  if (draft && move?.captured === point) words.push(m.boards_point_draft_taken())
  return words.join(', ')
}
