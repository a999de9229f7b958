import { Prisma } from '@tegenzet/db'
import type { Puzzle } from '@tegenzet/puzzles'
import type { Rating } from '@tegenzet/ratings'
import { z } from 'zod'
import { readRow, readRows } from '../../store/read-rows.ts'
import type { Db, Tx } from '../../store/transaction.ts'

/** How uncertain the estimate of a puzzle is that nobody has tried. */
const DEVIATION = 150
const VOLATILITY = 0.06

interface RatedPuzzle extends Rating {
  solved: number
  tried: number
}

const untried = ({ rating }: Puzzle): RatedPuzzle => ({
  rating,
  deviation: DEVIATION,
  volatility: VOLATILITY,
  solved: 0,
  tried: 0,
})

/** A puzzle's rating, and how many have tried it. */
export async function readPuzzleRating(db: Db, puzzle: Puzzle): Promise<RatedPuzzle> {
  return (await db.puzzleRating.findUnique({ where: { puzzleId: puzzle.id } })) ?? untried(puzzle)
}

/** The same, locked until the end of the transaction, so that attempts of several accounts come one after another. */
export async function lockPuzzleRating(tx: Tx, puzzle: Puzzle): Promise<RatedPuzzle> {
  const { rating, deviation, volatility, solved, tried } = untried(puzzle)
  // a row of another transaction is waited for
  await tx.$executeRaw`
    INSERT INTO puzzle_ratings (puzzle_id, rating, deviation, volatility, solved, tried)
    VALUES (${puzzle.id}, ${rating}, ${deviation}, ${volatility}, ${solved}, ${tried})
    ON CONFLICT DO NOTHING`
  return readRow(
    tx,
    ratedPuzzle,
    Prisma.sql`
      SELECT rating, deviation, volatility, solved, tried FROM puzzle_ratings WHERE puzzle_id = ${puzzle.id} FOR UPDATE`,
  )
}

const ratedPuzzle = z.object({
  rating: z.number(),
  deviation: z.number(),
  volatility: z.number(),
  solved: z.int(),
  tried: z.int(),
})

/** The ratings of those of these puzzles that somebody has tried, by id. */
export async function readTriedRatings(db: Db, ids: string[]): Promise<Map<string, number>> {
  const rows = await db.puzzleRating.findMany({
    where: { puzzleId: { in: ids } },
    select: { puzzleId: true, rating: true },
  })
  return new Map(rows.map(({ puzzleId, rating }) => [puzzleId, rating]))
}

/** The first finished attempt of a player at a puzzle. */
type FinishedAttempt = z.output<typeof finishedAttempt>

// all of a finished one are set: see the migration
const finishedAttempt = z.object({
  puzzleId: z.string(),
  finishedAt: z.date(),
  solved: z.boolean(),
  ratingBefore: z.number(),
  rating: z.number(),
  deviation: z.number(),
  volatility: z.number(),
})

/** The puzzles that a player was given and has not finished, in the order in which they were given: one of a kind. */
export async function readGiven(db: Db, playerId: number): Promise<string[]> {
  const rows = await db.puzzleAttempt.findMany({
    where: { playerId, finishedAt: null },
    orderBy: { givenAt: 'asc' },
    select: { puzzleId: true },
  })
  return rows.map(({ puzzleId }) => puzzleId)
}

/** When a player has finished those of these puzzles that the player has finished, by id. Each is looked up by its key. */
export async function readFinishedAt(
  db: Db,
  playerId: number,
  ids: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await readRows(
    db,
    z.object({ id: z.string(), at: z.date() }),
    Prisma.sql`
      SELECT wanted.id, finished.at FROM unnest(${[...ids]}::text[]) AS wanted (id) CROSS JOIN LATERAL (
        SELECT a.finished_at AS at FROM puzzle_attempts a
        WHERE a.player_id = ${playerId} AND a.puzzle_id = wanted.id AND a.finished_at IS NOT NULL LIMIT 1
      ) finished`,
  )
  return new Map(rows.map(({ id, at }) => [id, at]))
}

/** Null if the player has not finished the puzzle. */
export async function readFinishedAttempt(
  db: Db,
  playerId: number,
  puzzleId: string,
): Promise<FinishedAttempt | null> {
  const [attempt = null] = await findFinished(db, { playerId, puzzleId, finishedAt: { not: null } }, 1)
  return attempt
}

/** A player's finished attempts, newest first. @param before only older ones */
export const readFinished = (
  db: Db,
  playerId: number,
  limit: number,
  before: Date | null = null,
): Promise<FinishedAttempt[]> =>
  findFinished(db, { playerId, finishedAt: { not: null, ...(before && { lt: before }) } }, limit)

async function findFinished(
  db: Db,
  where: Prisma.PuzzleAttemptWhereInput,
  take: number,
): Promise<FinishedAttempt[]> {
  const rows = await db.puzzleAttempt.findMany({ where, orderBy: { finishedAt: 'desc' }, take })
  return rows.map((row) => finishedAttempt.parse(row))
}
