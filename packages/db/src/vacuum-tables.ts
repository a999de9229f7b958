import type pg from 'pg'

/**
 * Vacuums and analyses tables as Postgres' autovacuum would, which the embedded database lacks, and writes checkpoints.
 * Between two tables, waiting requests get the connection.
 * @param stop ends it after a table
 * @returns how many tables were due
 */
export async function vacuumTables(pool: pg.Pool, stop?: AbortSignal): Promise<number> {
  // else the counts of the last second are missing
  await pool.query('SELECT pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ statement: string }>(DUE)
  for (const { statement } of rows) {
    if (stop?.aborted) break
    await pool.query(statement)
    await checkpointIfDue(pool)
  }
  await checkpointIfDue(pool)
  return rows.length
}

/** Deletes the log before a new checkpoint, once it is longer than `max_wal_size`: only Postgres' own processes would. */
export async function checkpointIfDue(pool: pg.Pool): Promise<void> {
  const { rowCount } = await pool.query(`
    SELECT FROM pg_control_checkpoint()
    WHERE pg_current_wal_insert_lsn() - redo_lsn > pg_size_bytes(current_setting('max_wal_size'))`)
  if (rowCount) await pool.query('CHECKPOINT')
}

const setting = (name: string) => `current_setting('autovacuum_${name}')::float8`

/** By the documented formulas of Postgres 18 (Routine Vacuuming, The Autovacuum Daemon). */
const DUE = `
  SELECT concat_ws(' ',
    CASE WHEN vacuums AND analyses THEN 'VACUUM (ANALYZE)' WHEN vacuums THEN 'VACUUM' ELSE 'ANALYZE' END, name) AS statement
  FROM (
    SELECT c.oid::regclass AS name, relpages,
      n_dead_tup > least(${setting('vacuum_max_threshold')},
          ${setting('vacuum_threshold')} + ${setting('vacuum_scale_factor')} * rows)
        OR n_ins_since_vacuum > ${setting('vacuum_insert_threshold')}
          + ${setting('vacuum_insert_scale_factor')} * rows * (1 - relallfrozen::float8 / greatest(relpages, 1))
        OR age(relfrozenxid) > ${setting('freeze_max_age')} AS vacuums,
      relkind <> 't' AND c.oid <> 'pg_statistic'::regclass AND n_mod_since_analyze >
        ${setting('analyze_threshold')} + ${setting('analyze_scale_factor')} * rows AS analyses
    FROM pg_class c JOIN pg_stat_all_tables s ON s.relid = c.oid, greatest(reltuples, 0) AS rows
    WHERE relkind IN ('r', 't', 'm') AND relpersistence <> 't'
  ) AS tables
  WHERE vacuums OR analyses ORDER BY relpages`
