import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { isSanctioned } from '../../accounts/sanctions/sanctions-in-force.ts'
import { tryEach } from '../../jobs/try-each.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Tx } from '../../store/transaction.ts'
import { leaveTournament } from './leave-tournament.ts'

const ABSENT_GAMES = 3
/** Requests of the last seconds may not be written yet, see `last-uses-hook.ts`. */
const UNWRITTEN_SECONDS = 10

const leaverSchema = z.object({ tournament: z.int(), playerId: z.int() })
type Leaver = z.output<typeof leaverSchema>

/** Removes players whose accounts were closed, and those who lost games on time without sending a request meanwhile. */
export async function removeLeavers(tx: Tx, at: Date): Promise<number> {
  const closed = (await readClosed(tx, at)).map((leaver) => ({ ...leaver, why: 'closed' as const }))
  const absent = (await readAbsent(tx, at)).map((leaver) => ({ ...leaver, why: 'absent' as const }))
  return tryEach([...closed, ...absent], (leaver) => leaveTournament(tx, { ...leaver, byId: null, at }))
}

const readClosed = (tx: Tx, at: Date): Promise<Leaver[]> =>
  readRows(
    tx,
    leaverSchema,
    Prisma.sql`
      SELECT e.tournament_id AS tournament, e.player_id AS "playerId"
      FROM tournaments t JOIN tournament_entries e ON e.tournament_id = t.id JOIN players p ON p.id = e.player_id
      WHERE t.state IN ('open', 'running') AND e.left_at IS NULL
        AND (p.kind = 'closed' OR ${isSanctioned(Prisma.sql`p.id`, 'close', at)})
      ORDER BY e.id`,
  )

/** Requests are recorded to the minute; one minute more counts in the player's favour. */
const readAbsent = (tx: Tx, at: Date): Promise<Leaver[]> =>
  readRows(
    tx,
    leaverSchema,
    Prisma.sql`
      WITH lost AS (
        SELECT e.tournament_id, e.player_id, g.ended_at,
          lag(g.ended_at, ${ABSENT_GAMES - 1}::int) OVER (
            PARTITION BY e.tournament_id, e.player_id ORDER BY g.ended_at, g.id) AS since
        FROM tournaments t JOIN tournament_entries e ON e.tournament_id = t.id
          JOIN LATERAL (
            SELECT id, coalesce(ended_at, updated_at) AS ended_at FROM games
            WHERE tournament_id = t.id AND status = 'finished' AND reason IN ('timeout', 'forfeit')
              AND CASE winner WHEN 'white' THEN black_id ELSE white_id END = e.player_id
          ) g ON true
        WHERE t.state = 'running' AND e.left_at IS NULL
      )
      SELECT DISTINCT tournament_id AS tournament, player_id AS "playerId" FROM lost
      WHERE since IS NOT NULL AND ended_at <= ${at}::timestamptz - ${UNWRITTEN_SECONDS} * interval '1 second'
        AND NOT EXISTS (
          SELECT FROM last_requests r
          WHERE r.player_id = lost.player_id AND r.at >= date_trunc('minute', since) - interval '1 minute')
      ORDER BY 1, 2`,
  )
