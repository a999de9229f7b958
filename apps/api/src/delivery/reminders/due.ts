import { ruleSetIdSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { COMPETITION_COLUMNS, COMPETITION_JOIN, competitionShape } from '../../play/game/competition-name.ts'
import { awayUntil } from '../../play/vacations/vacation-row.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Tx } from '../../store/transaction.ts'
import { afterQuiet, READER_COLUMNS, readerSchema } from '../mail/reader.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** How often reminders are looked for. */
export const REMIND_EVERY_MS = MINUTE_MS
/** The longest quiet hours, plus a late run. */
const LOOK_AHEAD_MS = 10 * HOUR_MS + 2 * REMIND_EVERY_MS

const dueSchema = readerSchema.extend({
  gameId: z.int(),
  ply: z.int(),
  rules: ruleSetIdSchema,
  /** The opponent's name. */
  by: z.string(),
  deadline: z.date(),
  /** Its `reminderKey`. */
  reminder: z.string(),
  app: z.boolean(),
  mail: z.boolean(),
  dueAt: z.date(),
  ...competitionShape,
})
/** A reminder that has not been sent yet. */
export type DueReminder = z.output<typeof dueSchema>

/** Up to `limit` reminders of the accounts after one, or those of one account, whose games are locked. */
export type WhichReminders = { accountId: number; playerId: number } | { after: number; limit: number }

/**
 * Reads the reminders that are due, by account, and those that will become due in quiet hours and cannot wait for their
 * end. They count back from the deadline: `shareLeft` is a share of the time on the clock at the start of the turn, and
 * `hoursBefore` of at least all that time becomes half of it. Players whose vacation stops the clock get none.
 */
export function readDue(tx: Tx, now: Date, which: WhichReminders): Promise<DueReminder[]> {
  const ahead = new Date(now.getTime() + LOOK_AHEAD_MS)
  const whose =
    'accountId' in which
      ? Prisma.sql`a.id = ${which.accountId} AND (g.white_id = ${which.playerId} OR g.black_id = ${which.playerId})`
      : Prisma.sql`a.id > ${which.after}`
  const due = Prisma.sql`
    SELECT ${READER_COLUMNS}, g.id AS "gameId", g.ply, g.rules, o.username AS by, g.deadline, r.reminder, r.app,
      r.mail AND a.email_verified AS mail, r.due_at AS "dueAt",
      ${COMPETITION_COLUMNS}
    FROM games g
    JOIN players p ON p.id = CASE g.turn WHEN 'white' THEN g.white_id ELSE g.black_id END AND p.kind = 'human'
    JOIN players o ON o.id = CASE g.turn WHEN 'white' THEN g.black_id ELSE g.white_id END
    JOIN accounts a ON a.player_id = p.id
    ${COMPETITION_JOIN}
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
  return readRows(
    tx,
    dueSchema,
    'accountId' in which
      ? Prisma.sql`${due} FOR SHARE OF g SKIP LOCKED`
      : // materialized, because for a few rows in order Postgres would read each game once per account
        Prisma.sql`
          WITH due AS MATERIALIZED (${due}) SELECT * FROM due ORDER BY "accountId" LIMIT ${which.limit}`,
  )
}

/**
 * Whether to send a reminder now. In quiet hours only if it cannot wait for their end. A reminder that will become due in
 * quiet hours and cannot wait is sent right before they begin.
 */
export function isToSend(due: DueReminder, now: Date): boolean {
  const { dueAt, deadline } = due
  const quietUntil = afterQuiet(due, now)
  if (quietUntil > now) return dueAt <= now && deadline <= quietUntil
  if (dueAt <= now) return true
  const nextRun = new Date(now.getTime() + REMIND_EVERY_MS)
  const end = afterQuiet(due, nextRun)
  return end > nextRun && dueAt < end && deadline <= end
}
