import type { BranchInput } from '@tegenzet/contract'
import type { Result } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { inTransaction } from '../../store/legacy-transaction.ts'
import { type MovePlayed, type PlayMove, playMove } from '../moves/play-move.ts'
import { setPlan } from './set-conditional-moves.ts'

/** Plays a move and plans what is answered after it, both or neither. A move sent again plans nothing again. */
export function playWithPlan(
  deps: Deps,
  move: PlayMove,
  branches: readonly BranchInput[],
): Promise<Result<MovePlayed, Refusal>> {
  return inTransaction(deps, async (deps) => {
    const done = await playMove(deps, move)
    if (!done.ok || !done.value.played) return done
    if (done.value.game.turn === null)
      return refuse('illegal-move', 'The game ends with this move: there is nothing to plan.')
    const planned = await setPlan(deps, { ...move, ply: move.ply + 1, branches, path: '/body/plan/branches' })
    return planned.ok ? done : planned
  })
}
