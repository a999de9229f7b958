import { ok, type Result } from '@tegenzet/common'
import type { Deps } from '../../deps.ts'
import type { Client } from '../../http/client.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { acceptPasswordAttempt, countPasswordAttempt } from '../limits/password-attempts.ts'
import { redeemCode } from './redeem-code.ts'

/** Checks that a caller has the account's authenticator app or a recovery code. Limited together with passwords. */
export async function proveCode(
  deps: Deps,
  db: Db,
  accountId: number,
  code: string,
  client: Client,
): Promise<Result<undefined, Refusal>> {
  const attempt = { who: accountId, address: client.address }
  const counted = await countPasswordAttempt(deps, db, attempt)
  if (!counted.ok) return counted
  if (!(await redeemCode(deps, db, accountId, code, client))) return WRONG_CODE
  await acceptPasswordAttempt(deps, db, attempt)
  return ok(undefined)
}

export const WRONG_CODE = refuse('wrong-credentials', 'The code is wrong, too old, or was used before.')
