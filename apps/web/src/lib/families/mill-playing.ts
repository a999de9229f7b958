import type { DecodedPosition, MillRules } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import type { Playing } from './playing.ts'

export const millPlaying = ({ flying }: MillRules): Playing => ({
  start: () => m.home_start(),
  move: (view) => (flying && hasThree(view) ? m.game_bar_fly() : m.game_bar_move()),
  targetRefusal: (view) => (!flying && hasThree(view) ? 'no-flying' : 'not-adjacent'),
  // another end of the same move is picked
  origin: ({ from }) => from,
  blocked: () => m.game_refused_blocked(),
  puzzleFailed: () => m.puzzles_failed_win(),
})

/** Whether the side to move has three stones on the board. */
const hasThree = ({ stones, side }: DecodedPosition): boolean =>
  Object.values(stones).filter((owner) => owner === side).length === 3
