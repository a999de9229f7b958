import { ok, type Result } from '@tegenzet/common'
import type { PasskeyAnswer } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import type { Client } from '../../http/client.ts'
import { type Refusal, type Refused, refuse } from '../../refusal.ts'
import type { Db, Tx } from '../../store/transaction.ts'
import { closedAccountRefused } from '../access/account-closed.ts'
import { WRONG_CODE } from '../factors/prove-code.ts'
import { redeemCode } from '../factors/redeem-code.ts'
import { hasSecondFactor } from '../factors/second-factor.ts'
import { acceptPasswordAttempt } from '../limits/password-attempts.ts'
import { verifyPasskey } from '../passkeys/verify-passkey.ts'
import { lockAccount } from '../players/lock-account.ts'
import { pruneSessions } from '../sessions/prune-sessions.ts'
import { recordLogIn } from './record-log-in.ts'
import { type LoggedIn, startSession } from './start-session.ts'

/** The request's sender, and its header `Origin`. */
export interface From {
  client: Client
  origin: string | undefined
}

/** What somebody has proved that they have. */
export interface Proof {
  accountId: number
  /** The hash of the password. */
  hash?: string
  /** The credential id of the passkey. */
  passkey?: string
  /** The hash of a code that logs in once. */
  loginCode?: Uint8Array<ArrayBuffer>
  /** Whom the host's provider has logged in, and whether they had to log in there just now. */
  identity?: { id: number; fresh: boolean }
}

/** Starts a session for whoever has proved to be the owner. @param lost the refusal if the proof holds no more */
export async function enter(
  deps: Deps,
  tx: Tx,
  proof: Proof,
  client: Client,
  lost: Refused,
): Promise<Result<LoggedIn, Refusal>> {
  const { accountId } = proof
  // whoever replaces the password or ends all sessions locks the account too, so a session begins before that or not at all
  await lockAccount(tx, accountId)
  if (!(await useProof(deps, tx, proof))) return lost
  const { playerId } = await tx.account.findUniqueOrThrow({ where: { id: accountId } })
  const closed = await closedAccountRefused(deps, tx, { id: accountId, playerId })
  if (closed) return closed
  const { address, userAgent } = client
  await recordLogIn(deps, tx, accountId, client)
  await acceptPasswordAttempt(deps, tx, { who: accountId, address })
  const isProof = proof.loginCode === undefined && proof.identity?.fresh !== false
  const loggedIn = await startSession(deps, tx, { accountId, userAgent, isProof })
  await pruneSessions(deps, tx, accountId)
  return loggedIn
}

/** Whether the account still has what was checked. A code is used up. */
async function useProof({ now }: Deps, tx: Tx, proof: Proof): Promise<boolean> {
  const { accountId, hash, passkey, loginCode, identity } = proof
  const password = { userId: accountId, providerId: 'credential', password: hash }
  const code = { accountId, hash: loginCode, expiresAt: { gt: now() } }
  const isUsed = async (id: number) =>
    (await tx.identity.updateMany({ where: { id, accountId }, data: { lastUsedAt: now() } })).count > 0
  return (
    (hash === undefined || (await tx.credential.count({ where: password })) > 0) &&
    (passkey === undefined ||
      (await tx.passkey.count({ where: { accountId, credentialId: passkey } })) > 0) &&
    (loginCode === undefined || (await tx.loginCode.deleteMany({ where: code })).count > 0) &&
    (identity === undefined || (await isUsed(identity.id)))
  )
}

export async function checkPasskey(
  deps: Deps,
  db: Db,
  answer: PasskeyAnswer,
  { origin }: From,
  accountId?: number,
): Promise<Result<Proof, Refusal>> {
  const owner = await verifyPasskey(deps, db, { answer, origin, ...(accountId && { accountId }) })
  return owner.ok ? ok({ accountId: owner.value, passkey: answer.id }) : owner
}

/** Checks the second factor, if the account has one. The caller limits attempts. */
export async function checkSecondFactor(
  deps: Deps,
  db: Db,
  accountId: number,
  { code, passkey }: { code: string | undefined; passkey: PasskeyAnswer | undefined },
  from: From,
): Promise<Result<Proof, Refusal>> {
  if (!(await hasSecondFactor(db, accountId))) return ok({ accountId })
  if (passkey) return checkPasskey(deps, db, passkey, from, accountId)
  if (code === undefined) return SECOND_FACTOR_NEEDED
  return (await redeemCode(deps, db, accountId, code, from.client)) ? ok({ accountId }) : WRONG_CODE
}

const SECOND_FACTOR_NEEDED = refuse(
  'second-factor-needed',
  'That is right so far. Send it again with a code of your authenticator app, a recovery code, or a passkey.',
)
