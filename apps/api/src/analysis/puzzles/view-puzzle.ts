import type { Puzzle as PuzzleView } from '@tegenzet/contract'
import type { Puzzle } from '@tegenzet/puzzles'
import { sideToMove } from '@tegenzet/rules'
import type { Db } from '../../store/transaction.ts'
import { readFinishedAttempt, readPuzzleRating } from './puzzle-store.ts'

/**
 * A puzzle as calls answer it, without the solution.
 * @param playerId whose attempt is told; null for visitors
 */
export async function viewPuzzle(
  db: Db,
  puzzle: Puzzle,
  playerId: number | null,
): Promise<{ puzzle: PuzzleView }> {
  const { id, rules, position, value, themes, source } = puzzle
  const { rating, solved, tried } = await readPuzzleRating(db, puzzle)
  const attempt = playerId === null ? null : await readFinishedAttempt(db, playerId, id)
  return {
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
  }
}
