import type { Result } from '@tegenzet/common'
import { type Account, DELETION_DAYS, type Language } from '@tegenzet/contract'
import { signLink } from '../../accounts/credentials/mailed-link.ts'
import { lockAccount } from '../../accounts/players/lock-account.ts'
import { getAccount } from '../../accounts/profile/get-account.ts'
import { proofRefused } from '../../accounts/proof/require-proof.ts'
import { type MadeChange, recordWithLetter } from '../../accounts/security-log/record-event.ts'
import { localMoment } from '../../delivery/notification-mail/format-mailed-notification.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Client } from '../../http/client.ts'
import type { Refusal } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'

const DAY_MS = 86_400_000

/** Starts the waiting time after which the caller's account is erased, and mails a link to take it back. */
export async function requestDeletion(
  deps: Deps,
  db: Db,
  caller: Caller,
  client: Client,
): Promise<Result<Account, Refusal>> {
  const { accountId } = caller
  return inTransaction(db, async (tx) => {
    // a password reset that holds the lock ends the session
    await lockAccount(tx, accountId)
    const unproved = await proofRefused(deps, tx, caller)
    if (unproved) return unproved
    const at = deps.now()
    const deletesAt = new Date(at.getTime() + DELETION_DAYS * DAY_MS)
    const { count } = await tx.account.updateMany({
      where: { id: accountId, deletesAt: null },
      data: { deletesAt },
    })
    if (count > 0) await mailOwner(deps, tx, { accountId, kind: 'deletion-requested', client, at }, deletesAt)
    return getAccount(tx, accountId)
  })
}

/** The mail has two links: one only keeps the account, the other also ends the access of whoever asked for this. */
async function mailOwner(deps: Deps, db: Db, change: MadeChange, deletesAt: Date): Promise<void> {
  const { accountId } = change
  const { name, timezone, language } = await db.account.findUniqueOrThrow({ where: { id: accountId } })
  const reader = { username: name, language: language as Language, timezone }
  const link = signLink(deps, 'undo-deletion', accountId, [deletesAt.toISOString()], deletesAt)
  await recordWithLetter(
    deps,
    db,
    change,
    (details) => ({
      kind: 'deletion-requested',
      deletesAt: localMoment(deletesAt, reader),
      link,
      ...details,
    }),
    { expiresAt: deletesAt },
  )
}
