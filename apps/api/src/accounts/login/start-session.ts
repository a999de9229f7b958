import type { Account } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import type { Refusal } from '../../refusal.ts'
import type { Tx } from '../../store/transaction.ts'
import { type Auth, browserHeaders } from '../auth/auth.ts'
import { getAccount } from '../profile/get-account.ts'

/** An account that has just logged in, and its session cookie. */
export interface LoggedIn {
  account: Account
  setCookie: string[]
}

/** Starts a session for an account whose owner's identity was checked. */
export async function startSession(
  tx: Tx,
  auth: Auth,
  accountId: number,
  userAgent: string | undefined,
): Promise<Result<LoggedIn, Refusal>> {
  const { headers } = await auth.api.startSession({
    body: { accountId },
    headers: browserHeaders(userAgent),
    returnHeaders: true,
  })
  const account = await getAccount(tx, accountId)
  return account.ok ? ok({ account: account.value, setCookie: headers.getSetCookie() }) : account
}
