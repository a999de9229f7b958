import { ok, type Result } from '@tegenzet/common'
import type { addPushSubscriptionBody, PushSubscription } from '@tegenzet/contract'
import webPush from 'web-push'
import type { z } from 'zod'
import { lockAccount } from '../../accounts/players/lock-account.ts'
import { deviceOf } from '../../accounts/security-log/device.ts'
import { sessionIdOf } from '../../accounts/sessions/sessions.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { reachOf, urlRefusal } from '../guarded-calls/addresses.ts'
import { readPushKeys } from './push-keys.ts'

/** One more replaces the oldest. */
const MAX_SUBSCRIPTIONS = 10

type PushDeps = Pick<Deps, 'config' | 'now'>

export async function listPushSubscriptions(
  deps: PushDeps,
  db: Db,
  caller: Caller,
): Promise<Result<{ publicKey: string; items: PushSubscription[] }, Refusal>> {
  const { publicKey } = await readPushKeys(deps, db)
  const { accountId } = caller
  const rows = await db.pushSubscription.findMany({
    where: { accountId, session: { expiresAt: { gt: deps.now() } } },
    orderBy: { id: 'desc' },
    include: { session: { select: { userAgent: true, name: true } } },
  })
  const items = rows.map(({ endpoint, createdAt, refusedSince, sessionId, session }) => ({
    endpoint,
    ...deviceOf(session.userAgent ?? ''),
    name: session.name,
    current: sessionId === sessionIdOf(caller),
    createdAt: createdAt.toISOString(),
    refusedSince: refusedSince?.toISOString() ?? null,
  }))
  return ok({ publicKey, items })
}

/** Subscribes the browser of the session. A browser shows the notifications of one account only: its last one. */
export async function addPushSubscription(
  deps: PushDeps,
  db: Db,
  caller: Caller,
  { endpoint, keys }: z.output<typeof addPushSubscriptionBody>,
): Promise<Result<PushSubscription, Refusal>> {
  const { config, now } = deps
  if (urlRefusal(new URL(endpoint), reachOf(config.webhooks.allow)))
    return refuse('url-refused', 'The endpoint is not the address of a push service.')
  if (!canEncryptFor(keys)) return refuse('validation', 'The keys are not those of a browser.')
  const [accountId, sessionId] = [caller.accountId, sessionIdOf(caller)]
  return inTransaction(db, async (tx) => {
    await lockAccount(tx, accountId)
    // the same endpoint with the same secret is the same browser
    await tx.pushSubscription.deleteMany({
      where: { OR: [{ sessionId }, { endpoint, auth: keys.auth }] },
    })
    await tx.pushSubscription.createMany({
      data: { accountId, sessionId, endpoint, ...keys, createdAt: now() },
      skipDuplicates: true,
    })
    const oldest = await tx.pushSubscription.findMany({
      where: { accountId },
      orderBy: { id: 'desc' },
      skip: MAX_SUBSCRIPTIONS,
      select: { id: true },
    })
    await tx.pushSubscription.deleteMany({ where: { id: { in: oldest.map(({ id }) => id) } } })
    const listed = await listPushSubscriptions(deps, tx, caller)
    return listed.ok ? ok(existing(listed.value.items.find(({ current }) => current))) : listed
  })
}

function canEncryptFor({ p256dh, auth }: z.output<typeof addPushSubscriptionBody>['keys']): boolean {
  try {
    webPush.encrypt(p256dh, auth, '', 'aes128gcm')
    return true
  } catch {
    return false
  }
}

export async function removePushSubscription(
  db: Db,
  { accountId }: Caller,
  endpoint: string,
): Promise<Result<undefined, Refusal>> {
  const { count } = await db.pushSubscription.deleteMany({ where: { accountId, endpoint } })
  return count > 0 ? ok(undefined) : refuse('not-found', 'You have no subscription with this endpoint.')
}
