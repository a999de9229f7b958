import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../deps.ts'

/** Any number that nothing else locks (migrations have their own). */
const LOCK = 7_236_401
const ASK_EVERY_MS = 5000

/**
 * Does something while this process alone holds the house: waits until no other does. On the embedded database there
 * is no other process. On Postgres the lock is a connection's, so that it is let go however the process ends; where the
 * connection is lost, what is done is told to end.
 */
export async function holdHouse(
  { database }: Pick<Deps, 'database'>,
  stop: AbortSignal,
  work: (lost: AbortSignal) => Promise<void>,
): Promise<void> {
  if (database.kind !== 'postgres') return work(stop)
  const connection = await database.pool.connect()
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
      // a connection that was cut off without a word is found out
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
