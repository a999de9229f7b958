import { enqueue } from '../../jobs/enqueue.ts'
import type { QueueDefinition } from '../../jobs/queues.ts'
import type { Db } from '../../store/transaction.ts'
import { type NewsSubject, WAIT_MS } from './news.ts'

/** A message to one browser. */
export interface PushJob {
  subscription: number
  /** `withdraw`: whether what the browser shows under a tag is still news. */
  subject: NewsSubject | { withdraw: string }
  /** Failed attempts before this one. */
  attempt: number
}

export const PUSHES: QueueDefinition<PushJob> = { name: 'pushes' }

/** Queues news for the browsers of its accounts. */
export async function queuePushes(
  db: Db,
  news: readonly { accountId: number; subject: NewsSubject }[],
): Promise<void> {
  const subscriptions = await db.pushSubscription.findMany({
    where: { accountId: { in: [...new Set(news.map(({ accountId }) => accountId))] } },
    select: { id: true, accountId: true },
  })
  await enqueue(
    db,
    PUSHES,
    news.flatMap(({ accountId, subject }) =>
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
