import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { readRow } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { endedGames } from './results.ts'

const BATCH = 1000

const takenRow = z.object({ taken: z.int() })

/**
 * Adds games that have ended to the results of their players. Games do not do it themselves when they end: those of one
 * player would wait for each other, and the moves that are written with them too.
 * @returns how many results were added: two a game
 */
export async function countEndedGames(db: Db, stop?: AbortSignal): Promise<number> {
  for (let counted = 0; ; ) {
    const taken = await countBatch(db)
    counted += taken
    if (taken < BATCH || stop?.aborted) return counted
  }
}

const countBatch = (db: Db): Promise<number> =>
  addResults(
    db,
    Prisma.sql`taken AS (
      DELETE FROM uncounted_games
      WHERE ctid = ANY(ARRAY(SELECT ctid FROM uncounted_games LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))
      RETURNING player_id, game_id
    )`,
  )

/**
 * @param taken defines `taken`: games that are over, each with one of its players
 * @returns how many these are
 */
export async function addResults(db: Db, taken: Prisma.Sql): Promise<number> {
  const row = await readRow(
    db,
    takenRow,
    Prisma.sql`
      WITH ${taken}, ended AS MATERIALIZED (
        SELECT * FROM ${endedGames(Prisma.sql`taken`)} ended
      ), of_player AS (
        INSERT INTO player_results AS r
          (player_id, rules, side, finished, cancelled, won, lost, drawn, lost_on_time)
        SELECT player_id, rules, side, sum(finished), sum(cancelled), sum(won), sum(lost), sum(drawn), sum(lost_on_time)
        FROM ended GROUP BY player_id, rules, side
        ON CONFLICT (player_id, rules, side) DO UPDATE SET
          finished = r.finished + excluded.finished, cancelled = r.cancelled + excluded.cancelled,
          won = r.won + excluded.won, lost = r.lost + excluded.lost, drawn = r.drawn + excluded.drawn,
          lost_on_time = r.lost_on_time + excluded.lost_on_time
      ), of_opponent AS (
        INSERT INTO opponent_results AS r (player_id, opponent_id, finished, cancelled, won, lost, drawn)
        SELECT player_id, opponent_id, sum(finished), sum(cancelled), sum(won), sum(lost), sum(drawn)
        FROM ended GROUP BY player_id, opponent_id
        ON CONFLICT (player_id, opponent_id) DO UPDATE SET
          finished = r.finished + excluded.finished, cancelled = r.cancelled + excluded.cancelled,
          won = r.won + excluded.won, lost = r.lost + excluded.lost, drawn = r.drawn + excluded.drawn
      )
      SELECT count(*)::int AS taken FROM taken`,
  )
  return row.taken
}
