import type { Puzzle } from '@tegenzet/puzzles'
import { grow, NEW_PLAYER, rateGame } from '@tegenzet/ratings'
import { lockAccount } from '../../accounts/players/lock-account.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import type { Solver } from './next-puzzle.ts'
import { lockPuzzleRating, readFinished, readFinishedAttempt } from './puzzle-store.ts'

interface FinishAttempt {
  puzzle: Puzzle
  solver: Solver
  isSolved: boolean
  at: Date
}

/** Rates solver and puzzle as if they had played a game. Null if the solver has finished this puzzle before. */
export const finishAttempt = (
  db: Db,
  { puzzle, solver: { accountId, playerId }, isSolved, at }: FinishAttempt,
): Promise<{ rating: number; change: number } | null> =>
  inTransaction(db, async (tx) => {
    // attempts of an account come one after another: only the first of them counts
    await lockAccount(tx, accountId)
    if (await readFinishedAttempt(tx, playerId, puzzle.id)) return null
    const [latest] = await readFinished(tx, playerId, 1)
    const finishedAt = new Date(Math.max(at.getTime(), (latest?.finishedAt.getTime() ?? 0) + 1))
    const elapsedMs = latest ? finishedAt.getTime() - latest.finishedAt.getTime() : 0
    const before = latest ?? NEW_PLAYER
    const puzzleRating = await lockPuzzleRating(tx, puzzle)
    const { white, black } = rateGame(grow(before, elapsedMs), grow(puzzleRating, 0), isSolved ? 1 : 0)
    const { solved, tried } = puzzleRating
    await tx.puzzleRating.update({
      where: { puzzleId: puzzle.id },
      data: { ...black, solved: solved + (isSolved ? 1 : 0), tried: tried + 1 },
    })
    const { rating, deviation, volatility } = white
    const finished = {
      finishedAt,
      solved: isSolved,
      ratingBefore: before.rating,
      rating,
      deviation,
      volatility,
    }
    await tx.puzzleAttempt.upsert({
      where: { playerId_puzzleId: { playerId, puzzleId: puzzle.id } },
      create: { playerId, puzzleId: puzzle.id, givenAt: at, ...finished },
      update: finished,
    })
    return { rating, change: rating - before.rating }
  })
