import { existsSync, openAsBlob } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { directoryOf, onlyRow, openDatabase } from '@tegenzet/db'
import { VERSION } from '../about/build.ts'
import type { Config } from '../config/config.ts'
import { existing } from '../store/existing.ts'
import { type Manifest, packBackup } from './archive.ts'
import { BackupError } from './backup-error.ts'
import { countRows, describeRows } from './count-rows.ts'
import { requestDump } from './dump-socket.ts'
import { runPostgresTool } from './postgres-tools.ts'

export interface BackupOptions {
  file: string
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'secret'>
  withSecret: boolean
  now: Date
  env: NodeJS.ProcessEnv
}

/**
 * Backs up the whole database, also while the server runs, and reads the result again.
 * @returns what it contains, for people
 */
export async function backUp({ file, config, withSecret, now, env }: BackupOptions): Promise<string> {
  const { databaseUrl: url, dataDir, secret } = config
  const { rows } = await packBackup(file, async (folder) => {
    const database = join(folder, 'database')
    const rows = url ? await dumpPostgres(url, database, env) : await dumpEmbedded(dataDir, database)
    if (withSecret) await writeFile(join(folder, 'secret'), secret, { mode: 0o600 })
    return { kind: url ? 'postgres' : 'embedded', version: VERSION, createdAt: now.toISOString(), rows }
  })
  return describeRows(rows)
}

/** Counts the rows in the snapshot that pg_dump reads. */
async function dumpPostgres(url: string, file: string, env: NodeJS.ProcessEnv): Promise<Manifest['rows']> {
  const database = await openDatabase({ url, maxConnections: 1 })
  try {
    const client = await database.pool.connect()
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      await client.query('SET LOCAL statement_timeout = 0')
      await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
      const { id } = onlyRow(await client.query<{ id: string }>('SELECT pg_export_snapshot() AS id'))
      const counts = await countRows(client)
      const args = ['--format=custom', `--snapshot=${id}`, '--file', file]
      await runPostgresTool('pg_dump', args, { url, env })
      await runPostgresTool('pg_restore', ['--file', '/dev/null', file], { env })
      return counts
    } finally {
      client.release(true)
    }
  } finally {
    await database.close()
  }
}

async function dumpEmbedded(dataDir: string, file: string): Promise<Manifest['rows']> {
  if (!(await requestDump(dataDir, file))) {
    if (!existsSync(directoryOf(dataDir))) throw new BackupError(`There is no database in ${dataDir}.`)
    const database = await openDatabase({ dataDir })
    try {
      await writeFile(file, Buffer.from(await (await existing(database.dump)()).arrayBuffer()), {
        mode: 0o600,
      })
    } finally {
      await database.close()
    }
  }
  const copy = await openDatabase({ dump: await openAsBlob(file) })
  try {
    return await countRows(copy.pool)
  } finally {
    await copy.close()
  }
}
