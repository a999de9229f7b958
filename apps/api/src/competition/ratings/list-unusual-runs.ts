import { MIN_QUICK_WINS, playerSchema, QUICK_PLIES, RUN_GAMES, type UnusualRun } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { playerColumns } from '../../accounts/players/player-columns.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'

const MAX_RUNS = 50

const rowSchema = z.object({
  winner: playerSchema,
  loser: playerSchema,
  games: z.int(),
  points: z.number(),
  lastGameAt: z.date(),
  lastGames: z.array(z.int()),
})

/** Pairs in which one player often loses quickly to the other: perhaps on purpose. */
export async function listUnusualRuns(db: Db): Promise<{ items: UnusualRun[] }> {
  const rows = await readRows(
    db,
    rowSchema,
    Prisma.sql`
      SELECT ${playerColumns('winner')}, ${playerColumns('loser')}, run.games, run.points,
        run.last_at AS "lastGameAt", run.last_games AS "lastGames"
      FROM (
        SELECT r.player_id AS winner_id, CASE r.side WHEN 'white' THEN g.black_id ELSE g.white_id END AS loser_id,
          count(*)::int AS games, sum(r.rating_after - r.rating_before) AS points, max(g.ended_at) AS last_at,
          (array_agg(g.id ORDER BY r.sequence DESC))[1:5] AS last_games
        -- LIMIT and OFFSET make Postgres look up each game: a join would read all games
        FROM (SELECT * FROM game_ratings ORDER BY sequence DESC LIMIT ${2 * RUN_GAMES}) r
          CROSS JOIN LATERAL (SELECT * FROM games WHERE id = r.game_id OFFSET 0) g
        WHERE g.winner = r.side AND g.ply < ${QUICK_PLIES} AND g.reason IN ('resignation', 'timeout')
        GROUP BY 1, 2 HAVING count(*) >= ${MIN_QUICK_WINS}
      ) run JOIN players winner ON winner.id = run.winner_id JOIN players loser ON loser.id = run.loser_id
      ORDER BY run.games DESC, run.last_at DESC LIMIT ${MAX_RUNS}`,
  )
  return { items: rows.map(({ lastGameAt, ...run }) => ({ ...run, lastGameAt: lastGameAt.toISOString() })) }
}
