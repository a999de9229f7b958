import { closedMills, type DecodedPosition, type MillRules } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import type { Playing } from './playing.ts'

export const millPlaying = ({ board, flying, movesWhilePlacing }: MillRules): Playing => ({
  start: () => m.home_start(),
  move: (view) => {
    if (isPlacing(view))
      return movesWhilePlacing && ownStones(view) > 0 ? m.game_bar_place_or_move() : m.game_bar_place()
    return flying && hasThree(view) ? m.game_bar_fly() : m.game_bar_move()
  },
  capturing: {
    open: () => m.game_bar_closes_mill(),
    safe: () => m.game_refused_in_mill(),
    first: () => m.game_refused_take_theirs(),
  },
  ownRefusal: (view) =>
    isPlacing(view) && !movesWhilePlacing ? m.game_refused_hand_first() : m.game_refused_blocked(),
  // another end of the same move is picked
  targetRefusal: (view, { from }, point) => {
    if (isPlacing(view)) return m.game_refused_not_adjacent_placing({ from, point })
    return !flying && hasThree(view)
      ? m.game_refused_no_flying({ from, point })
      : m.game_refused_not_adjacent({ from, point })
  },
  rows: (stones) => closedMills(board, stones),
  progress: () => null,
  puzzleFailed: () => m.puzzles_failed_win(),
})

/** Whether the side to move has stones in hand. */
const isPlacing = ({ hands, side }: DecodedPosition): boolean => (hands?.[side] ?? 0) > 0

const ownStones = ({ stones, side }: DecodedPosition): number =>
  Object.values(stones).filter((owner) => owner === side).length

const hasThree = (view: DecodedPosition): boolean => ownStones(view) === 3
