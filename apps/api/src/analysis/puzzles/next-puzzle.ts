import type { nextPuzzleQuery } from '@tegenzet/contract'
import type { Puzzle } from '@tegenzet/puzzles'
import { NEW_PLAYER } from '@tegenzet/ratings'
import { ok, type Result } from '@tegenzet/rules'
import type { z } from 'zod'
import { lockAccount } from '../../accounts/players/lock-account.ts'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { inTransaction, type Tx } from '../../store/transaction.ts'
import { findPuzzles } from './find-puzzles.ts'
import { readNewestGamePuzzles } from './game-puzzle-store.ts'
import { readFinished, readTriedRatings } from './puzzle-store.ts'
import { shippedPuzzles } from './shipped-puzzles.ts'

/** One of so many of the nearest is chosen. */
const NEAREST = 8
const BITS = 16

export type Solver = { accountId: number; playerId: number }

export interface NextPuzzle {
  query: z.output<typeof nextPuzzleQuery>
  /** null for visitors and guests, for whom nothing is kept. */
  solver: Solver | null
  at: Date
}

/** The puzzle that was given and is not finished, otherwise another one near the solver's rating. */
export async function nextPuzzle(
  { coin }: Pick<Deps, 'coin'>,
  tx: Tx,
  { query, solver, at }: NextPuzzle,
): Promise<Result<Puzzle, Refusal>> {
  const fits = ({ rules, themes }: Puzzle) =>
    (query.rules === undefined || rules === query.rules) &&
    (query.theme === undefined || themes.includes(query.theme))
  const fitting = [...shippedPuzzles().values(), ...(await readNewestGamePuzzles(tx, query.rules))].filter(
    fits,
  )
  if (fitting.length === 0) return refuse('not-found', 'There is no puzzle of this kind.')
  if (!solver) return ok(toss(coin, fitting))
  const { playerId, accountId } = solver
  return inTransaction(tx, async (tx) => {
    // two calls at once get the same one
    await lockAccount(tx, accountId)
    const attempts = await tx.puzzleAttempt.findMany({
      where: { playerId },
      orderBy: { givenAt: 'asc' },
      select: { puzzleId: true, finishedAt: true },
    })
    const seen = new Map(attempts.map(({ puzzleId, finishedAt }) => [puzzleId, finishedAt]))
    const open = attempts.filter(({ finishedAt }) => finishedAt === null).map(({ puzzleId }) => puzzleId)
    const given = [...(await findPuzzles(tx, open)).values()].find(fits)
    if (given) return ok(given)
    const fresh = fitting.filter(({ id }) => !seen.has(id))
    if (fresh.length === 0) return ok(longestAgo(fitting, seen))
    const [latest = NEW_PLAYER] = await readFinished(tx, playerId, 1)
    const ratings = await readTriedRatings(
      tx,
      fresh.map(({ id }) => id),
    )
    const distance = ({ id, rating }: Puzzle) => Math.abs((ratings.get(id) ?? rating) - latest.rating)
    const nearest = fresh.toSorted((a, b) => distance(a) - distance(b)).slice(0, NEAREST)
    const puzzle = toss(coin, nearest)
    await tx.puzzleAttempt.create({ data: { playerId, puzzleId: puzzle.id, givenAt: at } })
    return ok(puzzle)
  })
}

const longestAgo = (puzzles: readonly Puzzle[], finished: ReadonlyMap<string, Date | null>): Puzzle =>
  puzzles.toSorted((a, b) => Number(finished.get(a.id)) - Number(finished.get(b.id)))[0]!

/** Any of these, as good as equally likely. */
function toss<T>(coin: () => boolean, items: readonly T[]): T {
  let number = 0
  for (let bit = 0; bit < BITS; bit++) number = 2 * number + (coin() ? 1 : 0)
  return items[Math.floor((number * items.length) / 2 ** BITS)]!
}
