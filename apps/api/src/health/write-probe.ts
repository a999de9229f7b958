import { type Database, DatabaseUnavailable } from '@tegenzet/db'

/** A probe may come every second, from everywhere. */
const EVERY_MS = 5000

/**
 * Finds out whether the database can write: a sort larger than its memory writes a temporary file, which leaves nothing
 * behind, while updating a row says little on a full disk. At most once in five seconds.
 */
export function writeProbe(pool: Database['pool']): () => Promise<void> {
  let provedAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - provedAt < EVERY_MS) return
    const client = await pool.connect()
    try {
      await client.query("BEGIN; SET LOCAL work_mem = '64kB'")
      await client.query(
        'SELECT count(*) FROM (SELECT n FROM generate_series(1, 4000) n ORDER BY -n OFFSET 0) s',
      )
      const { rows } = await client.query("SELECT current_setting('transaction_read_only') AS value")
      if (rows[0].value === 'on') throw new DatabaseUnavailable('read-only', new Error('it is read-only'))
    } finally {
      await client.query('ROLLBACK').finally(() => client.release())
    }
    provedAt = performance.now()
  }
}
