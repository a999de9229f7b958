import { ok, type Result } from '@tegenzet/common'
import type { logInBody, PasskeyAnswer } from '@tegenzet/contract'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Client } from '../../http/client.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'
import { closedAccountRefused } from '../access/account-closed.ts'
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
import { lockAccount } from '../players/lock-account.ts'
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

/** What somebody has proved that they have. */
interface Proof {
  accountId: number
  /** The hash of the password. */
  hash?: string
  /** The credential id of the passkey. */
  passkey?: string
}

/** Neither the answer nor its timing reveals whether there is such an account, unless the password is right. */
export async function logIn(
  deps: Deps,
  db: Db,
  { username, password, code, passkey }: LogIn,
  from: From,
): Promise<Result<LoggedIn, Refusal>> {
  const proof =
    username !== undefined && password !== undefined
      ? await checkPassword(deps, db, { username, password, code, passkey }, from)
      : passkey
        ? await checkPasskey(deps, db, passkey, from)
        : WRONG_PASSWORD
  return proof.ok ? inTransaction(db, (tx) => enter(deps, tx, proof.value, from.client)) : proof
}

async function enter(deps: Deps, tx: Tx, proof: Proof, client: Client): Promise<Result<LoggedIn, Refusal>> {
  const { accountId } = proof
  // whoever replaces the password or ends all sessions locks the account too, so a session begins before that or not at all
  await lockAccount(tx, accountId)
  if (!(await stillHolds(tx, proof))) return WRONG_PASSWORD
  const { playerId } = await tx.account.findUniqueOrThrow({ where: { id: accountId } })
  const closed = await closedAccountRefused(deps, tx, { id: accountId, playerId })
  if (closed) return closed
  const { address, userAgent } = client
  await recordLogIn(deps, tx, accountId, client)
  await acceptPasswordAttempt(deps, tx, { who: accountId, address })
  const loggedIn = await startSession(deps, tx, accountId, userAgent)
  await pruneSessions(deps, tx, accountId)
  return loggedIn
}

/** Whether the account still has the password and the passkey that were checked. */
async function stillHolds(db: Db, { accountId, hash, passkey }: Proof): Promise<boolean> {
  const password = { userId: accountId, providerId: 'credential', password: hash }
  return (
    (hash === undefined || (await db.credential.count({ where: password })) > 0) &&
    (passkey === undefined || (await db.passkey.count({ where: { accountId, credentialId: passkey } })) > 0)
  )
}

async function checkPasskey(
  deps: Deps,
  db: Db,
  answer: PasskeyAnswer,
  { origin }: From,
  accountId?: number,
): Promise<Result<Proof, Refusal>> {
  const owner = await verifyPasskey(deps, db, { answer, origin, ...(accountId && { accountId }) })
  return owner.ok ? ok({ accountId: owner.value, passkey: answer.id }) : owner
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
  if (await hasSecondFactor(db, accountId)) {
    if (passkey) {
      const proof = await checkPasskey(deps, db, passkey, from, accountId)
      return proof.ok ? ok({ ...proof.value, hash }) : proof
    }
    if (code === undefined) {
      await uncountPasswordAttempt(deps, db, attempt)
      return SECOND_FACTOR_NEEDED
    }
    if (!(await redeemCode(deps, db, accountId, code, client))) return WRONG_CODE
  }
  return ok({ accountId, hash })
}

const WRONG_PASSWORD = refuse('wrong-credentials', 'The username or the password is wrong.')

const SECOND_FACTOR_NEEDED = refuse(
  'second-factor-needed',
  'The password is right. Send it again with a code of your authenticator app, a recovery code, or a passkey.',
)

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
