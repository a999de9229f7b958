import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { areOldProcessesGone } from '../../store/old-processes.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'

const AFTER_MS = 30 * 24 * 3_600_000
/** Small, so that one statement locks and logs little. */
const BATCH = 200

/**
 * Packs the moves of games that are over and have not changed for a month: one row a game instead of one a move.
 * @returns how many games it packed
 */
export async function packMoves(db: Db, now: Date, stop?: AbortSignal): Promise<number> {
  const before = new Date(now.getTime() - AFTER_MS)
  for (let packed = 0; ; ) {
    const games = await readNext(db, before)
    const last = games.at(-1)
    if (!last || !(await areOldProcessesGone(db, 'packed_moves', now))) return packed
    packed += await pack(db, games, last)
    if (games.length < BATCH || stop?.aborted) return packed
  }
}

const gameRow = z.object({ id: z.int(), isOver: z.boolean(), updatedAt: z.date() })
type UnchangedGame = z.infer<typeof gameRow>

/** The next games without a change since then, in the order of their last change. A game that changes again comes again. */
const readNext = (db: Db, since: Date): Promise<UnchangedGame[]> =>
  readRows(
    db,
    gameRow,
    Prisma.sql`
      SELECT game.* FROM packed_until until CROSS JOIN LATERAL (
        SELECT id, status IN ('finished', 'cancelled') AS "isOver", updated_at AS "updatedAt" FROM games
        WHERE (updated_at, id) > (until.updated_at, until.game_id) AND updated_at < ${since}::timestamptz
        ORDER BY updated_at, id LIMIT ${BATCH}
      ) game`,
  )

/** Uses one statement, so that a reader finds each move in exactly one of the tables. @returns how many games it packed */
function pack(db: Db, games: readonly UnchangedGame[], last: UnchangedGame): Promise<number> {
  const over = games.filter(({ isOver }) => isOver).map(({ id }) => id)
  return db.$executeRaw`
    WITH moved AS (
      UPDATE packed_until SET updated_at = ${last.updatedAt}::timestamptz, game_id = ${last.id}
    ), played AS (
      DELETE FROM moves WHERE game_id = ANY(${over}::int[]) RETURNING *
    )
    INSERT INTO packed_moves (game_id, moves, played_at)
    SELECT game_id, string_agg(move, ' ' ORDER BY ply), array_agg(played_at ORDER BY ply) FROM played GROUP BY game_id`
}
