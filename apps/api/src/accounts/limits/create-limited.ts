import type { Result } from '@tegenzet/rules'
import { type Refusal, refuse } from '../../refusal.ts'
import { inTransaction, type Tx } from '../../store/transaction.ts'

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
    // two requests at once wait for each other here, so that they cannot exceed the limit together
    await tx.$queryRaw`SELECT FROM accounts WHERE id = ${accountId} FOR UPDATE`
    return (await count(tx)) < max ? create(tx) : refuse('limit-reached', refusal)
  })
