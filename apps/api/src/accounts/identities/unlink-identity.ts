import { ok, type Result } from '@tegenzet/common'
import type { Config } from '../../config/config.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Client } from '../../http/client.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { MAX_ID } from '../../store/page.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { passwordLoginRefused } from '../access/password-login-off.ts'
import { lockAccount } from '../players/lock-account.ts'
import { proofRefused } from '../proof/require-proof.ts'
import { alertOwner } from '../security-log/record-event.ts'
import { providerName } from './list-identities.ts'

/** Unlinks an identity of the caller, unless they could not log in any more. */
export const unlinkIdentity = (
  deps: Deps,
  db: Db,
  caller: Caller,
  { id, client }: { id: number; client: Client },
): Promise<Result<undefined, Refusal>> =>
  inTransaction(db, async (tx) => {
    const { accountId } = caller
    await lockAccount(tx, accountId)
    const unproved = await proofRefused(deps, tx, caller)
    if (unproved) return unproved
    const found = id > MAX_ID ? null : await tx.identity.findUnique({ where: { id, accountId } })
    if (!found) return refuse('not-found', 'You have no such identity.')
    await tx.identity.delete({ where: { id } })
    if (found.issuer === deps.config.oidc?.issuer && !(await canLogIn(deps.config, tx, caller)))
      return refuse('conflict', 'This is your last way to log in: set a password or add a passkey first.')
    const subject = providerName(deps.config.oidc, found.issuer)
    await alertOwner(deps, tx, { accountId, kind: 'identity-unlinked', subject, client, at: deps.now() })
    return ok(undefined)
  })

const canLogIn = async (config: Config, db: Db, { accountId, username }: Caller): Promise<boolean> => {
  const identity = { accountId, issuer: config.oidc?.issuer ?? '' }
  const password = { userId: accountId, password: { not: null } }
  return (
    (await db.identity.count({ where: identity })) > 0 ||
    (await db.passkey.count({ where: { accountId } })) > 0 ||
    (!passwordLoginRefused(config, username) && (await db.credential.count({ where: password })) > 0)
  )
}
