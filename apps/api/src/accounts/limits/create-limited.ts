import type { Result } from '@tegenzet/rules'
import { type Refusal, refuse } from '../../refusal.ts'
import { inTransaction, type Tx } from '../../store/transaction.ts'
import { lockAccount } from '../people/lock-account.ts'

/** How many of something an account may have: tokens, apps, webhooks. */
export interface Allowance {
  max: number
  count: (tx: Tx) => Promise<number>
  /** The detail of the refusal. */
  refusal: string
}

/** Creates something for an account, unless it has the most allowed. */
export const createLimited = <T>(
  tx: Tx,
  accountId: number,
  { max, count, refusal }: Allowance,
  create: (tx: Tx) => Promise<Result<T, Refusal>>,
): Promise<Result<T, Refusal>> =>
  inTransaction(tx, async (tx) => {
    // so that two requests at once cannot exceed the limit together
    await lockAccount(tx, accountId)
    return (await count(tx)) < max ? create(tx) : refuse('limit-reached', refusal)
  })
