import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { tryEach } from '../../jobs/try-each.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { recentlyClosed } from '../recent/recently-closed.ts'
import { leaveTournament } from './leave-tournament.ts'

const ABSENT_GAMES = 3
/** Requests of the last seconds may not be written yet, see `last-uses-hook.ts`. */
const UNWRITTEN_SECONDS = 10

const leaverSchema = z.object({ tournament: z.int(), playerId: z.int() })
type Leaver = z.output<typeof leaverSchema>

/**
 * Removes players whose accounts a moderator has just closed, and those who have just lost on time without sending a
 * request since two games that they lost before. Erased accounts leave by `leaveCompetitions`.
 */
export async function removeLeavers(db: Db, since: Date, at: Date): Promise<number> {
  const closed = (await readClosed(db, since, at)).map((leaver) => ({ ...leaver, why: 'closed' as const }))
  const absent = (await readAbsent(db, since, at)).map((leaver) => ({ ...leaver, why: 'absent' as const }))
  return tryEach([...closed, ...absent], (leaver) => leaveTournament(db, { ...leaver, byId: null, at }))
}

const readClosed = (db: Db, since: Date, at: Date): Promise<Leaver[]> =>
  readRows(
    db,
    leaverSchema,
    Prisma.sql`
      SELECT DISTINCT e.tournament_id AS tournament, e.player_id AS "playerId"
      FROM ${recentlyClosed(since, at)}
        JOIN tournament_entries e ON e.player_id = s.player_id JOIN tournaments t ON t.id = e.tournament_id
      WHERE t.state IN ('open', 'running') AND e.left_at IS NULL
      ORDER BY 1, 2`,
  )

/** Whether a game was lost by not being there, and who lost it. Both as in the index `games_lost_idx`. */
const LOST = Prisma.sql`tournament_id IS NOT NULL AND status = 'finished' AND reason IN ('timeout', 'forfeit')`
const LOSER = Prisma.sql`CASE winner WHEN 'white' THEN black_id ELSE white_id END`

/** Requests are recorded to the minute; one minute more counts in the player's favour. */
const readAbsent = (db: Db, since: Date, at: Date): Promise<Leaver[]> =>
  readRows(
    db,
    leaverSchema,
    Prisma.sql`
      WITH last AS MATERIALIZED (
        SELECT tournament_id, ${LOSER} AS player_id, ended_at, id FROM games
        WHERE ${LOST} AND ended_at >= ${since}::timestamptz
          AND ended_at <= ${at}::timestamptz - ${UNWRITTEN_SECONDS} * interval '1 second'
      )
      SELECT DISTINCT last.tournament_id AS tournament, last.player_id AS "playerId"
      FROM last JOIN tournaments t ON t.id = last.tournament_id
        JOIN tournament_entries e ON e.tournament_id = last.tournament_id AND e.player_id = last.player_id
        JOIN LATERAL (
          SELECT ended_at FROM games
          WHERE ${LOST} AND ${LOSER} = last.player_id AND tournament_id = last.tournament_id
            AND (ended_at, id) <= (last.ended_at, last.id)
          ORDER BY ended_at DESC, id DESC OFFSET ${ABSENT_GAMES - 1} LIMIT 1
        ) first ON true
      WHERE t.state = 'running' AND e.left_at IS NULL AND NOT EXISTS (
        SELECT FROM last_requests r
        WHERE r.player_id = last.player_id AND r.at >= date_trunc('minute', first.ended_at) - interval '1 minute')
      ORDER BY 1, 2`,
  )
