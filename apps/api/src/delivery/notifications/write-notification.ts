import type { Notification } from '@tegenzet/contract'
import type { NotificationModel } from '@tegenzet/db'
import { append } from '../../outbox/append.ts'
import { inTransaction, type Tx } from '../../store/transaction.ts'
import { pushNotification } from '../push/push-queue.ts'

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
export function writeNotification(tx: Tx, notification: NewNotification): Promise<Notification | null> {
  const { accountId, playerId, kind, params, game: gameId, key, createdAt } = notification
  return inTransaction(tx, async (tx) => {
    if (ONE_UNREAD_PER_GAME.includes(kind)) {
      const unread = await tx.notification.findFirst({
        where: { accountId, gameId, kind, readAt: null },
        select: { id: true },
      })
      if (unread) return null
    }
    const [row] = await tx.notification.createManyAndReturn({
      data: { accountId, kind, params, gameId, key, createdAt },
      skipDuplicates: true,
    })
    if (!row) return null
    const written = notificationView(row)
    const event = { type: 'notice', notice: written } as const
    await append(tx, [{ event, playerIds: [playerId] }], { by: null, at: createdAt })
    await pushNotification(tx, accountId, written)
    return written
  })
}

/** There is one notification of these kinds per game until it is read, however often they happen. */
const ONE_UNREAD_PER_GAME: readonly Notification['kind'][] = ['message-received', 'plan-played']

export const notificationView = (row: NotificationModel): Notification =>
  ({
    id: row.id,
    kind: row.kind,
    params: row.params,
    game: row.gameId,
    createdAt: row.createdAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
  }) as Notification
