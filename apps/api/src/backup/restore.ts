import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual, promisify } from 'node:util'
import { directoryOf, lockDirectory, onlyRow, openDatabase, sync, syncAll } from '@tegenzet/db'
import type { Config } from '../config/config.ts'
import { type Manifest, type Unpacked, unpackBackup } from './archive.ts'
import { BackupError } from './backup-error.ts'
import { countRows, describeRows } from './count-rows.ts'
import { runPostgresTool } from './postgres-tools.ts'
import { type Erasures, POSTGRES_ERASURES, readErasures, repeatErasures } from './repeated-erasures.ts'

const run = promisify(execFile)

interface RestoreOptions {
  file: string
  config: Pick<Config, 'databaseUrl' | 'dataDir'>
  now: Date
  env: NodeJS.ProcessEnv
}

/**
 * Replaces the database with a backup, while no server runs. Its checksum is compared before anything is
 * unpacked, its rows before anything is replaced. What was erased since the backup is erased again, and requests for
 * erasure stay as they were before the restore.
 * @returns what was done, for people
 */
export async function restore({ file, config, now, env }: RestoreOptions): Promise<string[]> {
  const { databaseUrl: url, dataDir } = config
  if (url) await refuseIfConnected(url)
  const erasures = url ? [] : await readErasures(dataDir)
  const unlock = url ? () => {} : lockDirectory(dataDir)
  try {
    return await unpackBackup(file, url ? dirname(resolve(file)) : dataDir, async (unpacked) => {
      const { kind, createdAt, version, rows } = unpacked.manifest
      if (kind !== (url ? 'postgres' : 'embedded')) throw new BackupError(WRONG_KIND[kind])
      const done = url
        ? await restorePostgres(unpacked, url, env)
        : await restoreEmbedded(unpacked, { dataDir, now, erasures })
      return [`Restored the backup of ${createdAt} (version ${version}): ${describeRows(rows)}.`, ...done]
    })
  } finally {
    unlock()
  }
}

const WRONG_KIND = {
  postgres: 'This is a backup of a Postgres database: set DATABASE_URL.',
  embedded: 'This is a backup of an embedded database: leave DATABASE_URL out.',
}

const NOT_ERASED =
  'The old database cannot be read: accounts that were erased since the backup are back, and requests for erasure since then are lost.'

/** Opens the restored database and compares it with the manifest before it replaces the old one. */
async function restoreEmbedded(
  { folder, manifest, database, secret }: Unpacked,
  { dataDir, now, erasures }: Pick<RestoreOptions, 'now'> & { dataDir: string; erasures: Erasures | null },
): Promise<string[]> {
  const ending = now.toISOString().replace(/\D/g, '').slice(0, 14)
  const [target, draft] = [directoryOf(dataDir), directoryOf(folder)]
  await mkdir(draft, { mode: 0o700 })
  await run('tar', ['--no-same-owner', '-xzf', database, '-C', draft])
  const restored = await openDatabase({ dataDir: folder })
  try {
    const rows = await countRows(restored.pool)
    if (!isDeepStrictEqual(rows, manifest.rows))
      throw new BackupError(
        'The restored database differs from the manifest of the backup. Nothing was replaced.',
      )
    if (erasures) await repeatErasures(restored.pool, erasures)
  } finally {
    await restored.close()
  }
  const done = erasures ? [] : [NOT_ERASED]
  const keep = async (path: string) => {
    if (!existsSync(path)) return
    await rename(path, `${path}.${ending}`)
    done.push(`The old one is kept: ${path}.${ending}`)
  }
  await syncAll(draft)
  await keep(target)
  await rename(draft, target)
  const secretFile = join(dataDir, 'secret')
  if (secret !== undefined && (!existsSync(secretFile) || readFileSync(secretFile, 'utf8') !== secret)) {
    await keep(secretFile)
    await writeFile(secretFile, secret, { mode: 0o600, flush: true })
  }
  await sync(dataDir)
  return done
}

/** In one transaction: if anything fails, or the rows are not those of the manifest, the database is as before. */
async function restorePostgres(
  { folder, manifest, database, secret }: Unpacked,
  url: string,
  env: NodeJS.ProcessEnv,
): Promise<string[]> {
  const pathOf = (name: string) => join(folder, `${name}.sql`)
  const [empty, script, compare] = [pathOf('empty'), pathOf('script'), pathOf('compare')]
  await writeFile(
    empty,
    `SET client_min_messages = warning;\n${POSTGRES_ERASURES.remember}DROP SCHEMA IF EXISTS pgboss CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public;\n`,
  )
  await runPostgresTool('pg_restore', ['--no-owner', '--no-acl', '--file', script, database], { env })
  await writeFile(compare, comparison(manifest.rows) + POSTGRES_ERASURES.repeat)
  const files = [empty, script, compare].flatMap((file) => ['--file', file])
  const args = ['--no-psqlrc', '--quiet', '--set', 'ON_ERROR_STOP=1', '--single-transaction', ...files]
  await runPostgresTool('psql', args, { url, env })
  return secret === undefined ? [] : ['It contains the secret. Set SECRET to it: tar -xOf FILE ./secret']
}

/** SQL that fails unless every table has the rows of the manifest. */
const comparison = (rows: Manifest['rows']): string =>
  `DO $$ DECLARE found bigint; BEGIN\n${Object.entries(rows)
    .map(
      ([table, count]) =>
        `SELECT count(*) INTO found FROM ${table}; IF found <> ${count} THEN RAISE EXCEPTION '% rows instead of ${count} in ${table.replaceAll("'", "''")}', found; END IF;\n`,
    )
    .join('')}END $$;\n`

/** A server that has just ended is gone from the list of connections a moment later. */
async function refuseIfConnected(url: string): Promise<void> {
  const { pool, close } = await openDatabase({ url, maxConnections: 1 })
  try {
    for (let tries = 20; ; tries--) {
      const answer = await pool.query<{ others: number }>(
        `SELECT count(*)::int AS others FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
      )
      const { others } = onlyRow(answer)
      if (others === 0) return
      if (tries === 0)
        throw new BackupError(`Stop every server first: the database has ${others} other connections.`)
      await setTimeout(100)
    }
  } finally {
    await close()
  }
}
