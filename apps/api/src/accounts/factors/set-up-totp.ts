import { ok, type Result } from '@tegenzet/common'
import type { TotpSetup } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Client } from '../../http/client.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { lockAccount } from '../players/lock-account.ts'
import { proofRefused } from '../proof/require-proof.ts'
import { alertOwner } from '../security-log/record-event.ts'
import { issueRecoveryCodes } from './recovery-codes.ts'
import { dropUselessCodes } from './remove-factors.ts'
import { newTotpSecret, openSecret, periodOfCode, sealSecret, totpUri } from './totp.ts'

/** Creates the secret of the caller's authenticator app. Log-ins need no code until `confirmTotp`. */
export async function setUpTotp(deps: Deps, db: Db, caller: Caller): Promise<Result<TotpSetup, Refusal>> {
  const { accountId, username } = caller
  const secret = newTotpSecret()
  const sealed = await sealSecret(deps, secret)
  // in one statement, so that an app that is confirmed meanwhile stays
  const written = await db.$executeRaw`
    INSERT INTO totps (account_id, secret) VALUES (${accountId}, ${sealed})
    ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret, used_period = 0
    WHERE totps.confirmed_at IS NULL`
  if (written === 0)
    return refuse(
      'conflict',
      'You already use an authenticator app. Stop using it before you set up another.',
    )
  return ok({ secret, uri: totpUri(secret, username, deps.config.siteName) })
}

/** Starts asking for the app's codes, once the caller has entered one. */
export async function confirmTotp(
  deps: Deps,
  db: Db,
  caller: Caller,
  code: string,
  client: Client,
): Promise<Result<{ recoveryCodes: string[] }, Refusal>> {
  const { accountId } = caller
  const totp = await db.totp.findUnique({ where: { accountId, confirmedAt: null } })
  if (!totp) return NOTHING_TO_CONFIRM
  const secret = await openSecret(deps, totp.secret)
  const usedPeriod = secret && periodOfCode(secret, code.replace(' ', ''), deps.now())
  if (!usedPeriod)
    return refuse(
      'wrong-credentials',
      'The app does not show this code now. Is the time of your device right?',
    )
  return inTransaction(db, async (tx) => {
    // a passkey that is added or removed at the same time decides about the recovery codes too
    await lockAccount(tx, accountId)
    // a password reset may have ended the session meanwhile
    const ended = await proofRefused(deps, tx, caller)
    if (ended) return ended
    const at = deps.now()
    const { count } = await tx.totp.updateMany({
      where: { accountId, confirmedAt: null, secret: totp.secret },
      data: { confirmedAt: at, usedPeriod },
    })
    if (count === 0) return NOTHING_TO_CONFIRM
    await alertOwner(deps, tx, { accountId, kind: 'totp-added', client, at })
    return ok({ recoveryCodes: await issueRecoveryCodes(tx, accountId) })
  })
}

const NOTHING_TO_CONFIRM = refuse('conflict', 'You are not setting up an authenticator app.')

/** Log-ins need no code any more. */
export async function removeTotp(
  deps: Deps,
  db: Db,
  caller: Caller,
  client: Client,
): Promise<Result<undefined, Refusal>> {
  const { accountId } = caller
  return inTransaction(db, async (tx) => {
    // a password reset that holds the lock ends the session
    await lockAccount(tx, accountId)
    const unproved = await proofRefused(deps, tx, caller)
    if (unproved) return unproved
    const { count } = await tx.totp.deleteMany({ where: { accountId, confirmedAt: { not: null } } })
    if (count === 0) return refuse('not-found', 'You do not use an authenticator app.')
    await dropUselessCodes(tx, accountId)
    await alertOwner(deps, tx, { accountId, kind: 'totp-removed', client, at: deps.now() })
    return ok(undefined)
  })
}
