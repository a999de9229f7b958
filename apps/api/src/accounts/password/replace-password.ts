import type { Deps } from '../../deps.ts'
import type { Client } from '../../http/client.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { NOTHING_REVOKED, type RevokedPrograms, revokePrograms } from '../credentials/revoke-programs.ts'
import { lockAccount } from '../players/lock-account.ts'
import { recordWithLetter } from '../security-log/record-event.ts'
import { endSessions } from '../sessions/sessions.ts'
import { hashPassword } from './hash-password.ts'

export interface Replacement {
  account: { id: number; email: string }
  /** The hash of the password to replace. */
  from: string
  to: string
  /** The credential of the session that does not end. */
  exceptSession?: string
  /** The player has proved that they read mail at the account's address. */
  verified?: true
  /** Also revokes tokens, connected apps, webhooks and the calendar address: whoever knew the old password may have made them. */
  withPrograms?: boolean
  client: Client
}

export type Replaced = RevokedPrograms & { sessionsEnded: number }

/**
 * Replaces a password, ends the account's sessions and mails the player.
 * @returns what has ended; null if the password has changed meanwhile
 */
export async function replacePassword(
  deps: Deps,
  db: Db,
  { account, from, to, exceptSession, verified, withPrograms = false, client }: Replacement,
): Promise<Replaced | null> {
  const password = await hashPassword(to, client.address)
  return inTransaction(db, async (tx) => {
    // a log-in that has checked the old password locks the account too, before it starts its session
    await lockAccount(tx, account.id)
    const at = deps.now()
    const { count } = await tx.credential.updateMany({
      where: { userId: account.id, providerId: 'credential', password: from },
      data: { password, updatedAt: at },
    })
    if (count === 0) return null
    if (verified)
      await tx.account.updateMany({
        where: { id: account.id, email: account.email },
        // whoever knew the old password may have asked for another address
        data: { emailVerified: true, pendingEmail: null },
      })
    const kind = verified ? 'password-reset' : 'password-changed'
    await recordWithLetter(deps, tx, { accountId: account.id, kind, client, at }, (details) => ({
      kind: 'password-changed',
      programsRevoked: withPrograms,
      ...details,
    }))
    const revoked = withPrograms ? await revokePrograms(tx, account.id) : NOTHING_REVOKED
    return { sessionsEnded: await endSessions(tx, account.id, exceptSession), ...revoked }
  })
}
