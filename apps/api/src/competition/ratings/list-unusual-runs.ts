import {
  MIN_QUICK_WINS,
  MIN_RATED_PLIES,
  playerSchema,
  QUICK_PLIES,
  RUN_GAMES,
  type UnusualRun,
} from '@tegenzet/contract'
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

/**
 * Pairs in which one player often loses quickly to the other: perhaps on purpose. The games that were lost quickly are read
 * from `games_quick_wins_idx`, whose condition must be repeated as literals.
 */
export async function listUnusualRuns(db: Db): Promise<{ items: UnusualRun[] }> {
  const rows = await readRows(
    db,
    rowSchema,
    Prisma.sql`
      SELECT ${playerColumns('winner')}, ${playerColumns('loser')}, run.games, rated.points,
        run.last_at AS "lastGameAt", run.ids[1:5] AS "lastGames"
      FROM (
        SELECT CASE winner WHEN 'white' THEN white_id ELSE black_id END AS winner_id,
          CASE winner WHEN 'white' THEN black_id ELSE white_id END AS loser_id,
          count(*)::int AS games, max(ended_at) AS last_at, array_agg(id ORDER BY ended_at DESC, id DESC) AS ids
        FROM games
        WHERE status = 'finished' AND rated AND winner IS NOT NULL AND reason IN ('resignation', 'timeout')
          AND ply >= ${Prisma.raw(`${MIN_RATED_PLIES}`)} AND ply < ${Prisma.raw(`${QUICK_PLIES}`)}
          AND ended_at > coalesce((
            SELECT g.ended_at FROM (
              SELECT game_id FROM game_ratings WHERE sequence <= (SELECT max(sequence) FROM game_ratings) - ${RUN_GAMES}
              ORDER BY sequence DESC LIMIT 1
            ) earlier JOIN games g ON g.id = earlier.game_id
          ), '-infinity')
        GROUP BY 1, 2 HAVING count(*) >= ${MIN_QUICK_WINS} ORDER BY games DESC, last_at DESC LIMIT ${MAX_RUNS}
      ) run JOIN players winner ON winner.id = run.winner_id JOIN players loser ON loser.id = run.loser_id
        CROSS JOIN LATERAL (
          SELECT coalesce(sum(r.rating_after - r.rating_before), 0) AS points
          FROM unnest(run.ids) AS won (id) JOIN game_ratings r ON r.game_id = won.id AND r.player_id = run.winner_id
        ) rated
      ORDER BY run.games DESC, run.last_at DESC`,
  )
  return { items: rows.map(({ lastGameAt, ...run }) => ({ ...run, lastGameAt: lastGameAt.toISOString() })) }
}
