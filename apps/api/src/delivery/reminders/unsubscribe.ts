import { ok, type Result } from '@tegenzet/common'
import type { OptionalMailKind, Reminder } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import { readUnsubscribeToken } from '../../mail/unsubscribe-token.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { lockSettings, type ReminderSettings } from './reminder-store.ts'

/** Unsubscribes from mails of a kind, and deletes those that wait to be sent. Idempotent. */
export function unsubscribe(
  { config }: Pick<Deps, 'config'>,
  db: Db,
  token: string,
): Promise<Result<{ kind: OptionalMailKind }, Refusal>> {
  return inTransaction(db, async (tx) => {
    const subscription = readUnsubscribeToken(config, token)
    const settings = subscription && (await lockSettings(tx, subscription.accountId))
    if (!subscription || !settings) return INVALID_LINK
    const { accountId, kind } = subscription
    await tx.account.update({ where: { id: accountId }, data: without(kind, settings) })
    await tx.mail.deleteMany({ where: { accountId, kind, state: 'waiting' } })
    return ok({ kind })
  })
}

/** Without the daily mail, the single mails that it replaced stay off. */
function without(kind: OptionalMailKind, { reminders, mailed }: ReminderSettings) {
  switch (kind) {
    case 'reminder':
      return { reminders: reminders.map((reminder): Reminder => ({ ...reminder, mail: false })) }
    case 'digest':
      return { digestAt: null, digestSince: null, mailed: [] }
    default:
      return { mailed: mailed.filter((each) => each !== kind) }
  }
}

const INVALID_LINK = refuse('link-expired', 'This link is incomplete, or its account was deleted.')
