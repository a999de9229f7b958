import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'

/** The repository's `prisma/migrations`. */
export const MIGRATIONS = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url))

const LOCK = 72707369 // the advisory lock that Prisma's own engine takes

interface Applied {
  migration_name: string
  checksum: string
  finished_at: Date | null
}

/**
 * Applies what is missing of the migrations, in order, each in one transaction with its record, and records them the
 * way `prisma migrate deploy` does. Several processes may start at once: an advisory lock makes them wait for each other.
 * @returns the names of those applied now
 * @throws where one failed earlier or was edited after it was applied
 */
export async function migrate(pool: pg.Pool, directory = MIGRATIONS): Promise<string[]> {
  const client = await pool.connect()
  const appliedNow: string[] = []
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK])
    await client.query(`CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
      id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
      migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
      started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`)
    const { rows } = await client.query<Applied>(
      'SELECT migration_name, checksum, finished_at FROM "_prisma_migrations" WHERE rolled_back_at IS NULL',
    )
    const done = new Map(rows.map((row) => [row.migration_name, row]))
    for (const name of await migrationNames(directory)) {
      const sql = await readFile(join(directory, name, 'migration.sql'), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      const row = done.get(name)
      if (row && !row.finished_at) throw new Error(`migration ${name} failed earlier; resolve it first`)
      if (row && row.checksum !== checksum)
        throw new Error(`migration ${name} was edited after it was applied`)
      if (row) continue
      await apply(client, name, sql, checksum)
      appliedNow.push(name)
    }
    return appliedNow
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK]).catch(() => {})
    client.release()
  }
}

/** Whether the database lacks a migration that this code needs. */
export async function migrationsPending(pool: pg.Pool, directory = MIGRATIONS): Promise<boolean> {
  const { rows } = await pool.query<{ migration_name: string }>(
    'SELECT migration_name FROM "_prisma_migrations" WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  )
  const done = new Set(rows.map((row) => row.migration_name))
  return (await migrationNames(directory)).some((name) => !done.has(name))
}

async function migrationNames(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

async function apply(client: pg.PoolClient, name: string, sql: string, checksum: string): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(sql)
    await client.query(
      `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    )
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}
