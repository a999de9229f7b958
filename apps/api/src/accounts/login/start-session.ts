import { ok, type Result } from '@tegenzet/common'
import type { Account } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import { SESSION_MS } from '../../http/session.ts'
import type { Refusal } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { newSessionToken, sessionCookieValue } from '../credentials/session-token.ts'
import { getAccount } from '../profile/get-account.ts'

/** An account that has just logged in, and its session cookie. */
export interface LoggedIn {
  account: Account
  cookie: { value: string; maxAge: number }
}

interface NewSession {
  accountId: number
  userAgent: string | undefined
  lastsMs?: number
  /** Whether this log-in proves who they are to sensitive changes. */
  isProof?: boolean
}

const NEVER = new Date(0)

/**
 * Starts a session for an account whose owner's identity was checked. Not with better-auth, which would write it outside
 * the transaction that checks whether the password still holds.
 */
export async function startSession(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  db: Db,
  { accountId, userAgent, lastsMs = SESSION_MS, isProof = true }: NewSession,
): Promise<Result<LoggedIn, Refusal>> {
  const token = newSessionToken()
  const at = now()
  await db.session.create({
    data: {
      token,
      accountId,
      userAgent: userAgent?.slice(0, 200) ?? '',
      // else the log-in counts as the first proof
      provedAt: isProof ? null : NEVER,
      createdAt: at,
      updatedAt: at,
      expiresAt: new Date(at.getTime() + lastsMs),
    },
    select: { id: true },
  })
  const account = await getAccount(db, accountId)
  const cookie = { value: sessionCookieValue(token, config.secret), maxAge: lastsMs / 1000 }
  return account.ok ? ok({ account: account.value, cookie }) : account
}
