import type { Db } from '../store/transaction.ts'

/** Longer than it takes until what happened at a moment is committed. */
const MARGIN_MS = 10 * 60_000

/** The moment from which to look at what has happened since steps last succeeded. */
export async function lastRun(db: Db, name: string, at: Date): Promise<Date> {
  const last = await db.lease.findUnique({ where: { name }, select: { at: true } })
  return new Date(last ? Math.min(last.at.getTime(), at.getTime()) - MARGIN_MS : 0)
}

/**
 * Runs steps that look only at what has happened since they last succeeded. Whatever was missed, because a step failed or no
 * server ran, is looked at by the next run.
 * @param name its row in `leases`
 * @param run is given the moment from which to look
 */
export async function sinceLastRun<T>(
  db: Db,
  name: string,
  at: Date,
  run: (since: Date) => Promise<T>,
): Promise<T> {
  const result = await run(await lastRun(db, name, at))
  await db.lease.upsert({ where: { name }, create: { name, at }, update: { at } })
  return result
}
