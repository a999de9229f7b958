import { afterQuietHours, afterStopsAndQuietHours, type Schedule } from '@tegenzet/clocks'
import { LANGUAGES, type QuietHours } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'

export const readerSchema = z.object({
  accountId: z.int(),
  playerId: z.int(),
  username: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  language: z.enum(LANGUAGES),
  timezone: z.string(),
  quietFrom: z.string().nullable(),
  quietTo: z.string().nullable(),
  daysOff: z.array(z.int()),
})
/** An account that may be sent mail. */
export type Reader = z.output<typeof readerSchema>

/** Selects a `Reader` from a joined `accounts a`. */
export const READER_COLUMNS = Prisma.sql`
  a.id AS "accountId", a.player_id AS "playerId", a.name AS username, a.email, a.email_verified AS "emailVerified",
  a.language, a.timezone, a.quiet_from AS "quietFrom", a.quiet_to AS "quietTo",
  a.days_off AS "daysOff"`

export const quietHours = ({ quietFrom, quietTo }: Reader): QuietHours | null =>
  quietFrom !== null && quietTo !== null ? { from: quietFrom, to: quietTo } : null

const scheduleOf = (reader: Reader): Schedule => ({
  timezone: reader.timezone,
  daysOff: reader.daysOff,
  quietHours: quietHours(reader),
})

/** The first moment, from the given one on, outside the reader's quiet hours. Reminders do not wait for days. */
export const afterQuiet = (reader: Reader, at: Date): Date =>
  new Date(afterQuietHours(at.getTime(), scheduleOf(reader)))

/** The first moment, from the given one on, outside the reader's quiet hours and days off. */
export const afterRest = (reader: Reader, at: Date): Date =>
  new Date(afterStopsAndQuietHours(at.getTime(), { schedule: scheduleOf(reader) }))
