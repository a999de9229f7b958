import { itemAt, ok, type Result } from '@tegenzet/common'
import type { nextPuzzleQuery } from '@tegenzet/contract'
import type { Puzzle } from '@tegenzet/puzzles'
import { NEW_PLAYER } from '@tegenzet/ratings'
import type { z } from 'zod'
import { lockAccount } from '../../accounts/players/lock-account.ts'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { findPuzzles } from './find-puzzles.ts'
import { readGamePuzzlesFrom } from './game-puzzle-store.ts'
import { readFinished, readFinishedAt, readGiven, readTriedRatings } from './puzzle-store.ts'
import { shippedPuzzles } from './shipped-puzzles.ts'

/** One of so many of the nearest is chosen. */
const NEAREST = 8
/** So many of the nearest are looked up first, and twice as many each time while too few of them are new to the solver. */
const LOOKED_UP = 64
const BITS = 16

export type Solver = { accountId: number; playerId: number }

export interface NextPuzzle {
  query: z.output<typeof nextPuzzleQuery>
  /** null for visitors and guests, for whom nothing is kept. */
  solver: Solver | null
  /** The ids of those that may not be shown now. */
  leftOut: ReadonlySet<string>
  at: Date
}

/** The puzzle that was given and is not finished, otherwise another one near the solver's rating. */
export async function nextPuzzle(
  { coin }: Pick<Deps, 'coin'>,
  db: Db,
  { query: { rules, theme }, solver, leftOut, at }: NextPuzzle,
): Promise<Result<Puzzle, Refusal>> {
  const fits = (puzzle: Puzzle) =>
    !leftOut.has(puzzle.id) &&
    (rules === undefined || puzzle.rules === rules) &&
    (theme === undefined || puzzle.themes.includes(theme))
  const shipped = [...shippedPuzzles().values()]
  // ids are hashes: that of any puzzle is a place among them by chance
  const fromGames = await readGamePuzzlesFrom(db, rules, toss(coin, shipped).id)
  const fitting = [...shipped, ...fromGames].filter(fits)
  if (fitting.length === 0) return refuse('not-found', 'There is no puzzle of this kind.')
  if (!solver) return ok(toss(coin, fitting))
  const { playerId, accountId } = solver
  return inTransaction(db, async (tx) => {
    // two calls at once get the same one
    await lockAccount(tx, accountId)
    const given = [...(await findPuzzles(tx, await readGiven(tx, playerId))).values()].find(fits)
    if (given) return ok(given)
    const [{ rating } = NEW_PLAYER] = await readFinished(tx, playerId, 1)
    const { fresh, longestAgo } = await lookUp(tx, playerId, byDistance(fitting, rating))
    if (fresh.length === 0) return ok(existing(longestAgo))
    const ratings = await readTriedRatings(
      tx,
      fresh.map(({ id }) => id),
    )
    const rated = fresh.map((puzzle) => ({ puzzle, rating: ratings.get(puzzle.id) ?? puzzle.rating }))
    const { puzzle } = toss(coin, byDistance(rated, rating).slice(0, NEAREST))
    await tx.puzzleAttempt.create({ data: { playerId, puzzleId: puzzle.id, givenAt: at } })
    return ok(puzzle)
  })
}

const byDistance = <T extends { rating: number }>(items: readonly T[], rating: number): T[] =>
  items.toSorted((a, b) => Math.abs(a.rating - rating) - Math.abs(b.rating - rating))

/** Those of the nearest that are new to a player, and the one that the player has finished longest ago. */
async function lookUp(
  db: Db,
  playerId: number,
  nearest: readonly Puzzle[],
): Promise<{ fresh: Puzzle[]; longestAgo: Puzzle | undefined }> {
  const fresh: Puzzle[] = []
  const finished = new Map<Puzzle, number>()
  let from = 0
  for (let size = LOOKED_UP; from < nearest.length && fresh.length < NEAREST; size *= 2) {
    const some = nearest.slice(from, from + size)
    from += size
    const known = await readFinishedAt(
      db,
      playerId,
      some.map(({ id }) => id),
    )
    for (const puzzle of some) {
      const at = known.get(puzzle.id)
      if (at) finished.set(puzzle, at.getTime())
      else fresh.push(puzzle)
    }
  }
  return { fresh, longestAgo: [...finished].sort(([, a], [, b]) => a - b)[0]?.[0] }
}

/** Any of these, as good as equally likely. */
function toss<T>(coin: () => boolean, items: readonly T[]): T {
  let number = 0
  for (let bit = 0; bit < BITS; bit++) number = 2 * number + (coin() ? 1 : 0)
  return itemAt(items, Math.floor((number * items.length) / 2 ** BITS))
}
