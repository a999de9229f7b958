import { randomUUID } from 'node:crypto'
import { ok, type Result } from '@tegenzet/rules'
import { isAPIError } from 'better-auth/api'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Tx } from '../../store/transaction.ts'
import { type Auth, browserHeaders } from '../auth/auth.ts'
import { acceptPasswordAttempt, countPasswordAttempt } from '../limits/password-attempts.ts'
import { getAccount } from '../profile/get-account.ts'
import { pruneSessions } from '../sessions/prune-sessions.ts'
import type { LoggedIn } from './register.ts'

export interface LogIn {
  /** The username, or an e-mail address that is verified. */
  username: string
  password: string
  address: string
  userAgent?: string
}

/** Neither the answer nor its timing reveals whether there is such an account. */
export async function logIn(
  deps: Deps,
  tx: Tx,
  auth: Auth,
  { username, password, address, userAgent }: LogIn,
): Promise<Result<LoggedIn, Refusal>> {
  const found = await findAccount(tx, username.toLowerCase())
  const counted = await countPasswordAttempt(deps, tx, { who: found?.id ?? username.toLowerCase(), address })
  if (!counted.ok) return counted

  const setCookie = await signIn(auth, found?.email ?? `${randomUUID()}@nobody.invalid`, password, userAgent)
  if (!found || !setCookie) return refuse('wrong-credentials', 'The username or the password is wrong.')
  await acceptPasswordAttempt(deps, tx, { who: found.id, address })
  await pruneSessions(deps, tx, found.id)
  const account = await getAccount(tx, found.id)
  return account.ok ? ok({ account: account.value, setCookie }) : account
}

/** Usernames have no @. */
const findAccount = (tx: Tx, name: string): Promise<{ id: number; email: string } | null> =>
  tx.account.findFirst({
    where: name.includes('@') ? { email: name, emailVerified: true } : { player: { usernameKey: name } },
    select: { id: true, email: true },
  })

/** @returns undefined if the password is wrong; for an unknown address better-auth hashes the password all the same */
async function signIn(
  auth: Auth,
  email: string,
  password: string,
  userAgent: string | undefined,
): Promise<string[] | undefined> {
  try {
    const { headers } = await auth.api.signInEmail({
      body: { email, password },
      headers: browserHeaders(userAgent),
      returnHeaders: true,
    })
    return headers.getSetCookie()
  } catch (error) {
    if (isAPIError(error) && error.status === 'UNAUTHORIZED') return undefined
    throw error
  }
}
