import type { Transaction } from '@tegenzet/db'
import { type Told, writeNotice } from '../notifications/write-notification.ts'

/** What a webhook still had to be sent is given up. */
export async function giveUpPending(tx: Transaction, webhook: number): Promise<void> {
  await tx.delivery.updateMany({
    where: { webhookId: webhook, state: 'pending' },
    data: { state: 'failed', nextAttemptAt: null },
  })
}

/** Disables a webhook that nothing comes through to, and tells its owner. @returns what to announce */
export async function disable(
  tx: Transaction,
  webhook: number,
  reason: 'failing' | 'gone',
  now: Date,
): Promise<Told[]> {
  const [disabled] = await tx.webhook.updateManyAndReturn({
    where: { id: webhook, disabledReason: null },
    data: { disabledReason: reason },
    select: { url: true, account: { select: { id: true, playerId: true } } },
  })
  await giveUpPending(tx, webhook)
  if (!disabled) return []
  const { url, account } = disabled
  return writeNotice(tx, {
    accountId: account.id,
    playerId: account.playerId,
    kind: 'webhook-disabled',
    // of notices other programs hear too, and the rest of an address may be its secret
    params: { webhook, url: new URL(url).origin, reason },
    game: null,
    key: `webhook-disabled ${webhook} ${now.toISOString()}`,
    createdAt: now,
  })
}
