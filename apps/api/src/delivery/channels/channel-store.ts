import { CHANNEL_FORMATS } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { isSanctioned } from '../../accounts/access/sanctions-in-force.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { newsSubjectSchema } from '../news/news.ts'
import { READER_COLUMNS, readerSchema } from '../notification-mail/reader.ts'

const toldSchema = readerSchema
  .extend({
    id: z.int(),
    format: z.enum(CHANNEL_FORMATS),
    address: z.string(),
    failures: z.int(),
    retryAt: z.date().nullable(),
  })
  .transform(({ id, format, address, failures, retryAt, ...reader }) => ({
    id,
    format,
    address,
    failures,
    retryAt,
    reader,
  }))
/** A channel with the person it tells. */
export type ToldChannel = z.output<typeof toldSchema>

/** @returns null if nothing is to be sent: the channel is deleted or broken, or its account is closed */
export async function readToldChannel(db: Db, id: number, now: Date): Promise<ToldChannel | null> {
  const [channel] = await readRows(
    db,
    toldSchema,
    Prisma.sql`
      SELECT ${READER_COLUMNS}, c.id, c.format, c.address, c.failures, c.retry_at AS "retryAt"
      FROM channels c JOIN accounts a ON a.id = c.account_id
      WHERE c.id = ${id} AND c.broken_at IS NULL AND NOT ${isSanctioned(Prisma.sql`a.player_id`, 'close', now)}`,
  )
  return channel ?? null
}

/** More wait for the next message. */
export const MAX_AT_ONCE = 100

const messageSchema = z.object({ id: z.bigint(), subject: newsSubjectSchema, createdAt: z.date() })
export type MessageRow = z.output<typeof messageSchema>

/** What waits for a channel, oldest first. */
export const readMessages = async (db: Db, channelId: number): Promise<MessageRow[]> => {
  const rows = await db.channelMessage.findMany({
    where: { channelId },
    orderBy: { id: 'asc' },
    take: MAX_AT_ONCE,
    select: { id: true, subject: true, createdAt: true },
  })
  return rows.map((row) => messageSchema.parse(row))
}

export async function dropMessages(db: Db, ids: readonly bigint[]): Promise<void> {
  if (ids.length > 0) await db.channelMessage.deleteMany({ where: { id: { in: [...ids] } } })
}
