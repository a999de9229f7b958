import type { DisabledReason, EventType, Webhook } from '@tegenzet/contract'
import { Prisma, type Transaction } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { MAX_ID } from '../../store/page.ts'

/** A webhook as it is read. */
export interface WebhookRow {
  id: number
  url: string
  types: EventType[]
  description: string
  nonce: Uint8Array
  disabledReason: DisabledReason | null
  /** The name of the token or the app that made it. */
  createdBy: string | null
  createdAt: Date
  lastDeliveryAt: Date | null
  failingSince: Date | null
}

/** Joins what made a webhook `w`: a token `t`, or the connection `c` of an app; of a session neither. */
export const JOIN_MAKERS = Prisma.sql`LEFT JOIN tokens t ON t.id = w.token_id LEFT JOIN connections c ON c.id = w.connection_id`

/** Whether the token that made a webhook, if one did, has not expired. */
export const TOKEN_STANDS = (now: Date) =>
  Prisma.sql`(w.token_id IS NULL OR t.expires_at IS NULL OR t.expires_at > ${now}::timestamptz)`

/** What a webhook ends with, of the caller that makes it. */
export const makerOf = ({ kind, credential, connectionId }: Caller) => ({
  tokenId: kind === 'token' ? credential.slice('token:'.length) : null,
  connectionId: kind === 'app' ? (connectionId ?? null) : null,
})

/** Those of `w` that a caller may know of: a session all of its account, a token or an app the ones it made itself. */
function ofCaller(caller: Caller): Prisma.Sql {
  const { tokenId, connectionId } = makerOf(caller)
  const made = Prisma.sql`(w.token_id = ${tokenId}::uuid OR w.connection_id = ${connectionId}::int)`
  return Prisma.sql`w.account_id = ${caller.accountId} AND (${caller.kind === 'session'} OR ${made})`
}

export const readWebhooks = (
  tx: Transaction,
  caller: Caller,
  now: Date,
  which: Prisma.Sql = Prisma.empty,
): Promise<WebhookRow[]> => tx.$queryRaw`
  SELECT w.id, w.url, w.types, w.description, w.nonce, coalesce(t.name, app.name) AS "createdBy", w.created_at AS "createdAt",
    coalesce(w.disabled_reason, CASE WHEN NOT ${TOKEN_STANDS(now)} THEN 'token-expired' END) AS "disabledReason",
    w.last_delivery_at AS "lastDeliveryAt", w.failing_since AS "failingSince"
  FROM webhooks w ${JOIN_MAKERS} LEFT JOIN apps app ON app.client_id = c.client_id
  WHERE ${ofCaller(caller)} ${which}`

export async function readWebhook(
  tx: Transaction,
  caller: Caller,
  id: number,
  now: Date,
): Promise<Result<WebhookRow, Refusal>> {
  const [row] = await readWebhooks(tx, caller, now, Prisma.sql`AND w.id = ${Math.min(id, MAX_ID)}`)
  return row ? ok(row) : refuse('not-found', `You have no webhook ${id}.`)
}

export const webhookView = ({ nonce: _, types, ...row }: WebhookRow): Webhook => ({
  ...row,
  types: types.length > 0 ? types : null,
  state: row.disabledReason ? 'disabled' : 'enabled',
  createdAt: row.createdAt.toISOString(),
  lastDeliveryAt: row.lastDeliveryAt?.toISOString() ?? null,
  failingSince: row.failingSince?.toISOString() ?? null,
})
