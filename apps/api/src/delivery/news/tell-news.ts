import { CHANNEL_KINDS, type ChannelKind, type Notification } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { enqueue } from '../../jobs/enqueue.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { queueCalls } from './channel-queue.ts'
import { type NewsSubject, WAIT_MS } from './news.ts'
import { PUSHES } from './push-queue.ts'

/** News that an account's browsers and channels are to tell. */
interface AccountNews {
  accountId: number
  kind: ChannelKind
  subject: NewsSubject
  createdAt: Date
}

/** Queues notifications of the kinds whose texts repeat nothing that a player has written. */
export const tellNotifications = (
  db: Db,
  notifications: readonly (Pick<Notification, 'id' | 'kind' | 'params'> & {
    accountId: number
    createdAt: Date
  })[],
): Promise<void> =>
  tellNews(
    db,
    notifications.flatMap(({ id, kind, params, accountId, createdAt }) => {
      const told = CHANNEL_KINDS.find((name) => name === kind)
      const subject = { notification: id, ...('deadline' in params && { deadline: params.deadline }) }
      return told ? { accountId, kind: told, subject, createdAt } : []
    }),
  )

/** Queues "It is your turn". */
export const tellTurns = (
  db: Db,
  turns: readonly { accountId: number; game: number; ply: number; createdAt: Date }[],
): Promise<void> =>
  tellNews(
    db,
    turns.map(({ accountId, createdAt, ...subject }) => ({ accountId, kind: 'turn', subject, createdAt })),
  )

/** Queues a push for each browser and news, and one call for each channel with all its news. */
async function tellNews(db: Db, news: readonly AccountNews[]): Promise<void> {
  if (news.length === 0) return
  const receivers = await writeForChannels(db, news)
  await enqueue(
    db,
    PUSHES,
    news.flatMap(({ accountId, subject }) =>
      receivers
        .filter((each) => !each.isChannel && each.accountId === accountId)
        .map(({ id }) => ({
          data: { subscription: id, subject, attempt: 0 },
          order: 'game' in subject ? subject.ply : subject.notification,
          group: String(accountId),
          afterMs: WAIT_MS,
        })),
    ),
  )
  await queueCalls(
    db,
    receivers.flatMap(({ id, accountId, isChannel }) => (isChannel ? [{ id, owner: { accountId } }] : [])),
  )
}

const receiverRow = z.object({ id: z.int(), accountId: z.int(), isChannel: z.boolean() })

/**
 * Writes news down for the channels that want it.
 * @returns these channels, and the browsers of the accounts: most have neither, so that one statement looks for both
 */
function writeForChannels(db: Db, news: readonly AccountNews[]): Promise<z.output<typeof receiverRow>[]> {
  const rows = news.map(({ accountId, createdAt, ...each }) => ({
    ...each,
    account_id: accountId,
    created_at: createdAt,
  }))
  const accountIds = [...new Set(news.map(({ accountId }) => accountId))]
  return readRows(
    db,
    receiverRow,
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
      SELECT id, account_id AS "accountId", true AS "isChannel" FROM channels
        WHERE id IN (SELECT channel_id FROM written)
      UNION ALL
      SELECT id, account_id, false FROM push_subscriptions WHERE account_id = ANY(${accountIds}::int[])`,
  )
}
