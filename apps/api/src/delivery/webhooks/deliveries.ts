import type { Attempt, Delivery, DeliveryDetail } from '@tegenzet/contract'
import type { DeliveryModel } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { decodeCursor, type Page, pageOf } from '../../store/page.ts'
import { readWebhook, type WebhookRow } from './webhook-row.ts'

/** So often may a delivery be sent at most, by the server and by hand. */
const MOST_ATTEMPTS = 50

/** Newest first. */
export async function listDeliveries(
  { database, now }: Deps,
  caller: Caller,
  webhook: number,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<Result<Page<Delivery>, Refusal>> {
  const before = decodeCursor(cursor, z.int().min(0))
  if (!before.ok) return before
  const found = await readWebhook(database.prisma, caller, webhook, now())
  if (!found.ok) return found
  const rows = await database.prisma.delivery.findMany({
    where: { webhookId: webhook, ...(before.value !== undefined && { id: { lt: before.value } }) },
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  return ok(pageOf(rows, limit, ({ id }) => Number(id), deliveryView))
}

export async function getDelivery(
  deps: Deps,
  caller: Caller,
  webhook: number,
  id: number,
): Promise<Result<DeliveryDetail, Refusal>> {
  const found = await readDelivery(deps, caller, webhook, id)
  if (!found.ok) return found
  const { body, log } = found.value
  return ok({
    ...deliveryView(found.value),
    messageId: messageId(id),
    body,
    log: log as unknown as Attempt[],
  })
}

/** Sends a test, once. */
export async function ping(
  { database, queue, now }: Deps,
  caller: Caller,
  webhook: number,
): Promise<Result<Delivery, Refusal>> {
  const found = await readWebhook(database.prisma, caller, webhook, now())
  if (!found.ok) return found
  if (found.value.disabledReason) return isDisabled
  const at = now()
  const body = JSON.stringify({ type: 'ping', webhook })
  const made = await database.prisma.$transaction(async (tx) => {
    const row = await tx.delivery.create({
      data: { webhookId: webhook, type: 'ping', body, nextAttemptAt: at, createdAt: at },
    })
    await queue.add(
      tx,
      [{ delivery: Number(row.id), webhook, account: caller.accountId, attempt: 0 }],
      'last',
    )
    return row
  })
  return ok(deliveryView(made))
}

/** Sends a delivery again, whatever became of it. */
export async function resend(
  deps: Deps,
  caller: Caller,
  webhook: number,
  id: number,
): Promise<Result<Delivery, Refusal>> {
  const { database, queue, now } = deps
  const found = await readDelivery(deps, caller, webhook, id)
  if (!found.ok) return found
  const { attempts, disabledReason } = found.value
  if (disabledReason) return isDisabled
  if (attempts >= MOST_ATTEMPTS)
    return refuse('limit-reached', `It has been sent ${attempts} times, as often as may be.`)
  const sent = await database.prisma.$transaction(async (tx) => {
    const [row] = await tx.delivery.updateManyAndReturn({
      where: { id, attempts },
      data: { state: 'pending', nextAttemptAt: now() },
    })
    if (row)
      await queue.add(tx, [{ delivery: id, webhook, account: caller.accountId, attempt: attempts }], 'last')
    return row
  })
  return sent ? ok(deliveryView(sent)) : refuse('conflict', 'It was being sent at this very moment.')
}

const isDisabled = refuse('conflict', 'The webhook is disabled: enable it first.')

async function readDelivery(
  { database, now }: Deps,
  caller: Caller,
  webhook: number,
  id: number,
): Promise<Result<DeliveryModel & Pick<WebhookRow, 'disabledReason'>, Refusal>> {
  const owned = await readWebhook(database.prisma, caller, webhook, now())
  if (!owned.ok) return owned
  const row = await database.prisma.delivery.findFirst({ where: { id, webhookId: webhook } })
  const { disabledReason } = owned.value
  return row
    ? ok({ ...row, disabledReason })
    : refuse('not-found', `The webhook was sent no delivery ${id}, or long ago.`)
}

/** What the header `webhook-id` says, the same at every attempt. */
export const messageId = (delivery: number): string => `msg_${delivery}`

function deliveryView(row: DeliveryModel): Delivery {
  const last = (row.log as unknown as Attempt[]).at(-1)
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
