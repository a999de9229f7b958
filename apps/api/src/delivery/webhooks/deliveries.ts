import { ok, type Result } from '@tegenzet/common'
import type { Attempt, Delivery, DeliveryDetail } from '@tegenzet/contract'
import type { DeliveryModel } from '@tegenzet/db'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { decodeCursor, type Page, pageOf } from '../../store/page.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { WEBHOOK_CALLS, webhookCallJob } from './webhook-calls.ts'
import { readWebhook, type WebhookRow } from './webhook-store.ts'

/** Attempts of one delivery, automatic and manual. */
const MAX_ATTEMPTS = 50

/** Lists a webhook's deliveries, newest first. */
export async function listDeliveries(
  { now }: Pick<Deps, 'now'>,
  db: Db,
  caller: Caller,
  webhook: number,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<Result<Page<Delivery>, Refusal>> {
  const before = decodeCursor(cursor, z.int().min(0))
  if (!before.ok) return before
  const found = await readWebhook(db, caller, webhook, now())
  if (!found.ok) return found
  const rows = await db.delivery.findMany({
    where: { webhookId: webhook, ...(before.value !== undefined && { id: { lt: before.value } }) },
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  return ok(pageOf(rows, limit, ({ id }) => Number(id), deliveryView))
}

export async function getDelivery(
  deps: Pick<Deps, 'now'>,
  db: Db,
  caller: Caller,
  webhook: number,
  id: number,
): Promise<Result<DeliveryDetail, Refusal>> {
  const found = await readDelivery(deps, db, caller, webhook, id)
  if (!found.ok) return found
  const { body, log } = found.value
  return ok({
    ...deliveryView(found.value),
    messageId: messageId(id),
    body,
    log: log as Attempt[],
  })
}

/** Sends a test event, once. */
export async function ping(
  { now }: Pick<Deps, 'now'>,
  db: Db,
  caller: Caller,
  webhook: number,
): Promise<Result<Delivery, Refusal>> {
  const found = await readWebhook(db, caller, webhook, now())
  if (!found.ok) return found
  if (found.value.disabledReason) return isDisabled
  const at = now()
  const body = JSON.stringify({ type: 'ping', webhook })
  const created = await inTransaction(db, async (tx) => {
    const row = await tx.delivery.create({
      data: { webhookId: webhook, type: 'ping', body, nextAttemptAt: at, createdAt: at },
    })
    const call = { delivery: Number(row.id), webhook, account: caller.accountId, attempt: 0 }
    await enqueue(tx, WEBHOOK_CALLS, [webhookCallJob(call, true)])
    return row
  })
  return ok(deliveryView(created))
}

/** Sends a delivery again, whatever its state. */
export async function resend(
  deps: Pick<Deps, 'now'>,
  db: Db,
  caller: Caller,
  webhook: number,
  id: number,
): Promise<Result<Delivery, Refusal>> {
  const found = await readDelivery(deps, db, caller, webhook, id)
  if (!found.ok) return found
  const { attempts, disabledReason } = found.value
  if (disabledReason) return isDisabled
  if (attempts >= MAX_ATTEMPTS)
    return refuse('limit-reached', `This delivery has been sent ${attempts} times, the maximum.`)
  const sent = await inTransaction(db, async (tx) => {
    const [row] = await tx.delivery.updateManyAndReturn({
      where: { id, attempts },
      data: { state: 'pending', nextAttemptAt: deps.now() },
    })
    const call = { delivery: id, webhook, account: caller.accountId, attempt: attempts }
    if (row) await enqueue(tx, WEBHOOK_CALLS, [webhookCallJob(call, true)])
    return row
  })
  return sent ? ok(deliveryView(sent)) : refuse('conflict', 'This delivery is being sent right now.')
}

const isDisabled = refuse('conflict', 'The webhook is disabled: enable it first.')

async function readDelivery(
  { now }: Pick<Deps, 'now'>,
  db: Db,
  caller: Caller,
  webhook: number,
  id: number,
): Promise<Result<DeliveryModel & Pick<WebhookRow, 'disabledReason'>, Refusal>> {
  const owned = await readWebhook(db, caller, webhook, now())
  if (!owned.ok) return owned
  const row = await db.delivery.findFirst({ where: { id, webhookId: webhook } })
  const { disabledReason } = owned.value
  return row
    ? ok({ ...row, disabledReason })
    : refuse('not-found', `The webhook has no delivery ${id}. Deliveries are deleted after a week.`)
}

/** The header `webhook-id`, the same at every attempt. */
export const messageId = (delivery: number): string => `msg_${delivery}`

function deliveryView(row: DeliveryModel): Delivery {
  const last = (row.log as Attempt[]).at(-1)
  return {
    id: Number(row.id),
    event: {
      id: row.eventId === null ? null : Number(row.eventId),
      type: row.type as Delivery['event']['type'],
    },
    state: row.state,
    attempts: row.attempts,
    lastStatus: last?.status ?? null,
    lastError: last?.error ?? null,
    lastAttemptAt: last?.at ?? null,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}
