import type { Attempt } from '@tegenzet/contract'
import type { Transaction } from '@tegenzet/db'
import type { Deps } from '../../deps.ts'
import type { TakenCall } from '../../jobs/queue.ts'
import { announceAll, type Told } from '../notifications/write-notification.ts'
import { reachOf } from './addresses.ts'
import { GIVE_UP_AFTER_MS, pauseAfter } from './backoff.ts'
import { callUrl } from './call-url.ts'
import { messageId } from './deliveries.ts'
import { disable } from './disable.ts'
import { secretOf, signedHeaders } from './signing.ts'
import { JOIN_MAKERS, TOKEN_STANDS } from './webhook-row.ts'

interface Pending {
  url: string
  body: string
  isPing: boolean
  nonce: Uint8Array
  oldNonce: Uint8Array | null
  oldUntil: Date | null
  failing: boolean
}

/**
 * Makes one attempt at a delivery and writes down what became of it; one that failed with the next, in one transaction. A
 * process that dies before leaves the call to another: a receiver may be told twice, and knows it by `webhook-id`.
 */
export async function deliver(deps: Deps, call: TakenCall, which: 'first' | 'last'): Promise<void> {
  const { config, database, queue, now } = deps
  const at = now()
  const pending = await readPending(deps, call, at)
  if (!pending || (which === 'first' && pending.failing && call.attempt === 0)) {
    await database.prisma.$transaction(async (tx) => {
      // it has begun to fail since this was queued: those that answer go before it
      if (pending) await queue.add(tx, [call], 'last')
      await queue.settle(tx, call)
    })
    return
  }
  const { url, body, nonce, oldNonce, oldUntil } = pending
  const nonces = oldNonce && oldUntil && oldUntil > at ? [nonce, oldNonce] : [nonce]
  const secrets = nonces.map((each) => secretOf(config.secret, each))
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Tegenzet-Webhooks (${config.publicUrl})`,
    ...signedHeaders(secrets, { id: messageId(call.delivery), at, body }),
  }
  const begun = performance.now()
  const means = {
    resolve: deps.resolve,
    reach: reachOf(config.webhooks.allow),
    timeoutMs: config.webhooks.seconds * 1000,
  }
  const outcome = await callUrl({ url, headers, body }, means)
  const attempt: Attempt = {
    ...{ at: at.toISOString(), ...outcome },
    milliseconds: Math.round(performance.now() - begun),
  }
  if (attempt.error === null) return recordDelivered(deps, call, attempt)
  const told = await database.prisma.$transaction((tx) => recordFailed(tx, deps, call, pending, attempt))
  announceAll(deps, told)
}

/** What is to be sent; null where that has been settled, overtaken, or nobody is left to send it to. */
async function readPending({ database }: Deps, { delivery, attempt }: TakenCall, now: Date) {
  const [pending] = await database.prisma.$queryRaw<Pending[]>`
    SELECT w.url, d.body, d.event_id IS NULL AS "isPing", w.nonce, w.old_nonce AS "oldNonce",
      w.old_until AS "oldUntil", w.failing_since IS NOT NULL AS failing
    FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id ${JOIN_MAKERS}
    WHERE d.id = ${delivery} AND d.state = 'pending' AND d.attempts = ${attempt}
      AND w.disabled_reason IS NULL AND ${TOKEN_STANDS(now)}`
  return pending ?? null
}

/** Two statements: should the process die in between, whoever takes the call next finds it settled. */
async function recordDelivered(
  { database: { prisma }, queue, now }: Deps,
  call: TakenCall,
  attempt: Attempt,
): Promise<void> {
  const written = await prisma.$executeRaw`
    WITH delivered AS (
      UPDATE deliveries SET state = 'delivered', attempts = attempts + 1, log = log || ${JSON.stringify([attempt])}::jsonb,
        next_attempt_at = NULL
      WHERE id = ${call.delivery} AND attempts = ${call.attempt} AND state = 'pending' RETURNING webhook_id
    )
    UPDATE webhooks SET last_delivery_at = ${now()}::timestamptz, failing_since = NULL
    FROM delivered WHERE webhooks.id = delivered.webhook_id`
  if (written > 0) queue.tally.delivered++
  await queue.settle(prisma, call)
}

async function recordFailed(
  tx: Transaction,
  { queue, now }: Deps,
  call: TakenCall,
  { isPing }: Pending,
  attempt: Attempt,
): Promise<Told[]> {
  await queue.settle(tx, call)
  const at = now()
  const attempts = call.attempt + 1
  const pause = isPing ? null : pauseAfter(attempts, call.delivery)
  const state = pause === null ? 'failed' : 'pending'
  const nextAttemptAt = pause === null ? null : new Date(at.getTime() + pause)
  const written = await tx.$executeRaw`
    UPDATE deliveries SET state = ${state}::delivery_state, attempts = ${attempts}::int,
      log = log || ${JSON.stringify([attempt])}::jsonb, next_attempt_at = ${nextAttemptAt}::timestamptz
    WHERE id = ${call.delivery} AND attempts = ${call.attempt} AND state = 'pending'`
  if (written === 0) return []
  queue.tally[state]++
  if (isPing) return []
  if (pause !== null) await queue.add(tx, [{ ...call, attempt: attempts }], 'last', pause)
  await tx.webhook.updateMany({ where: { id: call.webhook, failingSince: null }, data: { failingSince: at } })
  const webhook = await tx.webhook.findUnique({ where: { id: call.webhook }, select: { failingSince: true } })
  if (attempt.status === GONE) return disable(tx, call.webhook, 'gone', at)
  const since = webhook?.failingSince?.getTime() ?? at.getTime()
  return at.getTime() - since >= GIVE_UP_AFTER_MS ? disable(tx, call.webhook, 'failing', at) : []
}

const GONE = 410
