import type { Deps } from '../../deps.ts'
import { mayReceive } from '../../http/caller.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { OutboxEvent } from '../../outbox/read-events.ts'
import type { Tx } from '../../store/transaction.ts'
import { WEBHOOK_CALLS, webhookCallJob } from './webhook-calls.ts'
import { readSubscriptions, type Subscription } from './webhook-store.ts'

/** Writes a delivery for each webhook that receives an event, and queues its call. */
export async function writeDeliveries(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  tx: Tx,
  events: readonly OutboxEvent[],
): Promise<void> {
  const at = now()
  const players = [...new Set(events.flatMap(({ playerIds }) => playerIds))]
  const subscriptions = await readSubscriptions({ config }, tx, players, at)
  if (subscriptions.length === 0) return
  const deliveries = events.flatMap(({ event, playerIds }) =>
    event
      ? subscriptions
          .filter((each) => playerIds.includes(each.playerId) && wants(each, event.type))
          .map(({ id }) => ({
            ...{ webhookId: id, eventId: event.id, type: event.type, body: JSON.stringify(event) },
            ...{ nextAttemptAt: at, createdAt: at },
          }))
      : [],
  )
  const written = await tx.delivery.createManyAndReturn({
    data: deliveries,
    skipDuplicates: true,
    select: { id: true, webhookId: true },
  })
  const byId = new Map(subscriptions.map((each) => [each.id, each]))
  await enqueue(
    tx,
    WEBHOOK_CALLS,
    written.map(({ id, webhookId }) => {
      const { accountId, isFailing } = byId.get(webhookId)!
      const call = { delivery: Number(id), webhook: webhookId, account: accountId, attempt: 0 }
      // a failing webhook must not hold up the others
      return webhookCallJob(call, isFailing)
    }),
  )
}

const wants = (subscription: Subscription, type: Parameters<typeof mayReceive>[1]): boolean =>
  (subscription.types.length === 0 || subscription.types.includes(type)) && mayReceive(subscription, type)
