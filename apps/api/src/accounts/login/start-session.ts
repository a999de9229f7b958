import type { Account } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import { SESSION_MS } from '../../http/session.ts'
import type { Refusal } from '../../refusal.ts'
import type { Tx } from '../../store/transaction.ts'
import { type Auth, browserHeaders } from '../auth/auth.ts'
import { getAccount } from '../profile/get-account.ts'

/** An account that has just logged in, and its session cookie. */
export interface LoggedIn {
  account: Account
  setCookie: string[]
}

/**
 * Starts a session for an account whose owner's identity was checked.
 * @param cookieMs how long the browser keeps the cookie
 */
export async function startSession(
  tx: Tx,
  auth: Auth,
  accountId: number,
  userAgent: string | undefined,
  cookieMs = SESSION_MS,
): Promise<Result<LoggedIn, Refusal>> {
  const { headers } = await auth.api.startSession({
    body: { accountId, maxAge: cookieMs / 1000 },
    headers: browserHeaders(userAgent),
    returnHeaders: true,
  })
  const account = await getAccount(tx, accountId)
  return account.ok ? ok({ account: account.value, setCookie: headers.getSetCookie() }) : account
}
