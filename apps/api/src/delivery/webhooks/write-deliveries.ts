import { valueAt } from '@tegenzet/common'
import type { LiveEvent } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { mayReceive } from '../../outbox/may-receive.ts'
import type { OutboxEvent } from '../../outbox/read-events.ts'
import type { Db } from '../../store/transaction.ts'
import { WEBHOOK_CALLS, webhookCallJob } from './webhook-calls.ts'
import { readSubscriptions, type Subscription } from './webhook-store.ts'

/** Writes a delivery for each webhook that receives an event, and queues its call. */
export async function writeDeliveries(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  db: Db,
  events: readonly OutboxEvent[],
): Promise<void> {
  if (!config.features.has('webhooks')) return
  const at = now()
  const players = [...new Set(events.flatMap(({ playerIds }) => playerIds))]
  const subscriptions = await readSubscriptions({ config }, db, players, at)
  if (subscriptions.length === 0) return
  const deliveries = events.flatMap(({ event, playerIds }) =>
    event
      ? subscriptions
          .filter((each) => wants(each, event) && mayReceive(each, event, playerIds))
          .map(({ id }) => ({
            webhookId: id,
            eventId: event.id,
            type: event.type,
            body: JSON.stringify(event),
            nextAttemptAt: at,
            createdAt: at,
          }))
      : [],
  )
  const written = await db.delivery.createManyAndReturn({
    data: deliveries,
    skipDuplicates: true,
    select: { id: true, webhookId: true },
  })
  const byId = new Map(subscriptions.map((each) => [each.id, each]))
  await enqueue(
    db,
    WEBHOOK_CALLS,
    written.map(({ id, webhookId }) => {
      const { accountId, isFailing } = valueAt(byId, webhookId)
      const call = { delivery: Number(id), webhook: webhookId, account: accountId, attempt: 0 }
      // a failing webhook must not hold up the others
      return webhookCallJob(call, isFailing)
    }),
  )
}

const wants = ({ types }: Subscription, { type }: LiveEvent): boolean =>
  types.length === 0 || types.includes(type)
