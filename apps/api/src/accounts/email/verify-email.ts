import { type Language, type MailDelivery, VERIFICATION_HOURS } from '@tegenzet/contract'
import type { Transaction } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { deliveryOf, writeMail } from '../../mail/write-mail.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { violatedIndex } from '../../store/violated-index.ts'
import { linkHolds, readLinkToken, signLink } from '../credentials/mailed-link.ts'
import { countAttempt } from '../limits/rate-counters.ts'
import { provePassword } from '../password/prove-password.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Mails to verify addresses, an account an hour. */
const MOST_MAILS = 5

interface Unverified {
  id: number
  name: string
  language: string
  /** Where the link goes, and which it verifies. */
  email: string
}

/** Mails the link by which an address is verified. */
export async function mailVerification(
  tx: Transaction,
  deps: Deps,
  kind: 'verify-email' | 'change-email',
  { id, name, language, email }: Unverified,
): Promise<void> {
  const at = deps.now().getTime()
  const expiresAt = new Date(at + VERIFICATION_HOURS * HOUR_MS)
  const link = signLink(deps, 'verify-email', id, [email], expiresAt)
  await writeMail(tx, deps, {
    key: `${kind}:${id}:${at}`,
    accountId: id,
    recipient: email,
    language: language as Language,
    letter: { kind, username: name, link },
    expiresAt,
  })
}

/** The link once more, for an address that has not been verified. */
export async function requestVerification(
  deps: Deps,
  { accountId }: Caller,
): Promise<Result<{ delivery: MailDelivery }, Refusal>> {
  const { prisma } = deps.database
  const account = await prisma.account.findUniqueOrThrow({ where: { id: accountId } })
  const email = account.pendingEmail ?? (account.emailVerified ? null : account.email)
  if (email === null) return refuse('conflict', 'Your e-mail address is verified already.')
  const counted = await countAttempt(deps, deps.store, mailLimit(accountId))
  if (!counted.ok) return counted
  const kind = account.pendingEmail ? 'change-email' : 'verify-email'
  await prisma.$transaction((tx) => mailVerification(tx, deps, kind, { ...account, email }))
  return ok(deliveryOf(deps.config))
}

/** The account is to have another address, once a link that is mailed there has been opened. */
export async function changeEmail(
  deps: Deps,
  { accountId }: Caller,
  { email: wanted, password, address }: { email: string; password: string; address: string },
): Promise<Result<{ delivery: MailDelivery }, Refusal>> {
  const proof = await provePassword(deps, accountId, password, address)
  if (!proof.ok) return proof
  const email = wanted.toLowerCase()
  const { prisma } = deps.database
  // told early; the unique index decides when the link is opened
  const holder = await prisma.account.findUnique({ where: { email }, select: { id: true } })
  if (holder?.id === accountId) return refuse('conflict', 'This is your e-mail address already.')
  if (holder) return TAKEN
  const counted = await countAttempt(deps, deps.store, mailLimit(accountId))
  if (!counted.ok) return counted
  await prisma.$transaction(async (tx) => {
    const account = await tx.account.update({ where: { id: accountId }, data: { pendingEmail: email } })
    await mailVerification(tx, deps, 'change-email', { ...account, email })
  })
  return ok(deliveryOf(deps.config))
}

/** The holder of the link reads mail at the address: it is verified, or takes the place of the old one. */
export async function verifyEmail(
  deps: Deps,
  token: string,
): Promise<Result<{ username: string; email: string }, Refusal>> {
  const { prisma } = deps.database
  const read = readLinkToken(deps, token)
  const account = read && (await prisma.account.findUnique({ where: { id: read.accountId } }))
  if (!account) return EXPIRED
  const { id, name, email, pendingEmail } = account
  const isFor = (address: string) => linkHolds(deps, 'verify-email', read, [address])
  if (isFor(email)) {
    const { count } = await prisma.account.updateMany({ where: { id, email }, data: { emailVerified: true } })
    return count > 0 ? ok({ username: name, email }) : EXPIRED
  }
  if (pendingEmail === null || !isFor(pendingEmail)) return EXPIRED
  try {
    const changed = await prisma.$transaction((tx) => moveTo(tx, deps, account, pendingEmail))
    return changed ? ok({ username: name, email: pendingEmail }) : EXPIRED
  } catch (error) {
    if (violatedIndex(error) === 'accounts_email_key') return TAKEN
    throw error
  }
}

/** @returns false where the account has moved on meanwhile */
async function moveTo(
  tx: Transaction,
  deps: Deps,
  { id, name, language, email }: Unverified,
  pendingEmail: string,
): Promise<boolean> {
  const { count } = await tx.account.updateMany({
    where: { id, email, pendingEmail },
    data: { email: pendingEmail, emailVerified: true, pendingEmail: null },
  })
  if (count === 0) return false
  const at = deps.now().getTime()
  await writeMail(tx, deps, {
    key: `email-changed:${id}:${at}`,
    accountId: id,
    recipient: email,
    language: language as Language,
    letter: { kind: 'email-changed', username: name, email: pendingEmail },
    expiresAt: new Date(at + 7 * DAY_MS),
  })
  return true
}

const mailLimit = (accountId: number) => ({
  of: ['verification', `${accountId}`],
  most: MOST_MAILS,
  windowMs: HOUR_MS,
})

const TAKEN = refuse('email-taken', 'This e-mail address belongs to an account already.')
const EXPIRED = refuse('link-expired', 'This link was used already, or is too old. Ask for a new one.')
