import { ok, type Result } from '@tegenzet/common'
import { DISABLED_REASONS, EVENT_TYPES, SCOPES, type Webhook } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { isSanctioned } from '../../accounts/access/sanctions-in-force.ts'
import { factorMissing } from '../../accounts/credentials/factor-missing.ts'
import { staffRoles } from '../../accounts/players/staff-roles.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'

/** Joins what created a webhook `w`: a token `t`, or the connection `c` of an app. Neither if a session did. */
const JOIN_CREATORS = Prisma.sql`LEFT JOIN tokens t ON t.id = w.token_id LEFT JOIN connections c ON c.id = w.connection_id`

/** Whether the webhook was not created by a token that has expired. */
const HAS_VALID_TOKEN = (now: Date) =>
  Prisma.sql`(w.token_id IS NULL OR t.expires_at IS NULL OR t.expires_at > ${now}::timestamptz)`

const webhookSchema = z.object({
  id: z.int(),
  url: z.string(),
  types: z.array(z.enum(EVENT_TYPES)),
  description: z.string(),
  disabledReason: z.enum(DISABLED_REASONS).nullable(),
  /** The name of the token or the app that created it. */
  createdBy: z.string().nullable(),
  createdAt: z.date(),
  lastDeliveryAt: z.date().nullable(),
  failingSince: z.date().nullable(),
})
export type WebhookRow = z.output<typeof webhookSchema>

/** Reads the webhooks that a caller may see, newest first. */
export function readWebhooks(
  db: Db,
  caller: Caller,
  now: Date,
  { id, before, limit }: { id?: number; before?: number | undefined; limit: number },
): Promise<WebhookRow[]> {
  return readRows(
    db,
    webhookSchema,
    Prisma.sql`
      SELECT w.id, w.url, w.types, w.description, coalesce(t.name, app.name) AS "createdBy",
        w.created_at AS "createdAt",
        coalesce(w.disabled_reason, CASE WHEN NOT ${HAS_VALID_TOKEN(now)} THEN 'token-expired' END)
          AS "disabledReason",
        w.last_delivery_at AS "lastDeliveryAt", w.failing_since AS "failingSince"
      FROM webhooks w ${JOIN_CREATORS} LEFT JOIN apps app ON app.client_id = c.client_id
      WHERE ${isVisibleTo(caller)}
        ${id === undefined ? Prisma.empty : Prisma.sql`AND w.id = ${id}`}
        ${before === undefined ? Prisma.empty : Prisma.sql`AND w.id < ${before}`}
      ORDER BY w.id DESC LIMIT ${limit}`,
  )
}

export async function readWebhook(
  db: Db,
  caller: Caller,
  id: number,
  now: Date,
): Promise<Result<WebhookRow, Refusal>> {
  const [row] = await readWebhooks(db, caller, now, { id, limit: 1 })
  return row ? ok(row) : refuse('not-found', `You have no webhook ${id}.`)
}

/** A session sees all webhooks of its account; a token or an app those it created. */
function isVisibleTo(caller: Caller): Prisma.Sql {
  const { tokenId, connectionId } = creatorOf(caller)
  const created = Prisma.sql`(w.token_id = ${tokenId}::uuid OR w.connection_id = ${connectionId}::int)`
  return Prisma.sql`w.account_id = ${caller.accountId} AND (${caller.kind === 'session'} OR ${created})`
}

/** The token or connection that creates a webhook, which ends with it. */
export const creatorOf = ({ kind, credential, connectionId }: Caller) => ({
  tokenId: kind === 'token' ? credential.slice('token:'.length) : null,
  connectionId: kind === 'app' ? (connectionId ?? null) : null,
})

export const webhookView = ({ types, ...row }: WebhookRow): Webhook => ({
  ...row,
  types: types.length > 0 ? types : null,
  state: row.disabledReason ? 'disabled' : 'enabled',
  createdAt: row.createdAt.toISOString(),
  lastDeliveryAt: row.lastDeliveryAt?.toISOString() ?? null,
  failingSince: row.failingSince?.toISOString() ?? null,
})

const FACTOR_MISSING = Prisma.raw(factorMissing('a', 'id'))

const subscriptionSchema = z
  .object({
    id: z.int(),
    accountId: z.int(),
    playerId: z.int(),
    types: z.array(z.enum(EVENT_TYPES)),
    role: z.string(),
    roles: z.array(z.string()),
    tokenScopes: z.array(z.enum(SCOPES)).nullable(),
    // may contain `offline_access`, which is not one of our scopes
    appScopes: z.array(z.string()).nullable(),
    isFailing: z.boolean(),
  })
  .transform(({ tokenScopes, appScopes, role, roles, ...row }) => ({
    ...row,
    roles: staffRoles({ role, roles }),
    scopes:
      tokenScopes ?? (appScopes ? SCOPES.filter((scope) => appScopes.includes(scope)) : ('all' as const)),
  }))
/** An enabled webhook, with the scopes of what created it. */
export type Subscription = z.output<typeof subscriptionSchema>

/** Reads the enabled webhooks of some players. Those of closed accounts rest. */
export const readSubscriptions = (
  { config }: Pick<Deps, 'config'>,
  db: Db,
  playerIds: readonly number[],
  now: Date,
): Promise<Subscription[]> =>
  readRows(
    db,
    subscriptionSchema,
    Prisma.sql`
      SELECT w.id, a.id AS "accountId", a.player_id AS "playerId", w.types, a.roles,
        CASE WHEN ${config.adminFactor} AND ${FACTOR_MISSING} THEN 'player' ELSE a.role::text END AS role,
        t.scopes AS "tokenScopes", c.scopes AS "appScopes", w.failing_since IS NOT NULL AS "isFailing"
      FROM webhooks w JOIN accounts a ON a.id = w.account_id ${JOIN_CREATORS}
      WHERE a.player_id = ANY(${[...playerIds]}::int[]) AND w.disabled_reason IS NULL AND ${HAS_VALID_TOKEN(now)}
        AND NOT ${isSanctioned(Prisma.sql`a.player_id`, 'close', now)}`,
  )

const pendingSchema = z.object({
  url: z.string(),
  body: z.string(),
  isPing: z.boolean(),
  nonce: z.instanceof(Uint8Array),
  oldNonce: z.instanceof(Uint8Array).nullable(),
  oldUntil: z.date().nullable(),
  isFailing: z.boolean(),
})
/** A delivery that is to be sent, with its URL and what its secrets are derived from. */
export type PendingDelivery = z.output<typeof pendingSchema>

/** @returns null if the delivery has been settled or attempted meanwhile, or its webhook is disabled or deleted */
export async function readPendingDelivery(
  db: Db,
  { delivery, attempt }: { delivery: number; attempt: number },
  now: Date,
): Promise<PendingDelivery | null> {
  const [pending] = await readRows(
    db,
    pendingSchema,
    Prisma.sql`
      SELECT w.url, d.body, d.event_id IS NULL AS "isPing", w.nonce, w.old_nonce AS "oldNonce",
        w.old_until AS "oldUntil", w.failing_since IS NOT NULL AS "isFailing"
      FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id ${JOIN_CREATORS}
      WHERE d.id = ${delivery} AND d.state = 'pending' AND d.attempts = ${attempt}
        AND w.disabled_reason IS NULL AND ${HAS_VALID_TOKEN(now)}`,
  )
  return pending ?? null
}
