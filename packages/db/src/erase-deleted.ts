import type pg from 'pg'
import { checkpointIfDue } from './vacuum-tables.ts'

/** Even the rows of the largest tables are gone after so many runs. */
const RUNS = 6
/** A run goes on for so long if a sixth of the database takes less. */
const RUN_MS = 10_000
/** Of the size of a table: the new one, its log, and some to spare. */
const ROOM = 3

/**
 * Removes what was deleted or replaced from the files of the embedded database, where a vacuum leaves it: tables are written
 * anew with their indexes, as are the statistics, which contain values of columns, and the log is begun anew. A run takes the
 * tables that were written longest ago. Between two tables, waiting requests get the connection.
 * @param freeBytes the room on the disk
 * @returns runs it; `stop` ends a run after a table. @throws if a table had no room
 */
export function deletedEraser(
  pool: pg.Pool,
  freeBytes: () => number,
): (stop?: AbortSignal) => Promise<number> {
  /** Changes of each table when it was last written anew. Postgres' counts begin at 0 with each start. */
  const erased = new Map<number, string>()

  return async (stop) => {
    await pool.query('SELECT pg_stat_force_next_flush()')
    const { rows: tables } = await pool.query<Table>(TABLES)
    const share = tables.reduce((sum, { bytes }) => sum + bytes, 0) / RUNS
    const begun = performance.now()
    const withoutRoom: string[] = []
    let count = 0
    let written = 0
    for (const { id, name, bytes, changes } of tables) {
      if (stop?.aborted || (written > share && performance.now() - begun > RUN_MS)) break
      if (erased.get(id) === changes) continue
      if (freeBytes() < ROOM * bytes) {
        withoutRoom.push(name)
        continue
      }
      await pool.query(`VACUUM (FULL, ANALYZE) ${name}`)
      await checkpointIfDue(pool)
      erased.set(id, changes)
      written += bytes
      count++
    }
    await eraseStatistics(pool)
    await beginLogAnew(pool)
    if (withoutRoom.length > 0) throw new Error(`no room on the disk to write ${withoutRoom.join(', ')} anew`)
    return count
  }
}

interface Table {
  id: number
  name: string
  bytes: number
  changes: string
}

/** Each new file gets the next number, so the first table is the one that was written longest ago. */
const TABLES = `
  SELECT c.oid AS id, c.oid::regclass AS name, pg_total_relation_size(c.oid)::float8 AS bytes, n_tup_upd + n_tup_del AS changes
  FROM pg_class c JOIN pg_stat_user_tables s ON s.relid = c.oid
  WHERE relkind = 'r' AND relpersistence <> 't' ORDER BY relfilenode`

async function eraseStatistics(pool: pg.Pool): Promise<void> {
  // ANALYZE of a table leaves its statistics if it has become empty, and those of the table that it is a partition of
  await pool.query(`
    DELETE FROM pg_statistic s USING pg_class c WHERE c.oid = s.starelid AND (c.reltuples = 0 OR c.relkind = 'p')`)
  await pool.query('VACUUM (FULL) pg_statistic')
}

/** Goes on beyond the files that are kept to be written again, and deletes all before the new checkpoint. */
async function beginLogAnew(pool: pg.Pool): Promise<void> {
  await pool.query('SET wal_recycle = off')
  try {
    // a file in which nothing was written is not left
    await pool.query(`SELECT pg_logical_emit_message(false, '', ''), pg_switch_wal() FROM pg_ls_waldir()`)
    await pool.query('CHECKPOINT')
  } finally {
    await pool.query('RESET wal_recycle')
  }
}
