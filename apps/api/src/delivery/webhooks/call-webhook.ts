import type { Attempt } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { Deps } from '../../deps.ts'
import { backoffMs } from '../../jobs/backoff.ts'
import type { Queue, TakenJob } from '../../jobs/queues.ts'
import { webhookAttempts } from '../../metrics.ts'
import { type Db, inTransaction, runSql } from '../../store/transaction.ts'
import { reachOf } from '../guarded-calls/addresses.ts'
import { type CallOptions, callUrl } from '../guarded-calls/call-url.ts'
import type { CallLane } from '../guarded-calls/call-worker.ts'
import { DELIVERY_BACKOFF, GIVE_UP_AFTER_MS } from '../guarded-calls/delivery-backoff.ts'
import { FAST_MS } from '../guarded-calls/slow-hosts.ts'
import { messageId } from './deliveries.ts'
import { disableWebhook } from './disable-webhook.ts'
import { secretOf, signedHeaders } from './signing.ts'
import type { WebhookCall } from './webhook-calls.ts'
import { type PendingDelivery, readPendingDelivery } from './webhook-store.ts'

export interface CallDeps extends Pick<Deps, 'config' | 'now'>, Pick<CallOptions, 'resolve'> {
  queue: Queue<WebhookCall>
}

type Job = TakenJob<WebhookCall>

/**
 * Makes one attempt at a delivery and records the outcome. If the process dies before that, another one repeats the call,
 * which the receiver recognises by its `webhook-id`.
 */
export async function callWebhook(
  deps: CallDeps,
  db: Db,
  job: Job,
  { isLow, slowHosts }: CallLane,
): Promise<void> {
  const { queue, now } = deps
  const call = job.data
  const at = now()
  const pending = await readPendingDelivery(db, call, at)
  if (!pending) return queue.complete(db, job)
  // it must not hold up the others: the webhook has started to fail since this call was queued, or its host is slow
  if (!isLow && ((pending.isFailing && call.attempt === 0) || slowHosts.has(pending.url, at)))
    return queue.retry(db, job, { isLow: true })
  const attempt = await attemptCall(deps, call, pending, at)
  slowHosts.record(pending.url, { isSlow: attempt.milliseconds > FAST_MS, at })
  if (attempt.error === null) await recordDelivered(deps, db, job, attempt)
  else await inTransaction(db, (tx) => recordFailed(deps, tx, job, pending, attempt))
}

async function attemptCall(
  { config, resolve }: CallDeps,
  { delivery }: WebhookCall,
  { url, body, nonce, oldNonce, oldUntil }: PendingDelivery,
  at: Date,
): Promise<Attempt> {
  const nonces = oldNonce && oldUntil && oldUntil > at ? [nonce, oldNonce] : [nonce]
  const secrets = nonces.map((each) => secretOf(config.secret, each))
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Tegenzet-Webhooks (${config.publicUrl})`,
    ...signedHeaders(secrets, { id: messageId(delivery), at, body }),
  }
  const { allow, seconds } = config.webhooks
  const begun = performance.now()
  const outcome = await callUrl(
    { url, headers, body },
    { resolve, reach: reachOf(allow), timeoutMs: seconds * 1000 },
  )
  return { at: at.toISOString(), ...outcome, milliseconds: Math.round(performance.now() - begun) }
}

// Both lock the webhook before the delivery, as its owner's changes do.

/** Not a transaction: if the process dies in between, the next one finds the delivery settled and only completes the job. */
async function recordDelivered({ queue, now }: CallDeps, db: Db, job: Job, attempt: Attempt): Promise<void> {
  const { delivery, webhook, attempt: before } = job.data
  const written = await db.$executeRaw`
    WITH locked AS (
      SELECT id FROM webhooks WHERE id = ${webhook} FOR NO KEY UPDATE
    ), delivered AS (
      UPDATE deliveries d SET state = 'delivered', attempts = attempts + 1,
        log = log || ${JSON.stringify([attempt])}::jsonb, next_attempt_at = NULL
      FROM locked WHERE d.id = ${delivery} AND d.webhook_id = locked.id AND attempts = ${before} AND state = 'pending'
      RETURNING webhook_id
    )
    UPDATE webhooks SET last_delivery_at = ${now()}::timestamptz, failing_since = NULL
    FROM delivered WHERE webhooks.id = delivered.webhook_id`
  if (written > 0) webhookAttempts.inc({ outcome: 'delivered' })
  await queue.complete(db, job)
}

async function recordFailed(
  { queue, now }: CallDeps,
  db: Db,
  job: Job,
  { isPing }: PendingDelivery,
  attempt: Attempt,
): Promise<void> {
  const { delivery, webhook, attempt: before } = job.data
  const at = now()
  const attempts = before + 1
  const delay = isPing ? null : backoffMs(DELIVERY_BACKOFF, attempts, delivery)
  const state = delay === null ? 'failed' : 'pending'
  const nextAttemptAt = delay === null ? null : new Date(at.getTime() + delay)
  await runSql(db, Prisma.sql`SELECT FROM webhooks WHERE id = ${webhook} FOR NO KEY UPDATE`)
  const written = await db.$executeRaw`
    UPDATE deliveries SET state = ${state}::delivery_state, attempts = ${attempts}::int,
      log = log || ${JSON.stringify([attempt])}::jsonb, next_attempt_at = ${nextAttemptAt}::timestamptz
    WHERE id = ${delivery} AND attempts = ${before} AND state = 'pending'`
  if (written === 0 || delay === null) await queue.complete(db, job)
  else await queue.retry(db, job, { data: { ...job.data, attempt: attempts }, isLow: true, afterMs: delay })
  if (written === 0) return
  webhookAttempts.inc({ outcome: state })
  if (isPing) return
  await db.webhook.updateMany({ where: { id: webhook, failingSince: null }, data: { failingSince: at } })
  if (attempt.status === GONE) return disableWebhook(db, webhook, 'gone', at)
  const { failingSince } = await db.webhook.findUniqueOrThrow({
    where: { id: webhook },
    select: { failingSince: true },
  })
  if (at.getTime() - (failingSince ?? at).getTime() >= GIVE_UP_AFTER_MS)
    await disableWebhook(db, webhook, 'failing', at)
}

const GONE = 410
