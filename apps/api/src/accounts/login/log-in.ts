import { ok, type Result } from '@tegenzet/common'
import type { logInBody } from '@tegenzet/contract'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { passwordLoginRefused } from '../access/password-login-off.ts'
import { countPasswordAttempt, uncountPasswordAttempt } from '../limits/password-attempts.ts'
import { currentKey } from '../names/former-names.ts'
import { hashPassword, verifyPassword } from '../password/hash-password.ts'
import { checkPasskey, checkSecondFactor, enter, type From, type Proof } from './enter.ts'
import type { LoggedIn } from './start-session.ts'

/** The contract allows a passkey without username and password, and nothing else without them. */
type LogIn = z.output<typeof logInBody>

/** Neither the answer nor its timing reveals whether there is such an account, unless the password is right. */
export async function logIn(
  deps: Deps,
  db: Db,
  { username, password, code, passkey }: LogIn,
  from: From,
): Promise<Result<LoggedIn, Refusal>> {
  const off = username === undefined ? null : passwordLoginRefused(deps.config, username)
  if (off) return off
  const proof =
    username !== undefined && password !== undefined
      ? await checkPassword(deps, db, { username, password, code, passkey }, from)
      : passkey
        ? await checkPasskey(deps, db, passkey, from)
        : WRONG_PASSWORD
  return proof.ok
    ? inTransaction(db, (tx) => enter(deps, tx, proof.value, from.client, WRONG_PASSWORD))
    : proof
}

/** Checks the password, and the second factor if there is one. */
async function checkPassword(
  deps: Deps,
  db: Db,
  { username, password, code, passkey }: LogIn & { username: string; password: string },
  from: From,
): Promise<Result<Proof, Refusal>> {
  const { client } = from
  const found = await findAccount(db, username.toLowerCase())
  const attempt = { who: found?.id ?? username.toLowerCase(), address: client.address }
  const counted = await countPasswordAttempt(deps, db, attempt)
  if (!counted.ok) return counted

  if (!(await isPassword(found?.hash, password, client.address)) || !found?.hash) return WRONG_PASSWORD
  const { id: accountId, hash } = found
  const proof = await checkSecondFactor(deps, db, accountId, { code, passkey }, from)
  if (proof.ok) return ok({ ...proof.value, hash })
  if (proof.error.code === 'second-factor-needed') await uncountPasswordAttempt(deps, db, attempt)
  return proof
}

const WRONG_PASSWORD = refuse('wrong-credentials', 'The username or the password is wrong.')

/** Also by a former username. Usernames have no @. */
async function findAccount(
  db: Db,
  name: string,
): Promise<{ id: number; hash: string | null | undefined } | null> {
  const account = await db.account.findFirst({
    where: name.includes('@')
      ? { email: name, emailVerified: true }
      : { player: { usernameKey: await currentKey(db, name) } },
    select: {
      id: true,
      credentials: { where: { providerId: 'credential' }, select: { password: true } },
    },
  })
  return account && { id: account.id, hash: account.credentials[0]?.password }
}

/** Hashing takes as long as verifying, so that the timing does not reveal whether there is an account. */
async function isPassword(
  hash: string | null | undefined,
  password: string,
  address: string,
): Promise<boolean> {
  if (hash) return verifyPassword(hash, password, address)
  await hashPassword(password, address)
  return false
}
