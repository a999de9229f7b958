import { openAsBlob } from 'node:fs'
import { type Database, openDatabase } from '@tegenzet/db'
import type { Unpacked } from './archive.ts'
import { BackupError } from './backup-error.ts'
import { runPostgresTool } from './postgres-tools.ts'

/**
 * Reads a dump completely. An embedded database is opened in memory and every table read.
 * @returns what it contains, for people
 * @throws BackupError if it cannot be read
 */
export async function checkDump({ manifest, database }: Unpacked, env: NodeJS.ProcessEnv): Promise<string> {
  if (manifest.kind === 'postgres') {
    await runPostgresTool('pg_restore', ['--file', '/dev/null', database], { env })
    return 'the whole dump is readable'
  }
  try {
    const copy = await openDatabase({ dump: await openAsBlob(database) })
    try {
      return await readEverything(copy)
    } finally {
      await copy.close()
    }
  } catch (error) {
    throw new BackupError('The database in this backup cannot be read.', { cause: error })
  }
}

async function readEverything({ pool }: Database): Promise<string> {
  const tables = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema IN ('public', 'pgboss') AND table_type = 'BASE TABLE'`,
  )
  const rows = new Map<string, number>()
  for (const { name } of tables.rows) {
    // reads every column of every row
    const found = await pool.query<{ rows: number }>(`SELECT count(t::text)::int AS rows FROM ${name} AS t`)
    rows.set(name, found.rows[0]!.rows)
  }
  const of = (table: string) => `${rows.get(`public.${table}`) ?? 0} ${table}`
  return [of('accounts'), of('games'), of('moves')].join(', ')
}
