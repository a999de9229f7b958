import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { onlyRow } from './only-row.ts'
import { OperatorError } from './operator-error.ts'
import { refuseOldProcesses } from './refuse-old-processes.ts'

/** The repository's `prisma/migrations`. The bundle's folder is as deep as this one. */
export const MIGRATIONS = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url))

/** The advisory lock that Prisma's engine takes too. */
const LOCK = 72707369

interface Migration {
  name: string
  sql: string
  checksum: string
}

/** A later version has migrated the database, so this one may misread it. The message is for the operator. */
export class NewerDatabase extends OperatorError {}

/**
 * Applies the missing migrations in order, each in one transaction with its record, and records them as
 * `prisma migrate deploy` does. Several processes may start at once: an advisory lock makes them wait for each other.
 * @returns the names of the migrations applied now
 * @throws NewerDatabase, OldProcessRuns, or another error if a migration failed earlier or was edited after it was applied
 */
export async function migrate(pool: pg.Pool, directory = MIGRATIONS): Promise<string[]> {
  const migrations = readMigrations(directory)
  const client = await pool.connect()
  try {
    if ((await missing(client, migrations)).length === 0) return []
    await client.query('SELECT pg_advisory_lock($1)', [LOCK])
    try {
      await client.query(CREATE_TABLE)
      const left = await missing(client, migrations)
      await refuseOldProcesses(
        client,
        left.map(({ name }) => name),
      )
      for (const migration of left) await apply(client, migration)
      return left.map(({ name }) => name)
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [LOCK]).catch(() => {})
    }
  } finally {
    client.release()
  }
}

/** Whether the database lacks a migration that this code needs. */
export async function migrationsPending(pool: pg.Pool, directory = MIGRATIONS): Promise<boolean> {
  const { rows } = await pool.query<{ migration_name: string }>(
    'SELECT migration_name FROM "_prisma_migrations" WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  )
  const applied = new Set(rows.map((row) => row.migration_name))
  return migrationNames(directory).some((name) => !applied.has(name))
}

// Synchronous, because asynchronous reads take much longer and the server does nothing else yet.
const readMigrations = (directory: string): Migration[] =>
  migrationNames(directory).map((name) => {
    const sql = readFileSync(join(directory, name, 'migration.sql'), 'utf8')
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })

/** @throws NewerDatabase if the database has a migration that this code does not know */
export async function checkNotNewer(pool: pg.Pool, directory = MIGRATIONS): Promise<void> {
  await missing(pool, readMigrations(directory))
}

const migrationNames = (directory: string): string[] =>
  readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()

const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`

async function missing(client: Pick<pg.Pool, 'query'>, migrations: Migration[]): Promise<Migration[]> {
  const table = await client.query<{ oid: string | null }>(
    `SELECT to_regclass('"_prisma_migrations"') AS oid`,
  )
  if (!onlyRow(table).oid) return migrations
  const { rows } = await client.query<{ name: string; checksum: string; finished: boolean }>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
     FROM "_prisma_migrations" WHERE rolled_back_at IS NULL`,
  )
  const names = new Set(migrations.map(({ name }) => name))
  const newer = rows.find(({ name }) => !names.has(name))
  if (newer)
    throw new NewerDatabase(
      `A newer version has used this database (migration ${newer.name}). Start that version or a later one, or restore a backup from before.`,
    )
  const records = new Map(rows.map((row) => [row.name, row]))
  return migrations.filter(({ name, checksum }) => {
    const record = records.get(name)
    if (record && !record.finished)
      throw new OperatorError(
        `Migration ${name} failed earlier: restore a backup from before it, or resolve it with Prisma.`,
      )
    if (record && record.checksum !== checksum)
      throw new OperatorError(
        `Migration ${name} was edited after it was applied: start an unchanged copy of this version.`,
      )
    return !record
  })
}

async function apply(client: pg.PoolClient, { name, sql, checksum }: Migration): Promise<void> {
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
