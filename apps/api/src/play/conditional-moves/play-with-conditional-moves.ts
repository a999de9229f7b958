import type { Result } from '@tegenzet/common'
import type { BranchInput } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { type MovePlayed, type PlayMove, playMove } from '../moves/play-move.ts'
import { setConditionalMoves } from './set-conditional-moves.ts'

/** Plays a move and sets the conditional moves after it, both or neither. A repeated move sets nothing. */
export function playWithConditionalMoves(
  deps: Deps,
  db: Db,
  move: PlayMove,
  branches: readonly BranchInput[],
): Promise<Result<MovePlayed, Refusal>> {
  return inTransaction(db, async (tx) => {
    const done = await playMove(deps, tx, move)
    if (!done.ok || !done.value.played) return done
    if (done.value.game.turn === null)
      return refuse('illegal-move', 'The game ends with this move, so there can be no conditional moves.')
    const set = await setConditionalMoves(tx, {
      ...move,
      ply: move.ply + 1,
      branches,
      path: '/body/plan/branches',
    })
    return set.ok ? done : set
  })
}
