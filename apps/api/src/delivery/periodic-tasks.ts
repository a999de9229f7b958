import type { Deps } from '../deps.ts'
import { pruneTask } from '../jobs/prune-task.ts'
import type { PeriodicTask } from '../jobs/ticker.ts'
import { consumeEvents } from '../outbox/consume.ts'
import type { Heartbeat } from '../play/outages/heartbeat.ts'
import { deliveryConsumer } from './consume-outbox.ts'
import { tellClosing } from './news/tell-closing.ts'
import { pruneNotifications } from './notifications/prune-notifications.ts'
import { sendDigests } from './reminders/digest.ts'
import { REMIND_EVERY_MS } from './reminders/due.ts'
import { remind } from './reminders/remind.ts'
import { tellOverdue } from './reminders/tell-overdue.ts'
import { pruneDeliveries } from './webhooks/prune-deliveries.ts'

export const OUTBOX = 'outbox'

interface DeliveryTaskOptions {
  heartbeat: Heartbeat
  /** Called after events were processed: conditional moves may be due. */
  onProcessed(): void
}

export function deliveryTasks(deps: Deps, { heartbeat, onProcessed }: DeliveryTaskOptions): PeriodicTask[] {
  const everyMinute = { everyMs: REMIND_EVERY_MS, runsOn: 'one-process' } as const
  const consumer = deliveryConsumer(deps)
  return [
    {
      name: OUTBOX,
      everyMs: 1000,
      runsOn: 'every-process',
      async run(db) {
        if ((await consumeEvents(db, consumer)) > 0) onProcessed()
      },
    },
    {
      name: 'reminders',
      ...everyMinute,
      async run(db) {
        await heartbeat.catchUp()
        return remind(deps, db)
      },
    },
    {
      name: 'overdue-notifications',
      ...everyMinute,
      async run(db) {
        await heartbeat.catchUp()
        return tellOverdue(deps, db)
      },
    },
    { name: 'lineups-closing', ...everyMinute, run: (db) => tellClosing(deps, db) },
    { name: 'digests', ...everyMinute, run: (db) => sendDigests(deps, db) },
    pruneTask('deliveries', (db) => pruneDeliveries(deps, db)),
    pruneTask('notifications', (db) => pruneNotifications(deps, db)),
  ]
}
