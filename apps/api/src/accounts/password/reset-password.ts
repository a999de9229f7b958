import { ok, type Result } from '@tegenzet/common'
import type { Deps } from '../../deps.ts'
import type { Client } from '../../http/client.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { linkHolds, readLinkToken } from '../credentials/mailed-link.ts'
import { hasSecondFactor } from '../factors/second-factor.ts'
import { liftPasswordLimit } from '../limits/password-attempts.ts'
import { readPasswordHash } from './prove-password.ts'
import { type Replaced, replacePassword } from './replace-password.ts'
import { weakPasswordRefused } from './weak-password.ts'

interface ResetPassword {
  /** The part of the mailed link after `#`. */
  token: string
  /** The new password. */
  password: string
  /** Whether tokens, connected apps, webhooks and the calendar address stay valid. */
  keepPrograms: boolean
  client: Client
}

/** Sets a new password for the holder of a mailed link. Works once, because the link is bound to the old password. */
export async function resetPassword(
  deps: Deps,
  db: Db,
  { token, password, keepPrograms, client }: ResetPassword,
): Promise<Result<Replaced, Refusal>> {
  const read = readLinkToken(deps, token)
  const account = read && (await db.account.findUnique({ where: { id: read.id } }))
  const from = account && (await readPasswordHash(db, account.id))
  if (!account || !from || !linkHolds(deps, 'reset-password', read, [account.email, from])) return EXPIRED
  const weak = await weakPasswordRefused(password, { username: account.name, email: account.email })
  if (weak) return weak
  const replaced = await replacePassword(deps, db, {
    account,
    from,
    to: password,
    verified: true,
    withPrograms: !keepPrograms,
    client,
  })
  if (!replaced) return EXPIRED
  // whoever reads the mail has not proved the second factor, so its guesses stay counted
  if (!(await hasSecondFactor(db, account.id)))
    await liftPasswordLimit(deps, db, { who: account.id, address: client.address })
  return ok(replaced)
}

const EXPIRED = refuse('link-expired', 'This link has expired or was already used. Request a new one.')
