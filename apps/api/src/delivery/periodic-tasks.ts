import type { Deps } from '../deps.ts'
import { pruneTask } from '../jobs/prune-task.ts'
import type { PeriodicTask } from '../jobs/ticker.ts'
import { pruneNotifications } from './notifications/prune-notifications.ts'
import { sendDigests } from './reminders/digest.ts'
import { REMIND_EVERY_MS } from './reminders/due.ts'
import { pruneSentReminders } from './reminders/prune-sent-reminders.ts'
import { remind } from './reminders/remind.ts'
import { pruneDeliveries } from './webhooks/prune-deliveries.ts'

export function deliveryTasks(deps: Deps): PeriodicTask[] {
  const everyMinute = { everyMs: REMIND_EVERY_MS, runsOn: 'one-process' } as const
  return [
    { name: 'reminders', ...everyMinute, run: () => remind(deps) },
    { name: 'digests', ...everyMinute, run: () => sendDigests(deps) },
    pruneTask('deliveries', (tx) => pruneDeliveries(deps, tx)),
    pruneTask('notifications', (tx) => pruneNotifications(deps, tx)),
    pruneTask('sent-reminders', (tx) => pruneSentReminders(deps, tx)),
  ]
}
