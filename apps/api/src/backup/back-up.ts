import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { promisify } from 'node:util'
import { directoryOf, onlyRow, openDatabase } from '@tegenzet/db'
import type { Config } from '../config/config.ts'
import { existing } from '../store/existing.ts'
import { VERSION } from '../version.ts'
import { type Manifest, packBackup } from './archive.ts'
import { BackupError } from './backup-error.ts'
import { countRows, describeRows } from './count-rows.ts'
import { requestDump } from './dump-socket.ts'
import { runPostgresTool } from './postgres-tools.ts'

interface BackupOptions {
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

/** Copies the files to disk first, because the server answers nothing meanwhile, and opens the copy. */
async function dumpEmbedded(dataDir: string, file: string): Promise<Manifest['rows']> {
  const folder = `${file}.copy`
  const copy = directoryOf(folder)
  await mkdir(copy, { recursive: true, mode: 0o700 })
  await unpack(copy, (to) => dumpInto(dataDir, to))
  const database = await openDatabase({ dataDir: folder })
  let rows: Manifest['rows']
  try {
    rows = await countRows(database.pool)
  } finally {
    await database.close()
  }
  await promisify(execFile)('tar', ['-czf', file, '-C', copy, '.'])
  await rm(folder, { recursive: true })
  return rows
}

async function dumpInto(dataDir: string, to: Writable): Promise<void> {
  if (await requestDump(dataDir, to)) return
  if (!existsSync(directoryOf(dataDir))) throw new BackupError(`There is no database in ${dataDir}.`)
  const database = await openDatabase({ dataDir })
  try {
    await existing(database.dump)(to)
  } finally {
    await database.close()
  }
}

/** @param write writes a tar file into the stream */
async function unpack(directory: string, write: (to: Writable) => Promise<void>): Promise<void> {
  // reads to the end of the stream, beyond the end of the archive: whoever writes would find it closed
  const args = ['--ignore-zeros', '--no-same-owner', '-xf', '-', '-C', directory]
  const tar = spawn('tar', args, {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const ended = once(tar, 'close')
  try {
    await write(tar.stdin)
  } finally {
    tar.stdin.end()
  }
  const [code] = await ended
  if (code !== 0) throw new BackupError('The copy of the database could not be unpacked.')
}
