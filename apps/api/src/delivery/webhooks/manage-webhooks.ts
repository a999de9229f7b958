import { randomBytes } from 'node:crypto'
import { ok, type Result } from '@tegenzet/common'
import {
  channelFormatOf,
  type createWebhookBody,
  type updateWebhookBody,
  type Webhook,
  type WebhookWithSecret,
} from '@tegenzet/contract'
import type { z } from 'zod'
import { createLimited } from '../../accounts/limits/create-limited.ts'
import { proofRefused } from '../../accounts/proof/require-proof.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { newestFirst } from '../../store/newest-first.ts'
import type { Page } from '../../store/page.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { reachOf, urlRefusal } from '../guarded-calls/addresses.ts'
import { giveUpPending } from './disable-webhook.ts'
import { NONCE_BYTES, OLD_SECRET_MS, secretOf } from './signing.ts'
import { creatorOf, readWebhook, readWebhooks, webhookView } from './webhook-store.ts'

type WebhookDeps = Pick<Deps, 'config' | 'now'>

export async function createWebhook(
  { config, now }: WebhookDeps,
  db: Db,
  caller: Caller,
  { url, types = [], description = '' }: z.output<typeof createWebhookBody>,
): Promise<Result<WebhookWithSecret, Refusal>> {
  const checked = checkUrl(config, url)
  if (!checked.ok) return checked
  const { accountId } = caller
  const nonce = new Uint8Array(randomBytes(NONCE_BYTES))
  const createdAt = now()
  const { webhooks: max } = config.limits
  return createLimited(
    { now },
    db,
    caller,
    {
      max,
      count: (db) => db.webhook.count({ where: { accountId } }),
      refusal: `You have ${max} webhooks, the most allowed: remove one first.`,
    },
    async (db) => {
      const { id } = await db.webhook.create({
        data: {
          accountId,
          url: checked.value,
          types,
          description,
          nonce,
          createdAt,
          ...creatorOf(caller),
        },
      })
      const created = await readWebhook(db, caller, id, createdAt)
      return created.ok
        ? ok({ ...webhookView(created.value), secret: secretOf(config.secret, nonce) })
        : created
    },
  )
}

function checkUrl({ webhooks }: Deps['config'], url: string): Result<string, Refusal> {
  const parsed = new URL(url)
  const format = channelFormatOf(url)
  if (format)
    return refuse(
      'use-a-channel',
      `${parsed.hostname} understands no signed events. Give this address to POST /api/v1/account/channels, which writes messages there.`,
    )
  const refusal = urlRefusal(parsed, reachOf(webhooks.allow))
  return refusal ? refuse('url-refused', refusal) : ok(parsed.href)
}

/** Lists the webhooks that the caller may see, newest first. */
export const listWebhooks = (
  { now }: WebhookDeps,
  db: Db,
  caller: Caller,
  query: { limit: number; cursor?: string },
): Promise<Result<Page<Webhook>, Refusal>> =>
  newestFirst(
    query,
    ({ where, take }) => readWebhooks(db, caller, now(), { before: where.id?.lt, limit: take }),
    webhookView,
  )

export async function getWebhook(
  { now }: WebhookDeps,
  db: Db,
  caller: Caller,
  id: number,
): Promise<Result<Webhook, Refusal>> {
  const found = await readWebhook(db, caller, id, now())
  return found.ok ? ok(webhookView(found.value)) : found
}

/** Changes the given fields. Enabling a webhook again resets its failures; what it missed is not sent. */
export async function updateWebhook(
  { config, now }: WebhookDeps,
  db: Db,
  caller: Caller,
  id: number,
  { url, types, description, enabled }: z.output<typeof updateWebhookBody>,
): Promise<Result<Webhook, Refusal>> {
  const checked = url === undefined ? undefined : checkUrl(config, url)
  const found = await readWebhook(db, caller, id, now())
  if (!found.ok) return found
  if (enabled && found.value.disabledReason === 'token-expired')
    return refuse(
      'conflict',
      'The token that created the webhook has expired: create the webhook again with another.',
    )
  if (checked && !checked.ok) return checked
  // a new URL receives everything, as a new webhook does
  const unproved =
    checked && checked.value !== found.value.url && (await proofRefused({ config, now }, db, caller))
  if (unproved) return unproved
  return inTransaction(db, async (tx) => {
    if (enabled === false) {
      await tx.webhook.updateMany({ where: { id, disabledReason: null }, data: { disabledReason: 'owner' } })
      await giveUpPending(tx, id)
    }
    if (enabled)
      await tx.webhook.updateMany({
        where: { id, disabledReason: { not: null } },
        data: { disabledReason: null, failingSince: null },
      })
    await tx.webhook.updateMany({
      where: { id },
      data: {
        ...(checked && { url: checked.value }),
        ...(types !== undefined && { types: types ?? [] }),
        ...(description !== undefined && { description }),
      },
    })
    const changed = await readWebhook(tx, caller, id, now())
    return changed.ok ? ok(webhookView(changed.value)) : changed
  })
}

export async function deleteWebhook(
  { now }: WebhookDeps,
  db: Db,
  caller: Caller,
  id: number,
): Promise<Result<undefined, Refusal>> {
  const found = await readWebhook(db, caller, id, now())
  if (!found.ok) return found
  await db.webhook.deleteMany({ where: { id } })
  return ok(undefined)
}

/** Gives a webhook a new secret. The old one keeps signing for `OLD_SECRET_MS`. */
export async function rotateSecret(
  { config, now }: WebhookDeps,
  db: Db,
  caller: Caller,
  id: number,
): Promise<Result<WebhookWithSecret, Refusal>> {
  const found = await readWebhook(db, caller, id, now())
  if (!found.ok) return found
  const nonce = new Uint8Array(randomBytes(NONCE_BYTES))
  const oldUntil = new Date(now().getTime() + OLD_SECRET_MS)
  // one statement, so that of two concurrent rotations the second keeps the first one's secret as the old one
  await db.$executeRaw`
    UPDATE webhooks SET old_nonce = nonce, old_until = ${oldUntil}::timestamptz, nonce = ${nonce} WHERE id = ${id}`
  return ok({ ...webhookView(found.value), secret: secretOf(config.secret, nonce) })
}
