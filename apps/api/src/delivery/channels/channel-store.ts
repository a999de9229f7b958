import { CHANNEL_FORMATS, LANGUAGES } from '@tegenzet/contract'
import { type ChannelMessageModel, Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { isSanctioned } from '../../accounts/access/sanctions-in-force.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import type { Rest } from '../news/when-to-tell.ts'
import { READER_COLUMNS, readerSchema } from '../notification-mail/reader.ts'

const toldColumns = {
  id: z.int(),
  format: z.enum(CHANNEL_FORMATS),
  address: z.string(),
  failures: z.int(),
  retryAt: z.date().nullable(),
}
const TOLD_COLUMNS = Prisma.sql`c.id, c.format, c.address, c.failures, c.retry_at AS "retryAt"`

const ofPerson = readerSchema
  .extend(toldColumns)
  .transform(({ id, format, address, failures, retryAt, ...reader }) => ({
    id,
    format,
    address,
    failures,
    retryAt,
    reader,
    club: null,
  }))
const ofClub = z
  .object({ ...toldColumns, language: z.enum(LANGUAGES), timezone: z.string() })
  .transform(({ language, timezone, ...channel }) => ({
    ...channel,
    reader: null,
    club: { language, timezone },
  }))
/** A channel with the person or the club that it tells. */
export type ToldChannel = z.output<typeof ofPerson> | z.output<typeof ofClub>

/** @returns null if nothing is to be sent: the channel is deleted or broken, or its account is closed */
export async function readToldChannel(db: Db, id: number, now: Date): Promise<ToldChannel | null> {
  const [person] = await readRows(
    db,
    ofPerson,
    Prisma.sql`
      SELECT ${READER_COLUMNS}, ${TOLD_COLUMNS}
      FROM channels c JOIN accounts a ON a.id = c.account_id
      WHERE c.id = ${id} AND c.broken_at IS NULL AND NOT ${isSanctioned(Prisma.sql`a.player_id`, 'close', now)}`,
  )
  if (person) return person
  const [club] = await readRows(
    db,
    ofClub,
    Prisma.sql`
      SELECT ${TOLD_COLUMNS}, k.language, a.timezone
      FROM channels c JOIN clubs k ON k.id = c.club_id
        JOIN club_members o ON o.club_id = k.id AND o.role = 'owner' JOIN accounts a ON a.player_id = o.player_id
      WHERE c.id = ${id} AND c.broken_at IS NULL AND k.ended_at IS NULL`,
  )
  return club ?? null
}

/** More wait for the next message. */
export const MAX_AT_ONCE = 100

export type MessageRow = Pick<ChannelMessageModel, 'id' | 'subject' | 'createdAt'>

/** What waits for a channel, oldest first. */
export const readMessages = (db: Db, channelId: number, rest: Rest | null): Promise<MessageRow[]> =>
  db.channelMessage.findMany({
    where: { channelId, ...(rest && { subject: { path: ['deadline'], ...rest.deadline } }) },
    orderBy: { id: 'asc' },
    take: MAX_AT_ONCE,
    select: { id: true, subject: true, createdAt: true },
  })

export async function dropMessages(db: Db, ids: readonly bigint[]): Promise<void> {
  if (ids.length > 0) await db.channelMessage.deleteMany({ where: { id: { in: [...ids] } } })
}
