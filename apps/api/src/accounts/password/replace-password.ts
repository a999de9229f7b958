import type { Language } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import { writeMail } from '../../mail/write-mail.ts'
import { endSessions } from '../sessions/sessions.ts'
import { hashPassword } from './hash-password.ts'

const DAY_MS = 86_400_000

export interface Replacement {
  account: { id: number; name: string; email: string; language: string }
  /** The hash of the password that is replaced. */
  from: string
  to: string
  /** The session that stays; without it all end. */
  but?: string
  /** The link to the address proves it. */
  verified?: true
}

/**
 * Replaces a password, ends the account's sessions and tells its address, all or nothing. Tokens and apps stay: they were
 * given to programs by whoever knew the password, and a program would not know what became of it.
 * @returns how many sessions ended; null where the password is no longer the one that is replaced
 */
export async function replacePassword(
  deps: Deps,
  { account, from, to, but, verified }: Replacement,
): Promise<number | null> {
  const password = await hashPassword(to)
  const at = deps.now()
  const ended = await deps.database.prisma.$transaction(async (tx) => {
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
    await writeMail(tx, deps, {
      key: `password-changed:${account.id}:${at.getTime()}`,
      accountId: account.id,
      recipient: account.email,
      language: account.language as Language,
      letter: {
        kind: 'password-changed',
        username: account.name,
        link: `${deps.config.publicUrl}/forgot-password`,
      },
      expiresAt: new Date(at.getTime() + 7 * DAY_MS),
    })
    return endSessions(tx, account.id, but)
  })
  for (const credential of ended ?? []) deps.live.revoke(credential)
  return ended?.length ?? null
}
