import type { Notification } from '@tegenzet/contract'
import { enqueue } from '../../jobs/enqueue.ts'
import type { QueueDefinition } from '../../jobs/queues.ts'
import type { Tx } from '../../store/transaction.ts'

/** What a message tells: a notification, or that it is the player's turn. */
export type PushSubject = { notification: number } | { game: number; ply: number }

/** A message to one browser. */
export interface PushJob {
  subscription: number
  subject: PushSubject
  /** Failed attempts before this one. */
  attempt: number
}

export const PUSHES: QueueDefinition<PushJob> = { name: 'pushes' }

/** Who has the page open sees the news there first, and conditional moves answer first. */
const WAIT_MS = 5000

/** Kinds that are shown by the system, whose text repeats nothing that a player has written. */
const PUSHED: readonly Notification['kind'][] = [
  ...(['challenge-received', 'challenge-expired', 'game-begun', 'game-over', 'reminder'] as const),
  ...(['draw-offered', 'claim-filed', 'claim-withdrawn', 'claim-ruled', 'message-received'] as const),
]

/** Queues a notification for the player's browsers. */
export const pushNotification = (
  tx: Tx,
  accountId: number,
  { id, kind }: Pick<Notification, 'id' | 'kind'>,
): Promise<void> =>
  PUSHED.includes(kind) ? enqueuePushes(tx, accountId, { notification: id }) : Promise.resolve()

/** Queues "It is your turn" for the player's browsers. */
export const pushTurn = (tx: Tx, accountId: number, game: number, ply: number): Promise<void> =>
  enqueuePushes(tx, accountId, { game, ply })

async function enqueuePushes(tx: Tx, accountId: number, subject: PushSubject): Promise<void> {
  const subscriptions = await tx.pushSubscription.findMany({ where: { accountId }, select: { id: true } })
  await enqueue(
    tx,
    PUSHES,
    subscriptions.map(({ id }) => ({
      data: { subscription: id, subject, attempt: 0 },
      order: 'game' in subject ? subject.ply : subject.notification,
      group: String(id),
      afterMs: WAIT_MS,
    })),
  )
}
