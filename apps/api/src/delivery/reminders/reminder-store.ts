import { MAIL_TOPICS, remindersSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { readRows } from '../../store/read-rows.ts'
import { recordset } from '../../store/recordset.ts'
import type { Db } from '../../store/transaction.ts'
import { READER_COLUMNS, readerSchema } from '../notification-mail/reader.ts'
import { localTime } from './local-time.ts'

const settingsSchema = readerSchema.extend({
  reminders: remindersSchema.shape.reminders,
  mailed: z.array(z.enum(MAIL_TOPICS)),
  /** The local time of the daily mail. null: no daily mail. */
  digestAt: z.string().nullable(),
  /** The last local day whose daily mail was sent or skipped. */
  digestDay: z.string().nullable(),
  /** The next daily mail covers the time from here on. */
  digestSince: z.date().nullable(),
})
export type ReminderSettings = z.output<typeof settingsSchema>

const SETTINGS_COLUMNS = Prisma.sql`
  ${READER_COLUMNS}, a.reminders, a.mailed, a.digest_at AS "digestAt", a.digest_day::text AS "digestDay",
  a.digest_since AS "digestSince"`

/** Reads an account's settings and locks them. @returns null if there is no such account */
export async function lockSettings(db: Db, accountId: number): Promise<ReminderSettings | null> {
  const [row] = await readRows(
    db,
    settingsSchema,
    Prisma.sql`SELECT ${SETTINGS_COLUMNS} FROM accounts a WHERE a.id = ${accountId} FOR UPDATE`,
  )
  return row ?? null
}

/** How many accounts of a time zone are read at once. The others follow with the next run. */
const BATCH = 5000

/** Both as in the index `accounts_digest_idx`. The time is that of `digestTime`. */
const WITH_DIGEST = Prisma.sql`a.digest_at IS NOT NULL AND a.email_verified`
const DIGEST_TIME = Prisma.sql`CASE
  WHEN a.quiet_from IS NULL THEN a.digest_at
  WHEN a.quiet_from < a.quiet_to AND a.digest_at >= a.quiet_from AND a.digest_at < a.quiet_to THEN a.quiet_to
  WHEN a.quiet_from > a.quiet_to AND (a.digest_at >= a.quiet_from OR a.digest_at < a.quiet_to) THEN a.quiet_to
  ELSE a.digest_at END`

/** The time zones of accounts with a daily mail, found one after the other by the index. */
const readTimeZones = async (db: Db): Promise<string[]> => {
  const next = (after: Prisma.Sql) =>
    Prisma.sql`(SELECT min(timezone) FROM accounts a WHERE ${WITH_DIGEST} ${after})`
  const rows = await readRows(
    db,
    z.object({ timezone: z.string() }),
    Prisma.sql`
      WITH RECURSIVE zones AS (
        SELECT ${next(Prisma.empty)} AS timezone
        UNION ALL
        SELECT ${next(Prisma.sql`AND timezone > zones.timezone`)} FROM zones WHERE timezone IS NOT NULL
      ) SELECT timezone FROM zones WHERE timezone IS NOT NULL`,
  )
  return rows.map(({ timezone }) => timezone)
}

/** The accounts whose daily mail of the local day is not done although its time has come. */
export async function readDigestReaders(db: Db, now: Date): Promise<ReminderSettings[]> {
  const zones = (await readTimeZones(db)).map((timezone) => ({ timezone, ...localTime(now, timezone) }))
  const due = (day: Prisma.Sql) => Prisma.sql`(
    SELECT a.id FROM accounts a
    WHERE ${WITH_DIGEST} AND a.timezone = zone.timezone AND a.digest_day ${day} AND ${DIGEST_TIME} <= zone.time
    LIMIT ${BATCH})`
  return readRows(
    db,
    settingsSchema,
    // most were done yesterday: those that are due today are found by time. The others are few
    Prisma.sql`
      SELECT ${SETTINGS_COLUMNS}
      FROM ${recordset('zone', { timezone: 'text', day: 'text', time: 'text' }, zones)} CROSS JOIN LATERAL (
        ${due(Prisma.sql`= zone.day::date - 1`)}
        UNION ALL ${due(Prisma.sql`< zone.day::date - 1`)}
        UNION ALL ${due(Prisma.sql`IS NULL`)}
      ) found JOIN accounts a ON a.id = found.id
      ORDER BY a.id`,
  )
}
