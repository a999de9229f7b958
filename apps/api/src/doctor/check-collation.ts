import type { Database } from '@tegenzet/db'
import { type Finding, good, problem } from './finding.ts'

const TOPIC = 'collation'
/** Postgres records the version of a database's collation from here on. */
const RECORDED_SINCE = 15

/** Indexes on text are sorted by the collation of the operating system; with a new one, they find rows no longer. */
export async function checkCollation(pool: Database['pool'], version: number): Promise<Finding> {
  const { rows } = await pool.query<Changed>(
    `${version >= RECORDED_SINCE ? OF_DATABASE : ''}
     SELECT format('REINDEX DATABASE %I;', current_database()) AS reindex, c.collname AS name, c.collversion AS was, pg_collation_actual_version(c.oid) AS is,
       format('ALTER COLLATION %s REFRESH VERSION;', c.oid::regcollation) AS refresh
     FROM pg_collation c
     WHERE c.collversion IS DISTINCT FROM pg_collation_actual_version(c.oid) AND EXISTS (
       SELECT FROM pg_attribute a JOIN pg_class t ON t.oid = a.attrelid
       WHERE a.attcollation = c.oid AND t.relnamespace = 'public'::regnamespace)`,
  )
  const [changed] = rows
  if (!changed) return good(TOPIC, 'it is the one that the indexes were built with')
  const refresh = rows.map((row) => row.refresh).join(' ')
  return problem(
    TOPIC,
    `The collation ${changed.name} changed from ${changed.was} to ${changed.is ?? 'none'}, so indexes may miss rows: run \`${changed.reindex}\`, then \`${refresh}\``,
  )
}

interface Changed {
  name: string
  was: string
  is: string | null
  /** What to run, the first once. */
  reindex: string
  refresh: string
}

const OF_DATABASE = `
  SELECT format('REINDEX DATABASE %I;', d.datname) AS reindex, d.datname AS name, d.datcollversion AS was, pg_database_collation_actual_version(d.oid) AS is,
    format('ALTER DATABASE %I REFRESH COLLATION VERSION;', d.datname) AS refresh
  FROM pg_database d
  WHERE d.datname = current_database() AND d.datcollversion IS NOT NULL
    AND d.datcollversion IS DISTINCT FROM pg_database_collation_actual_version(d.oid)
  UNION ALL`
