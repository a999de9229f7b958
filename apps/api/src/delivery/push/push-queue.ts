import type { Notification } from '@tegenzet/contract'
import { enqueue } from '../../jobs/enqueue.ts'
import type { QueueDefinition } from '../../jobs/queues.ts'
import type { Db } from '../../store/transaction.ts'

/** What a message tells: a notification, or that it is the player's turn. */
export type PushSubject = { notification: number } | { game: number; ply: number }

/** A message to one browser. */
export interface PushJob {
  subscription: number
  /** `withdraw`: whether what the browser shows under a tag is still news. */
  subject: PushSubject | { withdraw: string }
  /** Failed attempts before this one. */
  attempt: number
}

export const PUSHES: QueueDefinition<PushJob> = { name: 'pushes' }

/** Players who have the page open see the news there first, and conditional moves answer first. */
export const WAIT_MS = 5000

/** The kinds that are pushed. Their texts repeat nothing that a player has written. */
const PUSHED: readonly Notification['kind'][] = [
  'challenge-received',
  'challenge-expired',
  'game-begun',
  'game-over',
  'reminder',
  'draw-offered',
  'claim-filed',
  'claim-withdrawn',
  'claim-ruled',
  'message-received',
  'time-given',
  'time-out',
]

/** Queues notifications for their players' browsers. */
export const pushNotifications = (
  db: Db,
  notifications: readonly (Pick<Notification, 'id' | 'kind'> & { accountId: number })[],
): Promise<void> =>
  enqueuePushes(
    db,
    notifications
      .filter(({ kind }) => PUSHED.includes(kind))
      .map(({ accountId, id }) => ({ accountId, subject: { notification: id } })),
  )

/** Queues "It is your turn" for players' browsers. */
export const pushTurns = (
  db: Db,
  turns: readonly { accountId: number; game: number; ply: number }[],
): Promise<void> =>
  enqueuePushes(
    db,
    turns.map(({ accountId, ...subject }) => ({ accountId, subject })),
  )

async function enqueuePushes(
  db: Db,
  messages: readonly { accountId: number; subject: PushSubject }[],
): Promise<void> {
  if (messages.length === 0) return
  const subscriptions = await db.pushSubscription.findMany({
    where: { accountId: { in: [...new Set(messages.map(({ accountId }) => accountId))] } },
    select: { id: true, accountId: true },
  })
  await enqueue(
    db,
    PUSHES,
    messages.flatMap(({ accountId, subject }) =>
      subscriptions
        .filter((each) => each.accountId === accountId)
        .map(({ id }) => ({
          data: { subscription: id, subject, attempt: 0 },
          order: 'game' in subject ? subject.ply : subject.notification,
          group: String(accountId),
          afterMs: WAIT_MS,
        })),
    ),
  )
}
