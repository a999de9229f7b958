import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@tegenzet/db'

/** The key of the advisory lock. Migrations use another one. */
const LOCK = 7_236_401
const ASK_EVERY_MS = 5000

/**
 * Waits for the lease on the built-in bots, and runs `work` while this process holds it. The embedded database has only
 * one process. On Postgres the lease is an advisory lock of a connection that bypasses any pooler, so it is released
 * however the process ends. If the connection is lost, the signal of `work` is aborted.
 */
export async function withBotLease(
  database: Database,
  stop: AbortSignal,
  work: (lost: AbortSignal) => Promise<void>,
): Promise<void> {
  if (database.kind !== 'postgres') return work(stop)
  const connection = await database.direct.connect()
  const loss = new AbortController()
  connection.on('error', () => loss.abort())
  connection.on('end', () => loss.abort())
  const lost = AbortSignal.any([stop, loss.signal])
  try {
    for (;;) {
      const { rows } = await connection.query('SELECT pg_try_advisory_lock($1) AS held', [LOCK])
      if (rows[0].held) break
      await pause(ASK_EVERY_MS, undefined, { signal: lost })
    }
    const working = work(lost)
    while (!lost.aborted) {
      const over = await Promise.race([working.then(() => true), pause(ASK_EVERY_MS, false, { ref: false })])
      if (over) break
      // finds a connection that was cut off silently
      const answer = connection.query('SELECT 1').then(() => true)
      const alive = await Promise.race([answer, pause(ASK_EVERY_MS, false, { ref: false })]).catch(
        () => false,
      )
      if (!alive) loss.abort()
    }
    await working
  } finally {
    connection.release(true)
  }
}
