import type { Language } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import { writeMail } from '../../mail/write-mail.ts'
import { inTransaction, type Tx } from '../../store/transaction.ts'
import { NOTHING_REVOKED, type RevokedPrograms, revokePrograms } from '../credentials/revoke-programs.ts'
import { endSessions } from '../sessions/sessions.ts'
import { hashPassword } from './hash-password.ts'

const DAY_MS = 86_400_000

export interface Replacement {
  account: { id: number; name: string; email: string; language: string }
  /** The hash of the password to replace. */
  from: string
  to: string
  /** The credential of the session that does not end. */
  exceptSession?: string
  /** The player has proved that they read mail at the account's address. */
  verified?: true
  /** Also revokes tokens, connected apps and webhooks: whoever knew the old password may have made them. */
  withPrograms?: boolean
}

export type Replaced = RevokedPrograms & { sessionsEnded: number }

/**
 * Replaces a password, ends the account's sessions and mails the player.
 * @returns what has ended; null if the password has changed meanwhile
 */
export async function replacePassword(
  deps: Deps,
  tx: Tx,
  { account, from, to, exceptSession, verified, withPrograms = false }: Replacement,
): Promise<Replaced | null> {
  const password = await hashPassword(to)
  const at = deps.now()
  return inTransaction(tx, async (tx) => {
    const { count } = await tx.credential.updateMany({
      where: { userId: account.id, providerId: 'credential', password: from },
      data: { password, updatedAt: at },
    })
    if (count === 0) return null
    if (verified)
      await tx.account.updateMany({
        where: { id: account.id, email: account.email },
        data: { emailVerified: true },
      })
    await writeMail(deps, tx, {
      key: `password-changed:${account.id}:${at.getTime()}`,
      accountId: account.id,
      recipient: account.email,
      language: account.language as Language,
      letter: {
        kind: 'password-changed',
        username: account.name,
        programsRevoked: withPrograms,
        link: `${deps.config.publicUrl}/forgot-password`,
      },
      expiresAt: new Date(at.getTime() + 7 * DAY_MS),
    })
    const revoked = withPrograms ? await revokePrograms(tx, account.id) : NOTHING_REVOKED
    return { sessionsEnded: await endSessions(tx, account.id, exceptSession), ...revoked }
  })
}
