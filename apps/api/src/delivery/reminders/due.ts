import { ruleSetIdSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { COMPETITION_COLUMNS, COMPETITION_JOIN, competitionShape } from '../../play/game/competition-name.ts'
import { beforeOutage } from '../../play/game/read-games.ts'
import { awayUntil } from '../../play/vacations/vacation-row.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { afterQuiet, READER_COLUMNS, readerSchema } from '../notification-mail/reader.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** How often reminders are looked for. */
export const REMIND_EVERY_MS = MINUTE_MS
/** The longest quiet hours, plus a late run. */
export const LOOK_AHEAD_MS = 10 * HOUR_MS + 2 * REMIND_EVERY_MS

const reminderSchema = readerSchema.extend({
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
  /** The end of a vacation that stops the clock. Until then nothing is sent. */
  awayUntil: z.date().nullable(),
  ...competitionShape,
})
/** A reminder of the present turn of a running game that has not been sent yet, due or not. */
export type NextReminder = z.output<typeof reminderSchema>

/**
 * Joins games `g` with the account `a` of the player to move, the opponent `o` and each of the account's reminders `r`. They
 * count back from the deadline: `shareLeft` is a share of the time on the clock at the start of the turn, and `hoursBefore`
 * of at least all that time becomes half of it.
 */
export const REMINDERS_OF_GAMES = Prisma.sql`
  JOIN players p ON p.id = CASE g.turn WHEN 'white' THEN g.white_id ELSE g.black_id END AND p.kind = 'human'
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
    WHERE app OR (mail AND a.email_verified)
  ) r`

/** Reads the reminders of games that have not been sent. @param rest more conditions on `g`, and a lock */
const readUnsent = (db: Db, now: Date, rest: Prisma.Sql): Promise<NextReminder[]> =>
  readRows(
    db,
    reminderSchema,
    Prisma.sql`
      SELECT ${READER_COLUMNS}, g.id AS "gameId", g.ply, g.rules, o.username AS by, g.deadline, r.reminder, r.app,
        r.mail AND a.email_verified AS mail, r.due_at AS "dueAt",
        CASE WHEN g.vacation THEN ${awayUntil(Prisma.sql`p.id`, now)} END AS "awayUntil", ${COMPETITION_COLUMNS}
      FROM games g ${REMINDERS_OF_GAMES}
      JOIN players o ON o.id = CASE g.turn WHEN 'white' THEN g.black_id ELSE g.white_id END
      ${COMPETITION_JOIN}
      WHERE g.status = 'active' AND g.deadline > ${now}::timestamptz AND NOT ${beforeOutage(Prisma.sql`g`)}
        -- a scalar subquery, because Postgres would read the whole table for what it takes for many reminders
        AND (SELECT s.ply FROM sent_reminders s WHERE s.game_id = g.id AND s.ply = g.ply AND s.reminder = r.reminder) IS NULL
        ${rest}`,
  )

export const readRemindersOf = (db: Db, now: Date, games: readonly number[]): Promise<NextReminder[]> =>
  readUnsent(db, now, Prisma.sql`AND g.id = ANY(${[...games]}::int[])`)

/** Reads the reminders of a player that are to be sent now, and locks their games. */
export async function readDue(db: Db, now: Date, playerId: number): Promise<NextReminder[]> {
  const unsent = await readUnsent(
    db,
    now,
    Prisma.sql`
      AND ((g.white_id = ${playerId} AND g.turn = 'white') OR (g.black_id = ${playerId} AND g.turn = 'black'))
      FOR SHARE OF g SKIP LOCKED`,
  )
  return unsent.filter((reminder) => isToSend(reminder, now))
}

/**
 * Whether to send a reminder now. In quiet hours only if it cannot wait for their end. A reminder that will become due in
 * quiet hours and cannot wait is sent right before they begin. Nothing is sent during a vacation that stops the clock.
 */
export function isToSend(reminder: NextReminder, now: Date): boolean {
  const { dueAt, deadline, awayUntil } = reminder
  if (awayUntil) return false
  const quietUntil = afterQuiet(reminder, now)
  if (quietUntil > now) return dueAt <= now && deadline <= quietUntil
  if (dueAt <= now) return true
  const nextRun = new Date(now.getTime() + REMIND_EVERY_MS)
  const end = afterQuiet(reminder, nextRun)
  return end > nextRun && dueAt < end && deadline <= end
}

/** When to look at a reminder again that is not to be sent now: not after the moment at which it will be to be sent. */
export function checkAgainAt(reminder: NextReminder, now: Date): Date {
  const { dueAt, deadline, awayUntil } = reminder
  if (awayUntil) return awayUntil
  const from = dueAt > now ? dueAt : now
  const quietUntil = afterQuiet(reminder, from)
  if (quietUntil <= from || deadline > quietUntil) return quietUntil
  // it cannot wait: it is sent before the quiet hours begin, or if they have begun, at once
  const early = new Date(quietHoursBegin(reminder, from).getTime() - REMIND_EVERY_MS)
  return early > now ? early : from
}

/** The beginning of the quiet hours that a moment is in. */
function quietHoursBegin(reminder: NextReminder, at: Date): Date {
  const end = afterQuiet(reminder, at).getTime()
  let [before, within] = [at.getTime() - LOOK_AHEAD_MS - HOUR_MS, at.getTime()]
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2)
    if (afterQuiet(reminder, new Date(middle)).getTime() === end) within = middle
    else before = middle
  }
  return new Date(within)
}
