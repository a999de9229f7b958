import type { Puzzle as PuzzleView } from '@tegenzet/contract'
import type { Puzzle } from '@tegenzet/puzzles'
import { ok, type Result, sideToMove } from '@tegenzet/rules'
import { type Refusal, type Refused, refuse } from '../../refusal.ts'
import type { Tx } from '../../store/transaction.ts'
import { readGamePuzzle } from './game-puzzle-store.ts'
import { readFinishedAttempt, readPuzzleRating } from './puzzle-store.ts'
import { shippedPuzzles } from './shipped-puzzles.ts'

export async function findPuzzle(tx: Tx, id: string): Promise<Result<Puzzle, Refusal>> {
  const puzzle = shippedPuzzles().get(id) ?? (await readGamePuzzle(tx, id))
  return puzzle ? ok(puzzle) : NO_PUZZLE
}

const NO_PUZZLE: Refused = refuse('not-found', 'There is no puzzle with this id.')

/**
 * A puzzle as calls answer it, without the solution.
 * @param playerId whose attempt is told; null for visitors
 */
export async function viewPuzzle(
  tx: Tx,
  puzzle: Puzzle,
  playerId: number | null,
): Promise<{ puzzle: PuzzleView }> {
  const { id, rules, position, value, themes, source } = puzzle
  const { rating, solved, tried } = await readPuzzleRating(tx, puzzle)
  const attempt = playerId === null ? null : await readFinishedAttempt(tx, playerId, id)
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
