import type { Result } from '@tegenzet/common'
import type { completeOidcBody } from '@tegenzet/contract'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { countPasswordAttempt } from '../limits/password-attempts.ts'
import { checkSecondFactor, enter, type From } from '../login/enter.ts'
import type { LoggedIn } from '../login/start-session.ts'
import { UNLINKED } from './come-back.ts'
import type { KnownStep } from './kept-step.ts'
import { signUp } from './sign-up.ts'

type Body = z.output<typeof completeOidcBody>

/** Logs in somebody whom the provider has logged in, with what was still missing. */
export async function completeLogIn(
  deps: Deps,
  db: Db,
  step: KnownStep,
  body: Body,
  { caller, from }: { caller: Caller | null; from: From },
): Promise<Result<LoggedIn, Refusal>> {
  const { identity, fresh } = step
  if ('username' in body) {
    if (identity) return refuse('conflict', 'This person has an account here: send the second factor.')
    return signUp(deps, db, step, { ...body, caller, client: from.client })
  }
  if (!identity) return refuse('conflict', 'This person is new here: send a username.')
  const { id, accountId } = identity
  const counted = await countPasswordAttempt(deps, db, { who: accountId, address: from.client.address })
  if (!counted.ok) return counted
  const factor = 'code' in body ? { code: body.code, passkey: undefined } : { code: undefined, ...body }
  const proof = await checkSecondFactor(deps, db, accountId, factor, from)
  if (!proof.ok) return proof
  return inTransaction(db, (tx) =>
    enter(deps, tx, { ...proof.value, identity: { id, fresh } }, from.client, UNLINKED),
  )
}
