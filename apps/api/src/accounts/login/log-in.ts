import type { logInBody } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import type { z } from 'zod'
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
import { currentKey } from '../names/former-names.ts'
import { verifyPasskey } from '../passkeys/verify-passkey.ts'
import { hashPassword, verifyPassword } from '../password/hash-password.ts'
import { closedAccountRefused } from '../sanctions/account-closed.ts'
import { pruneSessions } from '../sessions/prune-sessions.ts'
import { recordLogIn } from './record-log-in.ts'
import { type LoggedIn, startSession } from './start-session.ts'

/** The contract allows a passkey without username and password, and nothing else without them. */
export type LogIn = z.output<typeof logInBody>

/** The request's sender, and its header `Origin`. */
export interface From {
  client: Client
  origin: string | undefined
}

/** Neither the answer nor its timing reveals whether there is such an account, unless the password is right. */
export async function logIn(
  deps: Deps,
  tx: Tx,
  auth: Auth,
  { username, password, code, passkey }: LogIn,
  from: From,
): Promise<Result<LoggedIn, Refusal>> {
  const owner =
    username !== undefined && password !== undefined
      ? await checkPassword(deps, tx, { username, password, code, passkey }, from)
      : passkey
        ? await verifyPasskey(deps, tx, { answer: passkey, origin: from.origin })
        : WRONG_PASSWORD
  if (!owner.ok) return owner
  const accountId = owner.value
  const { playerId } = await tx.account.findUniqueOrThrow({ where: { id: accountId } })
  const closed = await closedAccountRefused(deps, tx, { id: accountId, playerId })
  if (closed) return closed
  const { address, userAgent } = from.client
  await recordLogIn(deps, tx, accountId, from.client)
  await acceptPasswordAttempt(deps, tx, { who: accountId, address })
  const loggedIn = await startSession(tx, auth, accountId, userAgent)
  await pruneSessions(deps, tx, accountId)
  return loggedIn
}

/** Checks the password, and the second factor if there is one. @returns the account's id */
async function checkPassword(
  deps: Deps,
  tx: Tx,
  { username, password, code, passkey }: LogIn & { username: string; password: string },
  { client, origin }: From,
): Promise<Result<number, Refusal>> {
  const found = await findAccount(tx, username.toLowerCase())
  const attempt = { who: found?.id ?? username.toLowerCase(), address: client.address }
  const counted = await countPasswordAttempt(deps, tx, attempt)
  if (!counted.ok) return counted

  if (!(await isPassword(found?.hash, password)) || !found) return WRONG_PASSWORD
  if (await hasSecondFactor(tx, found.id)) {
    if (passkey) return verifyPasskey(deps, tx, { answer: passkey, origin, accountId: found.id })
    if (code === undefined) {
      await uncountPasswordAttempt(deps, tx, attempt)
      return SECOND_FACTOR_NEEDED
    }
    if (!(await redeemCode(deps, tx, found.id, code, client))) return WRONG_CODE
  }
  return ok(found.id)
}

const WRONG_PASSWORD = refuse('wrong-credentials', 'The username or the password is wrong.')

const SECOND_FACTOR_NEEDED = refuse(
  'second-factor-needed',
  'The password is right. Send it again with a code of your authenticator app, a recovery code, or a passkey.',
)

/** Also by a former username. Usernames have no @. */
async function findAccount(
  tx: Tx,
  name: string,
): Promise<{ id: number; hash: string | null | undefined } | null> {
  const account = await tx.account.findFirst({
    where: name.includes('@')
      ? { email: name, emailVerified: true }
      : { player: { usernameKey: await currentKey(tx, name) } },
    select: {
      id: true,
      credentials: { where: { providerId: 'credential' }, select: { password: true } },
    },
  })
  return account && { id: account.id, hash: account.credentials[0]?.password }
}

/** Hashing takes as long as verifying, so that the timing does not reveal whether there is an account. */
async function isPassword(hash: string | null | undefined, password: string): Promise<boolean> {
  if (hash) return verifyPassword(hash, password)
  await hashPassword(password)
  return false
}
