import { createHash } from 'node:crypto'
import { ok, type Result } from '@tegenzet/common'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { readRow } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'

export interface RateLimit {
  /** The action, its subject and the client's address. Stored as a hash: somebody may type a password as a name. */
  key: readonly string[]
  /** How often it is allowed in a window, which begins with the first attempt. */
  max: number
  windowMs: number
}

const hashOf = ({ key }: RateLimit): string =>
  createHash('sha256').update(JSON.stringify(key)).digest('base64url')

/** Counts an attempt before it is made, so that attempts at once are limited too, on all processes together. */
export const countAttempt = (
  deps: Pick<Deps, 'now'>,
  db: Db,
  limit: RateLimit,
): Promise<Result<undefined, Refusal>> => countAmount(deps, db, limit, 1, 'Too many attempts.')

/** Counts something of which there is more than one at a time, such as bytes. @param refusal the detail, without when to try again */
export async function countAmount(
  { now }: Pick<Deps, 'now'>,
  db: Db,
  limit: RateLimit,
  amount: number,
  refusal: string,
): Promise<Result<undefined, Refusal>> {
  const at = now()
  const { count, since } = await increase(db, { key: hashOf(limit), amount, at, windowMs: limit.windowMs })
  if (count <= limit.max) return ok(undefined)
  const retryAfterMs = since.getTime() + limit.windowMs - at.getTime()
  return refuse('rate-limited', `${refusal} Try again in ${formatDuration(retryAfterMs)}.`, {
    retryAfter: Math.ceil(retryAfterMs / 1000),
  })
}

const counterSchema = z.object({ count: z.int(), since: z.date() })

/** Also deletes a few counters that are a day old. */
async function increase(
  db: Db,
  { key, amount, at, windowMs }: { key: string; amount: number; at: Date; windowMs: number },
): Promise<z.output<typeof counterSchema>> {
  const windowBegan = new Date(at.getTime() - windowMs)
  return readRow(
    db,
    counterSchema,
    Prisma.sql`
      WITH deleted AS (
        DELETE FROM rate_counters WHERE key IN (
          SELECT key FROM rate_counters WHERE since < ${at}::timestamptz - interval '1 day' AND key <> ${key}
          LIMIT 10 FOR UPDATE SKIP LOCKED)
      )
      INSERT INTO rate_counters AS c (key, count, since) VALUES (${key}, ${amount}, ${at})
      ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN c.since <= ${windowBegan} THEN excluded.count ELSE c.count + excluded.count END,
        since = CASE WHEN c.since <= ${windowBegan} THEN excluded.since ELSE c.since END
      RETURNING count, since`,
  )
}

const formatDuration = (ms: number): string =>
  ms > 60_000 ? `${Math.ceil(ms / 60_000)} minutes` : `${Math.ceil(ms / 1000)} seconds`

/** Takes back one attempt that should not count after all. */
export async function uncountAttempt(db: Db, limit: RateLimit): Promise<void> {
  await db.rateCounter.updateMany({
    where: { key: hashOf(limit), count: { gt: 0 } },
    data: { count: { decrement: 1 } },
  })
}

export async function resetAttempts(db: Db, limit: RateLimit): Promise<void> {
  await db.rateCounter.deleteMany({ where: { key: hashOf(limit) } })
}
