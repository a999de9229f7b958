import { ok, type Result } from '@tegenzet/common'
import type { Deps } from '../../deps.ts'
import type { Refusal } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { isAddressOfSomebody } from '../limits/password-attempts.ts'
import { countAttempt, type RateLimit, uncountAttempt } from '../limits/rate-counters.ts'
import { limitOf } from '../limits/roomy-addresses.ts'

const HOUR_MS = 3_600_000
/** Wrong codes from one address in an hour. */
const FROM_ADDRESS = 30
/** From all addresses from which nobody has logged in. */
export const codesFromUnknown: RateLimit = { key: ['login code'], max: 1000, windowMs: HOUR_MS }

/**
 * Counts a code before it is checked, so that nobody guesses faster with many requests at once.
 * @returns what it counts towards, for `uncountCode`
 */
export async function countCode(deps: Deps, db: Db, address: string): Promise<Result<RateLimit[], Refusal>> {
  const max = await limitOf(deps, db, address, FROM_ADDRESS)
  const limits: RateLimit[] = [{ key: ['login code', address], max, windowMs: HOUR_MS }]
  if (!(await isAddressOfSomebody(deps, db, address))) limits.push(codesFromUnknown)
  for (const limit of limits) {
    const counted = await countAttempt(deps, db, limit)
    if (!counted.ok) return counted
  }
  return ok(limits)
}

/** The code was right, and does not count. */
export async function uncountCode(db: Db, limits: readonly RateLimit[]): Promise<void> {
  for (const limit of limits) await uncountAttempt(db, limit)
}
