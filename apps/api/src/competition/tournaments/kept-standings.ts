import type { Standing } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { Score } from '@tegenzet/tournaments'
import { z } from 'zod'
import { tryEach } from '../../jobs/try-each.ts'
import { existing } from '../../store/existing.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { isLastStage, LEFT, readGroup, type StageGroup, standingsWithMoves } from './standings.ts'
import { readTournament, type TournamentRow } from './tournament-store.ts'

/** A row of standings that names players by their ids, because their names may change. */
export type KeptStanding = Omit<Standing, 'user' | 'results'> & {
  player: number
  results: { opponent: number; games: Standing['results'][number]['games'] }[]
}

/**
 * What the standings of a group `gr` of a tournament `t` depends on, as a text that is different after each change: games only
 * end, and players only leave. Kept standings are used while they are of this text.
 */
export const STATE_OF_STANDINGS = Prisma.sql`concat_ws(' ', gr.started_at IS NOT NULL, t.state = 'finished' AND t.ends_at IS NOT NULL, (
    SELECT count(*) FROM games g WHERE g.tournament_id = gr.tournament_id AND g.stage = gr.stage AND g.group_nr = gr.nr
      AND g.ended_at IS NOT NULL), (
    SELECT string_agg(concat(s.player_id, CASE WHEN s.struck THEN 's' END), ',' ORDER BY s.player_id)
    FROM tournament_seats s
      JOIN tournament_entries e ON e.tournament_id = s.tournament_id AND e.player_id = s.player_id
    WHERE s.tournament_id = gr.tournament_id AND s.stage = gr.stage AND s.group_nr = gr.nr AND (s.struck OR ${LEFT})))`

/** Computes the standings of a group from its games. */
export function computeStandings(
  group: StageGroup,
  tournament: Pick<TournamentRow, 'league' | 'advance'>,
  isLast: boolean,
): KeptStanding[] {
  return standingsWithMoves(group, tournament, isLast).map((row) => ({
    ...row,
    results: group.players
      .filter(({ id }) => id !== row.player)
      .map(({ id: opponent }) => ({ opponent, games: gamesBetween(group, row.player, opponent) })),
  }))
}

const gamesBetween = ({ games }: StageGroup, player: number, opponent: number) =>
  games.flatMap(({ id, white, black, score, shortDraw }) => {
    if (white === player && black === opponent) return { id, score, shortDraw }
    if (black === player && white === opponent) return { id, score: fromBlack(score), shortDraw }
    return []
  })

const fromBlack = (score: Score | null): Score | null => (score === null ? null : ((1 - score) as Score))

const staleSchema = z.object({ tournament: z.int(), stage: z.int(), group: z.int(), state: z.string() })

/** Computes and keeps the standings of the groups in which a game has just been made or has ended. */
export async function keepStandings(db: Db, since: Date): Promise<number> {
  const stale = await readRows(
    db,
    staleSchema,
    Prisma.sql`
      WITH touched AS MATERIALIZED (
        SELECT tournament_id, stage, group_nr AS nr FROM games
        WHERE tournament_id IS NOT NULL AND ended_at IS NOT NULL AND ended_at >= ${since}::timestamptz
        UNION SELECT tournament_id, stage, nr FROM tournament_groups WHERE started_at >= ${since}::timestamptz
      )
      SELECT touched.tournament_id AS tournament, touched.stage, touched.nr AS group, current.state
      -- OFFSET: each is looked up by its key, however many Postgres expects
      FROM touched CROSS JOIN LATERAL (
        SELECT ${STATE_OF_STANDINGS} AS state FROM tournament_groups gr JOIN tournaments t ON t.id = gr.tournament_id
        WHERE gr.tournament_id = touched.tournament_id AND gr.stage = touched.stage AND gr.nr = touched.nr OFFSET 0
      ) current
      WHERE current.state IS DISTINCT FROM (
        SELECT kept.state FROM tournament_tables kept WHERE kept.tournament_id = touched.tournament_id
          AND kept.stage = touched.stage AND kept.group_nr = touched.nr)
      ORDER BY 1, 2, 3`,
  )
  return tryEach(stale, async ({ tournament: tournamentId, stage, group: groupNr, state }) => {
    const tournament = existing(await readTournament(db, tournamentId))
    const group = await readGroup(db, tournamentId, stage, groupNr)
    const rows = computeStandings(group, tournament, await isLastStage(db, tournamentId, stage))
    // if a game ends meanwhile, the standings are newer than `state`: the next run keeps them again
    await db.$executeRaw`
      INSERT INTO tournament_tables (tournament_id, stage, group_nr, state, rows)
      VALUES (${tournamentId}, ${stage}, ${groupNr}, ${state}, ${JSON.stringify(rows)}::json)
      ON CONFLICT (tournament_id, stage, group_nr) DO UPDATE SET state = excluded.state, rows = excluded.rows`
  })
}
