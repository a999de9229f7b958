import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { directoryOf, openDatabase } from '@tegenzet/db'
import { VERSION } from '../about/build.ts'
import type { Config } from '../config.ts'
import { packBackup } from './archive.ts'
import { BackupError } from './backup-error.ts'
import { checkDump } from './check-dump.ts'
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
export function backUp({ file, config, withSecret, now, env }: BackupOptions): Promise<string> {
  const { databaseUrl: url, dataDir, secret } = config
  const manifest = {
    format: 1 as const,
    kind: url ? ('postgres' as const) : ('embedded' as const),
    version: VERSION,
    createdAt: now.toISOString(),
  }
  return packBackup(
    file,
    manifest,
    async (folder) => {
      const database = join(folder, 'database')
      if (url) await runPostgresTool('pg_dump', ['--format=custom', '--file', database], { url, env })
      else await dumpEmbedded(dataDir, database)
      if (withSecret) await writeFile(join(folder, 'secret'), secret, { mode: 0o600 })
    },
    (unpacked) => checkDump(unpacked, env),
  )
}

async function dumpEmbedded(dataDir: string, file: string): Promise<void> {
  if (await requestDump(dataDir, file)) return
  if (!existsSync(directoryOf(dataDir))) throw new BackupError(`There is no database in ${dataDir}.`)
  const database = await openDatabase({ dataDir })
  try {
    await writeFile(file, Buffer.from(await (await database.dump!()).arrayBuffer()), { mode: 0o600 })
  } finally {
    await database.close()
  }
}
