import { ok, type Result } from '@tegenzet/common'
import type { MailDelivery } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { deliveryOf } from '../../mail/write-mail.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { provePassword, readPasswordHash, WRONG_PASSWORD } from '../password/prove-password.ts'
import { lockAccount } from '../players/lock-account.ts'
import { countVerificationMail, mailVerification } from './mail-verification.ts'
import { EMAIL_TAKEN } from './verify-email.ts'

/** Mails a link to a new address. The address changes when the link is opened. */
export async function changeEmail(
  deps: Deps,
  db: Db,
  { accountId }: Caller,
  { email: wanted, password, address }: { email: string; password: string; address: string },
): Promise<Result<{ delivery: MailDelivery }, Refusal>> {
  const proof = await provePassword(deps, db, accountId, password, address)
  if (!proof.ok) return proof
  const email = wanted.toLowerCase()
  const counted = await countVerificationMail(deps, db, { accountId, email })
  if (!counted.ok) return counted
  // an early check; the unique index decides when the link is opened
  const holder = await db.account.findUnique({ where: { email }, select: { id: true } })
  if (holder?.id === accountId) return refuse('conflict', 'This is already your e-mail address.')
  if (holder) return EMAIL_TAKEN
  return inTransaction(db, async (tx) => {
    // a password reset that holds the lock drops a pending address, which must not come after it
    await lockAccount(tx, accountId)
    if ((await readPasswordHash(tx, accountId)) !== proof.value) return WRONG_PASSWORD
    const account = await tx.account.update({ where: { id: accountId }, data: { pendingEmail: email } })
    await mailVerification(deps, tx, 'change-email', { ...account, email })
    return ok(deliveryOf(deps.config))
  })
}
