import { randomUUID } from 'node:crypto'
import type { Result } from '@tegenzet/rules'
import { isAPIError } from 'better-auth/api'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Auth, browserHeaders } from '../auth/auth.ts'
import { countAttempt, forgetAttempts } from '../limits/rate-counters.ts'
import { proofLimit } from '../password/prove-password.ts'
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

/** Whether there is such an account, and which half was wrong, shows neither in the answer nor in the work done. */
export async function logIn(
  deps: Deps,
  auth: Auth,
  { username, password, address, userAgent }: LogIn,
): Promise<Result<LoggedIn, Refusal>> {
  const found = await findAccount(deps, username)
  const limit = proofLimit(deps, found?.id ?? username.toLowerCase(), address)
  const counted = await countAttempt(deps, deps.store, limit)
  if (!counted.ok) return counted

  const cookies = await signIn(auth, found?.email ?? `${randomUUID()}@nobody.invalid`, password, userAgent)
  if (!found || !cookies) return refuse('wrong-credentials', 'The username or the password is wrong.')
  await forgetAttempts(deps.store, limit)
  await pruneSessions(deps, found.id)
  const account = await getAccount(deps, found.id)
  return account.ok ? { ok: true, value: { account: account.value, setCookie: cookies } } : account
}

async function findAccount(
  { database }: Deps,
  name: string,
): Promise<{ id: number; email: string } | undefined> {
  const key = name.toLowerCase()
  const [row] = await database.prisma.$queryRaw<{ id: number; email: string }[]>`
    SELECT a.id, a.email FROM accounts a JOIN players p ON p.id = a.player_id WHERE p.username_key = ${key}
    UNION ALL
    SELECT id, email FROM accounts WHERE email = ${key} AND email_verified`
  return row
}

/** @returns undefined where the password is wrong; for an address of nobody the library hashes it all the same */
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
