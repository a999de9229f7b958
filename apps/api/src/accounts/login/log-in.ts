import type { Result } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import type { Client } from '../../http/client.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Tx } from '../../store/transaction.ts'
import type { Auth } from '../auth/auth.ts'
import { WRONG_CODE } from '../factors/prove-code.ts'
import { redeemCode } from '../factors/redeem-code.ts'
import { hasSecondFactor } from '../factors/second-factor.ts'
import {
  acceptPasswordAttempt,
  countPasswordAttempt,
  uncountPasswordAttempt,
} from '../limits/password-attempts.ts'
import { hashPassword, verifyPassword } from '../password/hash-password.ts'
import { closedAccountRefused } from '../sanctions/account-closed.ts'
import { pruneSessions } from '../sessions/prune-sessions.ts'
import { recordLogIn } from './record-log-in.ts'
import { type LoggedIn, startSession } from './start-session.ts'

export interface LogIn {
  /** The username, or an e-mail address that is verified. */
  username: string
  password: string
  /** Of the second factor. */
  code?: string
  client: Client
}

/** Neither the answer nor its timing reveals whether there is such an account, unless the password is right. */
export async function logIn(
  deps: Deps,
  tx: Tx,
  auth: Auth,
  { username, password, code, client }: LogIn,
): Promise<Result<LoggedIn, Refusal>> {
  const found = await findAccount(tx, username.toLowerCase())
  const { address, userAgent } = client
  const attempt = { who: found?.id ?? username.toLowerCase(), address }
  const counted = await countPasswordAttempt(deps, tx, attempt)
  if (!counted.ok) return counted

  if (!(await isPassword(found?.hash, password)) || !found)
    return refuse('wrong-credentials', 'The username or the password is wrong.')
  if (await hasSecondFactor(tx, found.id)) {
    if (code === undefined) {
      await uncountPasswordAttempt(deps, tx, attempt)
      return SECOND_FACTOR_NEEDED
    }
    if (!(await redeemCode(deps, tx, found.id, code, client))) return WRONG_CODE
  }
  const closed = await closedAccountRefused(deps, tx, found)
  if (closed) return closed
  await recordLogIn(deps, tx, found.id, client)
  await acceptPasswordAttempt(deps, tx, { who: found.id, address })
  const loggedIn = await startSession(tx, auth, found.id, userAgent)
  await pruneSessions(deps, tx, found.id)
  return loggedIn
}

const SECOND_FACTOR_NEEDED = refuse(
  'second-factor-needed',
  'The password is right. Send it again with a code of your authenticator app or a recovery code.',
)

/** Usernames have no @. */
async function findAccount(
  tx: Tx,
  name: string,
): Promise<{ id: number; playerId: number; hash: string | null | undefined } | null> {
  const account = await tx.account.findFirst({
    where: name.includes('@') ? { email: name, emailVerified: true } : { player: { usernameKey: name } },
    select: {
      id: true,
      playerId: true,
      credentials: { where: { providerId: 'credential' }, select: { password: true } },
    },
  })
  return account && { id: account.id, playerId: account.playerId, hash: account.credentials[0]?.password }
}

/** Hashing takes as long as verifying, so that the timing does not reveal whether there is an account. */
async function isPassword(hash: string | null | undefined, password: string): Promise<boolean> {
  if (hash) return verifyPassword(hash, password)
  await hashPassword(password)
  return false
}
