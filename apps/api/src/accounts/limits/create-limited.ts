import type { Result } from '@tegenzet/common'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { lockOwnAccount } from '../credentials/credential-refused.ts'

/** How many of something an account may have: tokens, apps, webhooks. */
interface Allowance {
  max: number
  count: (db: Db) => Promise<number>
  /** The detail of the refusal. */
  refusal: string
}

/** Creates something for the caller's account, unless it has the most allowed. */
export const createLimited = <T>(
  deps: Pick<Deps, 'now'>,
  db: Db,
  caller: Caller,
  { max, count, refusal }: Allowance,
  create: (db: Db) => Promise<Result<T, Refusal>>,
): Promise<Result<T, Refusal>> =>
  inTransaction(db, async (tx) => {
    // so that two requests at once cannot exceed the limit together
    const ended = await lockOwnAccount(deps, tx, caller)
    if (ended) return ended
    return (await count(tx)) < max ? create(tx) : refuse('limit-reached', refusal)
  })
