import type { ChannelKind } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { enqueue } from '../../jobs/enqueue.ts'
import type { QueueDefinition } from '../../jobs/queues.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { type NewsSubject, WAIT_MS } from './news.ts'

/** Tells what waits for a channel. */
export interface ChannelJob {
  channel: number
}

export const CHANNEL_CALLS: QueueDefinition<ChannelJob> = { name: 'channel-calls' }

/** Calls of one account are made one at a time. */
export const channelGroup = (accountId: number): string => `account ${accountId}`

/** Writes news down for the channels of its accounts that want it, and queues a call for each of these. */
export async function queueChannelNews(
  db: Db,
  news: readonly { accountId: number; kind: ChannelKind; subject: NewsSubject; createdAt: Date }[],
): Promise<void> {
  const rows = news.map(({ accountId, createdAt, ...each }) => ({
    ...each,
    account_id: accountId,
    created_at: createdAt,
  }))
  const written = await readRows(
    db,
    z.object({ channel: z.int(), accountId: z.int() }),
    Prisma.sql`
      WITH written AS (
        INSERT INTO channel_messages (channel_id, subject, created_at)
        SELECT c.id, new.subject, new.created_at
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
            AS new (account_id int, kind text, subject jsonb, created_at timestamptz)
          JOIN channels c ON c.account_id = new.account_id AND c.broken_at IS NULL
            AND (c.kinds = '{}' OR new.kind = ANY(c.kinds))
        ORDER BY new.created_at
        RETURNING channel_id
      )
      SELECT id AS channel, account_id AS "accountId" FROM channels WHERE id IN (SELECT channel_id FROM written)`,
  )
  await enqueue(
    db,
    CHANNEL_CALLS,
    written.map(({ channel, accountId }) => ({
      data: { channel },
      order: channel,
      group: channelGroup(accountId),
      afterMs: WAIT_MS,
    })),
  )
}
