import type { Notification } from '@tegenzet/contract'
import { type NotificationModel, Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { append } from '../../outbox/append.ts'
import { readRows } from '../../store/read-rows.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { tellNotifications } from '../news/tell-news.ts'

export interface NewNotification {
  accountId: number
  playerId: number
  kind: Notification['kind']
  params: Notification['params']
  game: number | null
  /** Identifies what it is about. An account gets one notification per key. */
  key: string
  createdAt: Date
}

/**
 * Writes a notification with its event.
 * @returns null if the account has it already
 */
export async function writeNotification(db: Db, notification: NewNotification): Promise<Notification | null> {
  const [written = null] = await writeNotifications(db, [notification])
  return written
}

const writtenRow = z.object({
  id: z.int(),
  accountId: z.int(),
  kind: z.string(),
  params: z.custom<NotificationModel['params']>(),
  gameId: z.int().nullable(),
  key: z.string(),
  createdAt: z.date(),
  readAt: z.null(),
})

/**
 * Writes notifications with their events, in a few statements however many there are.
 * @returns for each of them the notification; null if the account has it already
 */
export async function writeNotifications(
  db: Db,
  notifications: readonly NewNotification[],
): Promise<(Notification | null)[]> {
  if (notifications.length === 0) return []
  const bySubject = new Map<string, NewNotification>()
  for (const each of notifications) if (!bySubject.has(subjectOf(each))) bySubject.set(subjectOf(each), each)
  const rows = [...bySubject.values()].map(({ game, accountId, createdAt, playerId, ...each }) => ({
    ...each,
    account_id: accountId,
    game_id: game,
    created_at: createdAt,
  }))
  return inTransaction(db, async (tx) => {
    const inserted = await readRows(
      tx,
      writtenRow,
      Prisma.sql`
        INSERT INTO notifications (account_id, kind, params, game_id, key, created_at)
        SELECT account_id, kind, params, game_id, key, created_at
        FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS (
          account_id int, kind text, params jsonb, game_id int, key text, created_at timestamptz)) WITH ORDINALITY AS
          new (account_id, kind, params, game_id, key, created_at, nr)
        WHERE NOT (kind = ANY(${ONE_UNREAD_PER_GAME}::text[]) AND EXISTS (
          SELECT FROM notifications n
          WHERE n.account_id = new.account_id AND n.game_id = new.game_id AND n.kind = new.kind AND n.read_at IS NULL))
        ORDER BY nr ON CONFLICT DO NOTHING
        RETURNING id, account_id AS "accountId", kind, params, game_id AS "gameId", key, created_at AS "createdAt",
          read_at AS "readAt"`,
    )
    const byKey = new Map(inserted.map((row) => [`${row.accountId} ${row.key}`, row]))
    const written = notifications.map((each) => {
      const row = byKey.get(`${each.accountId} ${each.key}`)
      byKey.delete(`${each.accountId} ${each.key}`)
      return row ? notificationView(row) : null
    })
    const news = notifications.flatMap(({ accountId, playerId }, n) =>
      written[n] ? [{ accountId, playerId, notification: written[n] }] : [],
    )
    await append(
      tx,
      news.map(({ playerId, notification }) => ({
        event: { type: 'notice', notice: notification },
        playerIds: [playerId],
      })),
      { by: null, at: new Date(Math.max(...notifications.map(({ createdAt }) => createdAt.getTime()))) },
    )
    await tellNotifications(
      tx,
      news.map(({ accountId, notification: { id, kind, params, createdAt } }) => ({
        accountId,
        id,
        kind,
        params,
        createdAt: new Date(createdAt),
      })),
    )
    return written
  })
}

/** What an account gets one notification about at a time. */
const subjectOf = ({ accountId, kind, game, key }: NewNotification): string =>
  `${accountId} ${ONE_UNREAD_PER_GAME.includes(kind) ? `${kind} ${game}` : key}`

/** There is one notification of these kinds per game until it is read, however often they happen. */
const ONE_UNREAD_PER_GAME: Notification['kind'][] = ['message-received', 'plan-played']

export const notificationView = (row: Omit<NotificationModel, 'accountId' | 'key'>): Notification =>
  ({
    id: row.id,
    kind: row.kind,
    params: row.params,
    game: row.gameId,
    createdAt: row.createdAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
  }) as Notification
