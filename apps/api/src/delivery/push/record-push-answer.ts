import { formatDevice } from '@tegenzet/texts/format-device'
import { deviceOf } from '../../accounts/security-log/device.ts'
import type { Deps } from '../../deps.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'
import { isBroken, refusedSince } from '../guarded-calls/refused-since.ts'
import { notifyAndMail, TOLD_ACCOUNT } from '../notifications/notify-and-mail.ts'
import type { Recipient } from './read-push.ts'

/** The browser has ended the subscription. */
const GONE = [404, 410]
/** The service does not accept our messages. */
const REFUSED = [401, 403]
const TOO_MANY = 429

/** Records what a push service answered, and deletes a subscription to which it lets nothing through. */
export async function recordPushAnswer(
  deps: Deps,
  db: Db,
  { subscription: id, refusedSince: before }: Pick<Recipient, 'subscription' | 'refusedSince'>,
  status: number | null,
): Promise<void> {
  if (status === TOO_MANY) return
  if (status !== null && GONE.includes(status)) {
    await db.pushSubscription.deleteMany({ where: { id } })
    return
  }
  const at = deps.now()
  const since = refusedSince(before, { isRefused: status !== null && REFUSED.includes(status), at })
  if (isBroken(since, at)) await inTransaction(db, (tx) => endBroken(deps, tx, id))
  else if (since !== before)
    await db.pushSubscription.updateMany({ where: { id }, data: { refusedSince: since } })
}

/** Deletes a subscription, and tells its owner which browser shows nothing any more. */
async function endBroken(deps: Deps, tx: Tx, id: number): Promise<void> {
  const broken = await tx.pushSubscription.findUnique({
    where: { id },
    select: { session: { select: { userAgent: true, name: true } }, account: TOLD_ACCOUNT },
  })
  const { count } = await tx.pushSubscription.deleteMany({ where: { id } })
  if (!broken || count === 0) return
  const { account, session } = broken
  const { name } = session
  const device = deviceOf(session.userAgent ?? '')
  await notifyAndMail(deps, tx, account, {
    kind: 'push-broken',
    params: { ...device, name },
    key: `push-broken ${id}`,
    letter: ({ username, language }) => ({
      kind: 'push-broken',
      username,
      device: name ?? formatDevice(device, { locale: language }),
      link: `${deps.config.publicUrl}/account/reminders`,
    }),
  })
}
