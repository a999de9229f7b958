import type { Database, Transaction } from '@tegenzet/db'
import type { Result } from '@tegenzet/rules'
import { type Refusal, refuse } from '../../refusal.ts'

/** Of what an account may have so many: tokens, apps, webhooks. */
export interface Allowance {
  most: number
  count: (tx: Transaction) => Promise<number>
  /** What is said where there are as many already. */
  refusal: string
}

/** Makes one more of what an account may have so many of. */
export function oneMore<T>(
  { prisma }: Database,
  accountId: number,
  { most, count, refusal }: Allowance,
  make: (tx: Transaction) => Promise<Result<T, Refusal>>,
): Promise<Result<T, Refusal>> {
  return prisma.$transaction(async (tx) => {
    // two at once wait for each other here, so that neither slips past the limit
    await tx.$queryRaw`SELECT FROM accounts WHERE id = ${accountId} FOR UPDATE`
    return (await count(tx)) < most ? make(tx) : refuse('limit-reached', refusal)
  })
}
