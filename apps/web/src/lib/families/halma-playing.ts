import { type HalmaRules, opponent, pointOf } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import type { PickedStone, Playing } from './playing.ts'

export const halmaPlaying = (rules: HalmaRules): Playing => ({
  start: () => m.home_start_halma(),
  move: () => m.game_bar_move(),
  capturing: null,
  ownRefusal: () => m.game_refused_blocked_jump(),
  // a stone jumps on from where it is
  targetRefusal: ({ stones }, picked, point) => {
    const from = lastOf(picked)
    const [first] = picked.path
    const hasStepped = first !== undefined && !pointBetween(rules, picked.from, first)
    const between = pointBetween(rules, from, point)
    return between && !stones[between] && !hasStepped
      ? m.game_refused_nothing_to_jump({ from, point })
      : m.game_refused_out_of_reach({ from, point })
  },
  rows: () => [],
  progress: ({ stones }, side) => {
    const count = rules.board.camps[opponent(side)].filter((point) => stones[point] === side).length
    const counts = { count, total: rules.stones }
    return { text: m.game_seat_camp(counts), short: m.game_seat_camp_short(counts) }
  },
  puzzleFailed: () => m.puzzles_failed_race(),
})

const lastOf = ({ from, path }: PickedStone): string => path.at(-1) ?? from

/** The square that a jump between two squares goes over; undefined if no jump leads from one to the other. */
function pointBetween(rules: HalmaRules, from: string, to: string): string | undefined {
  const [a, b] = [pointOf(rules, from), pointOf(rules, to)]
  const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2]
  if (Math.max(Math.abs(x - a.x), Math.abs(y - a.y)) !== 1) return undefined
  return rules.board.points.find((point) => point.x === x && point.y === y)?.name
}
