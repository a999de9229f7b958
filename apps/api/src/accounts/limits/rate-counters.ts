import { createHash } from 'node:crypto'
import type { Result } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import type { Refusal } from '../../refusal.ts'
import type { Tx } from '../../store/transaction.ts'

export interface Limit {
  /** What is tried, from where: kept as a hash, for somebody may have typed a password into the wrong field. */
  of: readonly string[]
  /** At most so many in a window that opens with the first. */
  most: number
  windowMs: number
}

const keyOf = ({ of }: Limit): string => createHash('sha256').update(JSON.stringify(of)).digest('base64url')

/** Counts an attempt before it is made, so that many at once are limited too, on every process together. */
export async function countAttempt(
  { now }: Pick<Deps, 'now'>,
  tx: Tx,
  limit: Limit,
): Promise<Result<undefined, Refusal>> {
  const key = keyOf(limit)
  const at = now()
  const opened = new Date(at.getTime() - limit.windowMs)
  const [row] = await tx.$queryRaw<{ count: number; since: Date }[]>`
    WITH forgotten AS (
      DELETE FROM rate_counters WHERE key IN (
        SELECT key FROM rate_counters WHERE since < ${at}::timestamptz - interval '1 day' AND key <> ${key}
        LIMIT 10 FOR UPDATE SKIP LOCKED)
    )
    INSERT INTO rate_counters AS a (key, count, since) VALUES (${key}, 1, ${at})
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN a.since <= ${opened} THEN 1 ELSE a.count + 1 END,
      since = CASE WHEN a.since <= ${opened} THEN excluded.since ELSE a.since END
    RETURNING count, since`
  if (row!.count <= limit.most) return { ok: true, value: undefined }
  const retryAfterMs = row!.since.getTime() + limit.windowMs - at.getTime()
  return {
    ok: false,
    error: {
      code: 'rate-limited',
      detail: `Too many attempts. Try again in ${inWords(retryAfterMs)}.`,
      retryAfter: Math.ceil(retryAfterMs / 1000),
    },
  }
}

const inWords = (ms: number): string =>
  ms > 60_000 ? `${Math.ceil(ms / 60_000)} minutes` : `${Math.ceil(ms / 1000)} seconds`

/** Takes back one attempt that does not count after all. */
export async function uncountAttempt(tx: Tx, limit: Limit): Promise<void> {
  await tx.rateCounter.updateMany({
    where: { key: keyOf(limit), count: { gt: 0 } },
    data: { count: { decrement: 1 } },
  })
}

export async function forgetAttempts(tx: Tx, limit: Limit): Promise<void> {
  await tx.rateCounter.deleteMany({ where: { key: keyOf(limit) } })
}
