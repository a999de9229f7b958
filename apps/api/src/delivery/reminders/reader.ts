import { afterQuietHours } from '@tegenzet/clocks'
import type { Language, QuietHours } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { NewsReader } from '../mail/news.ts'

/** An account that may be told something by mail, out of a joined `accounts a`. */
export interface Reader extends NewsReader {
  accountId: number
  playerId: number
  email: string
  emailVerified: boolean
  language: Language
  quietFrom: string | null
  quietTo: string | null
}

export const READER_COLUMNS = Prisma.sql`
  a.id AS "accountId", a.player_id AS "playerId", a.name AS username, a.email, a.email_verified AS "emailVerified",
  a.language, a.timezone, a.quiet_from AS "quietFrom", a.quiet_to AS "quietTo"`

export const quietHours = ({ quietFrom, quietTo }: Reader): QuietHours | null =>
  quietFrom !== null && quietTo !== null ? { from: quietFrom, to: quietTo } : null

/** The first moment from the given one on at which the reader may be disturbed. */
export const afterQuiet = (reader: Reader, at: Date): Date =>
  new Date(
    afterQuietHours(at.getTime(), {
      ...{ timezone: reader.timezone, daysOff: [], quietHours: quietHours(reader) },
    }),
  )
