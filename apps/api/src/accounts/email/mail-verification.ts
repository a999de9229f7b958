import { ok, type Result } from '@tegenzet/common'
import { type Language, type MailDelivery, VERIFICATION_HOURS } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { deliveryOf, writeMail } from '../../mail/write-mail.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { signLink } from '../credentials/mailed-link.ts'
import { mailsToUnconfirmed } from '../limits/mails-to-unconfirmed.ts'
import { countAttempt, type RateLimit } from '../limits/rate-counters.ts'
import { emailAddress } from '../players/email-address.ts'

const HOUR_MS = 3_600_000

/** Limits the verification mails of an account. */
const verificationMails = (accountId: number): RateLimit => ({
  key: ['verification', `${accountId}`],
  max: 5,
  windowMs: HOUR_MS,
})

/** Counts a verification mail that somebody asks for. */
export async function countVerificationMail(
  deps: Deps,
  db: Db,
  { accountId, email }: { accountId: number; email: string },
): Promise<Result<undefined, Refusal>> {
  const counted = await countAttempt(deps, db, verificationMails(accountId))
  return counted.ok ? countAttempt(deps, db, mailsToUnconfirmed(email)) : counted
}

export interface Unverified {
  id: number
  name: string
  language: string
  /** The address to verify, which the link is mailed to. */
  email: string
}

/** Mails the link that verifies an address. */
export async function mailVerification(
  deps: Deps,
  db: Db,
  kind: 'verify-email' | 'change-email',
  { id, name, language, email }: Unverified,
): Promise<void> {
  const at = deps.now().getTime()
  const expiresAt = new Date(at + VERIFICATION_HOURS * HOUR_MS)
  const link = signLink(deps, 'verify-email', id, [email], expiresAt)
  await writeMail(deps, db, {
    key: `${kind}:${id}:${at}`,
    accountId: id,
    recipient: email,
    language: language as Language,
    letter: { kind, username: name, link },
    expiresAt,
  })
}

/** Mails the link again, if an address is not verified yet. */
export async function requestVerification(
  deps: Deps,
  db: Db,
  { accountId }: Caller,
): Promise<Result<{ delivery: MailDelivery }, Refusal>> {
  const account = await db.account.findUniqueOrThrow({ where: { id: accountId } })
  const email = account.pendingEmail ?? (account.emailVerified ? null : emailAddress(account.email))
  if (email === null) return refuse('conflict', 'You have no e-mail address that is not verified yet.')
  const counted = await countVerificationMail(deps, db, { accountId, email })
  if (!counted.ok) return counted
  const kind = account.pendingEmail ? 'change-email' : 'verify-email'
  await inTransaction(db, (tx) => mailVerification(deps, tx, kind, { ...account, email }))
  return ok(deliveryOf(deps.config))
}
