import type { Deps } from '../../deps.ts'
import type { Queue } from '../../jobs/queues.ts'
import { createWorker, type Worker } from '../../jobs/worker.ts'
import type { Db } from '../../store/transaction.ts'
import { SlowHosts } from '../guarded-calls/slow-hosts.ts'
import { type CallDeps, callWebhook } from './call-webhook.ts'
import type { WebhookCall } from './webhook-calls.ts'

/** Concurrent calls of this process. */
const MAX_CALLS = 20
/** Of these, calls of failing webhooks and to slow hosts, pings, and calls that are repeated. */
const MAX_LOW = MAX_CALLS / 2

/** Makes the queued webhook calls. */
export const createWebhookWorker = (
  deps: Pick<Deps, 'config' | 'now' | 'log'> & Pick<CallDeps, 'resolve'>,
  db: Db,
  queue: Queue<WebhookCall>,
): Worker => {
  const slowHosts = new SlowHosts()
  return createWorker({
    queue,
    concurrency: MAX_CALLS,
    lanes: [
      { priority: 'normal', concurrency: MAX_CALLS },
      { priority: 'low', concurrency: MAX_LOW },
    ],
    run: (db, job, priority) => callWebhook({ ...deps, queue, slowHosts }, db, job, priority),
    db,
    log: deps.log,
  })
}
