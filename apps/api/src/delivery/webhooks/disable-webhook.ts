import type { Db } from '../../store/transaction.ts'
import { writeNotification } from '../notifications/write-notification.ts'

/** Gives up a webhook's pending deliveries. */
export async function giveUpPending(db: Db, webhook: number): Promise<void> {
  await db.delivery.updateMany({
    where: { webhookId: webhook, state: 'pending' },
    data: { state: 'failed', nextAttemptAt: null },
  })
}

/** Disables a webhook that cannot be reached, and notifies its owner. */
export async function disableWebhook(
  db: Db,
  webhook: number,
  reason: 'failing' | 'gone',
  now: Date,
): Promise<void> {
  const [disabled] = await db.webhook.updateManyAndReturn({
    where: { id: webhook, disabledReason: null },
    data: { disabledReason: reason },
    select: { url: true, account: { select: { id: true, playerId: true } } },
  })
  await giveUpPending(db, webhook)
  if (!disabled) return
  const { url, account } = disabled
  await writeNotification(db, {
    accountId: account.id,
    playerId: account.playerId,
    kind: 'webhook-disabled',
    // the rest of the URL may be a secret, and other programs of the player see notifications too
    params: { webhook, url: new URL(url).origin, reason },
    game: null,
    key: `webhook-disabled ${webhook} ${now.toISOString()}`,
    createdAt: now,
  })
}
