import { createHash } from 'node:crypto'
import { ok, type Result } from '@tegenzet/common'
import { RECOVERY_CODES } from '@tegenzet/contract'
import { Secret } from 'otpauth'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Client } from '../../http/client.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { lockAccount } from '../players/lock-account.ts'
import { proofRefused } from '../proof/require-proof.ts'
import { alertOwner } from '../security-log/record-event.ts'
import { hasSecondFactor } from './second-factor.ts'

/** 80 bits, so that a fast hash cannot be reversed by trying. */
const CODE_BYTES = 10

/** 16 characters of base32 in groups of four. */
const newCode = (): string =>
  new Secret({ size: CODE_BYTES }).base32.toLowerCase().replace(/(?<=^(....)+)(?=.)/g, '-')

/** @param code without hyphens, in lower case */
const hashOf = (accountId: number, code: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(`${accountId}:${code}`).digest())

/** Replaces the recovery codes of an account. @returns the new ones */
export async function issueRecoveryCodes(db: Db, accountId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  await db.recoveryCode.deleteMany({ where: { accountId } })
  await db.recoveryCode.createMany({
    data: codes.map((code) => ({ accountId, hash: hashOf(accountId, code.replaceAll('-', '')) })),
  })
  return codes
}

/** @returns whether it was a code of the account; it does not work again */
export async function redeemRecoveryCode(db: Db, accountId: number, code: string): Promise<boolean> {
  const { count } = await db.recoveryCode.deleteMany({ where: { accountId, hash: hashOf(accountId, code) } })
  return count > 0
}

/** Replaces the caller's recovery codes. */
export async function renewRecoveryCodes(
  deps: Deps,
  db: Db,
  caller: Caller,
  client: Client,
): Promise<Result<{ recoveryCodes: string[] }, Refusal>> {
  const { accountId } = caller
  return inTransaction(db, async (tx) => {
    // of two renewals at once both sets would remain, and a password reset that holds the lock ends the session
    await lockAccount(tx, accountId)
    const unproved = await proofRefused(deps, tx, caller)
    if (unproved) return unproved
    if (!(await hasSecondFactor(tx, accountId)))
      return refuse('conflict', 'You have no second factor that recovery codes could replace.')
    await alertOwner(deps, tx, { accountId, kind: 'recovery-codes-renewed', client, at: deps.now() })
    return ok({ recoveryCodes: await issueRecoveryCodes(tx, accountId) })
  })
}
