import { MAIL_TOPICS, remindersSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { readRows } from '../../store/read-rows.ts'
import type { Tx } from '../../store/transaction.ts'
import { READER_COLUMNS, readerSchema } from '../mail/reader.ts'

export const settingsSchema = readerSchema.extend({
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
export async function lockSettings(tx: Tx, accountId: number): Promise<ReminderSettings | null> {
  const [row] = await readRows(
    tx,
    settingsSchema,
    Prisma.sql`SELECT ${SETTINGS_COLUMNS} FROM accounts a WHERE a.id = ${accountId} FOR UPDATE`,
  )
  return row ?? null
}

/** How many accounts are in memory at once. */
const BATCH = 500

/** The accounts with a daily mail whose last day is before the given one. */
export async function* readDigestReaders(tx: Tx, day: string): AsyncGenerator<ReminderSettings, void> {
  for (let after = 0; ; ) {
    const readers = await readRows(
      tx,
      settingsSchema,
      Prisma.sql`
        SELECT ${SETTINGS_COLUMNS} FROM accounts a
        WHERE a.id > ${after} AND a.digest_at IS NOT NULL AND a.email_verified
          AND (a.digest_day IS NULL OR a.digest_day < ${day}::date)
        ORDER BY a.id LIMIT ${BATCH}`,
    )
    yield* readers
    if (readers.length < BATCH) return
    after = readers.at(-1)!.accountId
  }
}
