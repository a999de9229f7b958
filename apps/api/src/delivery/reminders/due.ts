import { Prisma, type Transaction } from '@tegenzet/db'
import type { RuleSetId } from '@tegenzet/rules'
import { awayUntil } from '../../play/vacations/vacation-row.ts'
import { afterQuiet, READER_COLUMNS, type Reader } from './reader.ts'

const MINUTE = 60_000
const HOUR_MS = 60 * MINUTE
/** How often reminders are looked for. */
export const REMIND_EVERY_MS = MINUTE
/** As long as quiet hours can be, with room for a late run. */
const LOOK_AHEAD_MS = 10 * HOUR_MS + 2 * REMIND_EVERY_MS

/** A reminder of a turn that has not been sent. */
export interface Due extends Reader {
  gameId: number
  ply: number
  rules: RuleSetId
  /** The opponent. */
  by: string
  deadline: Date
  /** `reminderName` of it. */
  reminder: string
  app: boolean
  mail: boolean
  dueAt: Date
}

/**
 * Reminders that are due by what stands now, by account, at most `limit`; and those that fall into the coming quiet hours
 * and could not wait for their end. All are counted back from the deadline: a share is one of what stood on the clock as
 * the turn began, whatever has stopped it since, and one of at least that much comes at half of it.
 * Whose vacation stops the clock is left in peace.
 * @param accountId with it the games are held, but for those that somebody is just changing
 */
export function readDue(
  tx: Transaction,
  now: Date,
  which: { accountId: number; playerId: number } | { after: number; limit: number },
): Promise<Due[]> {
  const ahead = new Date(now.getTime() + LOOK_AHEAD_MS)
  const whose =
    'accountId' in which
      ? Prisma.sql`a.id = ${which.accountId} AND (g.white_id = ${which.playerId} OR g.black_id = ${which.playerId})`
      : Prisma.sql`a.id > ${which.after}`
  const found = Prisma.sql`
    SELECT ${READER_COLUMNS}, g.id AS "gameId", g.ply, g.rules, o.username AS by, g.deadline, r.reminder, r.app,
      r.mail AND a.email_verified AS mail, r.due_at AS "dueAt"
    FROM games g
    JOIN players p ON p.id = CASE g.turn WHEN 'white' THEN g.white_id ELSE g.black_id END AND p.kind = 'human'
    JOIN players o ON o.id = CASE g.turn WHEN 'white' THEN g.black_id ELSE g.white_id END
    JOIN accounts a ON a.player_id = p.id
    CROSS JOIN LATERAL (
      SELECT app, mail,
        CASE WHEN hours IS NULL THEN round(share * 100)::int || '%' ELSE hours || 'h' END AS reminder,
        g.deadline - interval '1 millisecond' * CASE
          WHEN hours IS NULL THEN g.turn_ms * share
          WHEN hours * ${HOUR_MS} < g.turn_ms THEN hours * ${HOUR_MS}
          ELSE g.turn_ms / 2
        END AS due_at
      FROM jsonb_to_recordset(a.reminders) AS each(app boolean, mail boolean, "hoursBefore" int, "shareLeft" numeric),
        LATERAL (SELECT each."hoursBefore" AS hours, each."shareLeft" AS share) named
    ) r
    WHERE g.status = 'active' AND g.deadline > ${now}::timestamptz AND ${whose}
      AND (r.app OR (r.mail AND a.email_verified))
      AND (r.due_at <= ${now}::timestamptz OR (a.quiet_from IS NOT NULL AND g.deadline <= ${ahead}::timestamptz))
      AND (NOT g.vacation OR ${awayUntil(Prisma.sql`p.id`, now)} IS NULL)
      AND NOT EXISTS (
        SELECT FROM sent_reminders s WHERE s.game_id = g.id AND s.ply = g.ply AND s.reminder = r.reminder)
`
  return 'accountId' in which
    ? tx.$queryRaw<Due[]>`${found} FOR SHARE OF g SKIP LOCKED`
    : // all of it first: for the sake of a few in order Postgres would look at each game once an account
      tx.$queryRaw<Due[]>`
        WITH found AS MATERIALIZED (${found}) SELECT * FROM found ORDER BY "accountId" LIMIT ${which.limit}`
}

/**
 * Whether it is to be sent now: within quiet hours only what cannot wait for their end; and what falls into them and
 * cannot wait comes right before they begin.
 */
export function isToSend(due: Due, now: Date): boolean {
  const { dueAt, deadline } = due
  const rest = afterQuiet(due, now)
  if (rest > now) return dueAt <= now && deadline <= rest
  if (dueAt <= now) return true
  const soon = new Date(now.getTime() + REMIND_EVERY_MS)
  const end = afterQuiet(due, soon)
  return end > soon && dueAt < end && deadline <= end
}
