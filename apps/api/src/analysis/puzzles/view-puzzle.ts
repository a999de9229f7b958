import { ok, type Result } from '@tegenzet/common'
import type { Puzzle as PuzzleView } from '@tegenzet/contract'
import type { Puzzle } from '@tegenzet/puzzles'
import { ruleSet, sideToMove } from '@tegenzet/rules'
import type { Refusal } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import type { RefuseRunning } from '../fair-play/fair-play-hook.ts'
import { readFinishedAttempt, readPuzzleRating } from './puzzle-store.ts'

/** Who looks at a puzzle. */
export interface Viewer {
  /** Whose attempt is told; null for visitors. */
  playerId: number | null
  refuseRunning: RefuseRunning
}

/** A puzzle as calls answer it, without the solution. What can be reached in it would be help in a running game. */
export async function viewPuzzle(
  db: Db,
  puzzle: Puzzle,
  { playerId, refuseRunning }: Viewer,
): Promise<Result<{ puzzle: PuzzleView }, Refusal>> {
  const { id, rules, position, value, themes, source } = puzzle
  const positions = [position]
  const refused = await refuseRunning(db, { rules: ruleSet(rules), positions, valued: positions })
  if (refused) return refused
  const { rating, solved, tried } = await readPuzzleRating(db, puzzle)
  const attempt = playerId === null ? null : await readFinishedAttempt(db, playerId, id)
  return ok({
    puzzle: {
      id,
      rules,
      position,
      turn: sideToMove(position),
      value,
      themes,
      rating,
      solved,
      tried,
      source,
      you: attempt && { solved: attempt.solved, finishedAt: attempt.finishedAt.toISOString() },
    },
  })
}
