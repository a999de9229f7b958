import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { readRow } from '../../store/read-rows.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { addResults } from './count-ended-games.ts'

const TIMEOUT_MS = 60 * 60 * 1000

const changedRow = z.object({ changed: z.int() })

/**
 * Counts all games that are over again: those that ended in a process of a release that does not enter them are missing.
 * Games end and results are read meanwhile; only their counting waits.
 * @returns how many games there are, and how many results of players, in all and against one opponent, were wrong
 */
export const rebuildResults = (db: Db): Promise<{ games: number; changed: number }> =>
  inTransaction(
    db,
    async (tx) => {
      await tx.$executeRaw`SET LOCAL statement_timeout = 0`
      await tx.$executeRaw`LOCK TABLE player_results, opponent_results IN SHARE ROW EXCLUSIVE MODE`
      await tx.$executeRaw`CREATE TEMP TABLE earlier_player_results ON COMMIT DROP AS TABLE player_results`
      await tx.$executeRaw`CREATE TEMP TABLE earlier_opponent_results ON COMMIT DROP AS TABLE opponent_results`
      await tx.$executeRaw`DELETE FROM player_results`
      await tx.$executeRaw`DELETE FROM opponent_results`
      const added = await addResults(
        tx,
        Prisma.sql`emptied AS (DELETE FROM uncounted_games), taken AS (
          SELECT player_id, id AS game_id FROM games, unnest(ARRAY[white_id, black_id]) AS player_id
          WHERE status IN ('finished', 'cancelled')
        )`,
      )
      const { changed } = await readRow(tx, changedRow, CHANGED)
      return { games: added / 2, changed }
    },
    TIMEOUT_MS,
  )

/** Results that are new, gone or different. */
const CHANGED = Prisma.sql`
  SELECT (
    SELECT count(*) FROM player_results r FULL JOIN earlier_player_results e USING (player_id, rules, side)
    WHERE r.* IS DISTINCT FROM e.*
  )::int + (
    SELECT count(*) FROM opponent_results r FULL JOIN earlier_opponent_results e USING (player_id, opponent_id)
    WHERE r.* IS DISTINCT FROM e.*
  )::int AS changed`
