import { randomUUID } from 'node:crypto'
import { ok, type Result } from '@tegenzet/common'
import { type Language, PASSWORD_RESET_HOURS } from '@tegenzet/contract'
import type { SecurityEventModel } from '@tegenzet/db'
import type { Deps } from '../../deps.ts'
import type { Client } from '../../http/client.ts'
import { writeMail } from '../../mail/write-mail.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { linkHolds, readLinkToken, signLink } from '../credentials/mailed-link.ts'
import { type RevokedPrograms, revokePrograms } from '../credentials/revoke-programs.ts'
import { keepAccount } from '../deletion/keep-account.ts'
import { removeFactorsSince } from '../factors/remove-factors.ts'
import { hashPassword } from '../password/hash-password.ts'
import { passwordRow } from '../password/password-row.ts'
import { lockAccount } from '../players/lock-account.ts'
import { lockPlayer } from '../players/lock-player.ts'
import { recordEvent } from '../security-log/record-event.ts'
import { endSessions } from '../sessions/sessions.ts'
import { restoreUsername } from '../username/restore-username.ts'

const HOUR_MS = 3_600_000

type Secured = RevokedPrograms & { username: string; token: string; sessionsEnded: number }

/**
 * Takes an account away from whoever has used it in the owner's place, for the holder of the link in a mail about an
 * event: ends all access, cancels a requested deletion, undoes changes of the address and the username and new factors since
 * that event, and starts a password reset.
 */
export async function reportNotMe(
  deps: Deps,
  db: Db,
  { token, client }: { token: string; client: Client },
): Promise<Result<Secured, Refusal>> {
  const read = readLinkToken(deps, token)
  const event =
    read && (await db.securityEvent.findUnique({ where: { id: read.id }, include: { account: true } }))
  if (!read || !event?.mailedTo || !linkHolds(deps, 'not-me', read, [event.kind, event.mailedTo]))
    return EXPIRED
  const { mailedTo, account } = event
  // its erasure has begun
  if (account.deletesAt && account.deletesAt <= deps.now()) return EXPIRED
  // nobody knows it: the old password may be known to whoever used the account
  const password = await hashPassword(randomUUID(), client.address)
  return inTransaction(db, async (tx) => {
    await lockPlayer(tx, account.playerId)
    await lockAccount(tx, event.accountId)
    const at = deps.now()
    const { count } = await tx.securityEvent.updateMany({
      where: { id: event.id, disputedAt: null, mailedTo },
      data: { disputedAt: at },
    })
    if (count === 0) return EXPIRED
    const { accountId } = event
    const sessionsEnded = await endSessions(tx, accountId)
    const revoked = await revokePrograms(tx, accountId)
    await removeFactorsSince(tx, accountId, event.at)
    await endLaterLinks(tx, { ...event, mailedTo })
    await restoreEmail(tx, accountId, mailedTo)
    await restoreUsername(tx, accountId, event.at)
    await keepAccount(deps, tx, accountId, client)
    await tx.credential.upsert({
      where: { providerId_accountId: { providerId: 'credential', accountId: `${accountId}` } },
      update: { password, updatedAt: at },
      // who logs in with the host's provider only has none, and needs one if an intruder's identity was all there was
      create: passwordRow(accountId, password, at),
    })
    await recordEvent(tx, { accountId, kind: 'secured', client, at })
    const link = await mailReset(deps, tx, { ...event, mailedTo }, password)
    return ok({ ...revoked, ...link, sessionsEnded })
  })
}

/** An event whose mail went to this address. */
type MailedEvent = SecurityEventModel & { mailedTo: string }

/** Ends the links in later mails to other addresses: an intruder could take the account again with them. */
const endLaterLinks = (db: Db, { id, accountId, mailedTo }: MailedEvent) =>
  db.securityEvent.updateMany({
    where: { accountId, id: { gt: id }, mailedTo: { not: mailedTo } },
    data: { mailedTo: null },
  })

/** Makes the address that got the mail the account's again, unless another account has it by now. */
async function restoreEmail(db: Db, accountId: number, email: string): Promise<void> {
  const elsewhere = await db.account.count({ where: { email, id: { not: accountId } } })
  await db.account.update({
    where: { id: accountId },
    data: { pendingEmail: null, ...(elsewhere === 0 && { email, emailVerified: true }) },
  })
}

/** The owner may close the page before they have set a new password, so the link to do so is mailed as well. */
async function mailReset(
  deps: Deps,
  db: Db,
  { id, accountId, mailedTo }: MailedEvent,
  password: string,
): Promise<{ username: string; token: string }> {
  const { name, email, language } = await db.account.findUniqueOrThrow({ where: { id: accountId } })
  const expiresAt = new Date(deps.now().getTime() + PASSWORD_RESET_HOURS * HOUR_MS)
  const link = signLink(deps, 'reset-password', accountId, [email, password], expiresAt)
  await writeMail(deps, db, {
    key: `secured:${id}`,
    accountId,
    recipient: mailedTo,
    language: language as Language,
    expiresAt,
    wasConfirmed: true,
    letter: { kind: 'reset-password', username: name, link },
  })
  return { username: name, token: new URL(link).hash.slice(1) }
}

const EXPIRED = refuse(
  'link-expired',
  'This link has expired or was already used. Choose “Forgot your password?” on the login page.',
)
