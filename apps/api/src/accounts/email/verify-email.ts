import { ok, type Result } from '@tegenzet/common'
import type { Deps } from '../../deps.ts'
import type { Client } from '../../http/client.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'
import { violatedIndex } from '../../store/violated-index.ts'
import { linkHolds, readLinkToken } from '../credentials/mailed-link.ts'
import { endManaged } from '../managed/managed-account.ts'
import { lockAccount } from '../players/lock-account.ts'
import { recordEvent, recordWithLetter } from '../security-log/record-event.ts'
import type { Unverified } from './mail-verification.ts'

/** Verifies the address that a link was mailed to. A new address replaces the old one. */
export async function verifyEmail(
  deps: Deps,
  db: Db,
  token: string,
  client: Client,
): Promise<Result<{ username: string; email: string }, Refusal>> {
  const read = readLinkToken(deps, token)
  const account = read && (await db.account.findUnique({ where: { id: read.id } }))
  if (!account) return EXPIRED
  const { id, name, email, pendingEmail } = account
  const isFor = (address: string) => linkHolds(deps, 'verify-email', read, [address])
  if (isFor(email)) {
    const { count } = await db.account.updateMany({ where: { id, email }, data: { emailVerified: true } })
    return count > 0 ? ok({ username: name, email }) : EXPIRED
  }
  if (pendingEmail === null || !isFor(pendingEmail)) return EXPIRED
  try {
    const replaced = await inTransaction(db, (tx) => replaceEmail(deps, tx, account, pendingEmail, client))
    return replaced ? ok({ username: name, email: pendingEmail }) : EXPIRED
  } catch (error) {
    if (violatedIndex(error) === 'accounts_email_key') return EMAIL_TAKEN
    throw error
  }
}

/**
 * Tells the old address, if it was verified: otherwise it may be somebody else's, and a link “this was not me” gives access to
 * the account. Links that were mailed to it earlier stop working.
 * @returns false if the account has changed meanwhile
 */
async function replaceEmail(
  deps: Deps,
  tx: Tx,
  { id, email, emailVerified }: Unverified & { emailVerified: boolean },
  pendingEmail: string,
  client: Client,
): Promise<boolean> {
  // a manager may be renewing the account's code
  await lockAccount(tx, id)
  const { count } = await tx.account.updateMany({
    where: { id, email, emailVerified, pendingEmail },
    data: { email: pendingEmail, emailVerified: true, pendingEmail: null },
  })
  if (count === 0) return false
  await endManaged(tx, id)
  const change = {
    accountId: id,
    kind: 'email-changed',
    subject: pendingEmail,
    client,
    at: deps.now(),
  } as const
  if (emailVerified)
    await recordWithLetter(
      deps,
      tx,
      change,
      (details) => ({ kind: 'email-changed', email: pendingEmail, ...details }),
      { recipient: email, wasConfirmed: true },
    )
  else {
    await tx.securityEvent.updateMany({ where: { accountId: id, mailedTo: email }, data: { mailedTo: null } })
    await recordEvent(tx, change)
  }
  return true
}

export const EMAIL_TAKEN = refuse('email-taken', 'This e-mail address already belongs to an account.')
const EXPIRED = refuse('link-expired', 'This link has expired or was already used. Request a new one.')
