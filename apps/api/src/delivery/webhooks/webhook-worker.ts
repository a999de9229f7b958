import type { Deps } from '../../deps.ts'
import type { Queue } from '../../jobs/queues.ts'
import type { Worker } from '../../jobs/worker.ts'
import type { Db } from '../../store/transaction.ts'
import { createCallWorker } from '../guarded-calls/call-worker.ts'
import { type CallDeps, callWebhook } from './call-webhook.ts'
import type { WebhookCall } from './webhook-calls.ts'

/** Concurrent calls of this process. */
const MAX_CALLS = 20

/** Makes the queued webhook calls. Those of failing webhooks and to slow hosts, pings, and repeated calls are low. */
export const createWebhookWorker = (
  deps: Pick<Deps, 'config' | 'now' | 'log'> & Pick<CallDeps, 'resolve'>,
  db: Db,
  queue: Queue<WebhookCall>,
): Worker =>
  createCallWorker({
    queue,
    db,
    log: deps.log,
    concurrency: MAX_CALLS,
    run: (db, job, lane) => callWebhook({ ...deps, queue }, db, job, lane),
  })
