import { openMigrated } from '@tegenzet/db'
import { readConfig } from './config/config.ts'
import { explainFailure } from './config/explain-failure.ts'
import { keptSecret } from './config/secret.ts'
import { type Db, openStore } from './store/transaction.ts'

const NO_LISTENERS = { appended() {}, revoked() {} }

/**
 * Runs a command whose only argument is `rebuild`, with the settings of the server, and sets the exit code.
 * @param rebuild @returns what to print
 */
export async function runRebuild(
  env: NodeJS.ProcessEnv,
  usage: string,
  rebuild: (db: Db) => Promise<string>,
): Promise<void> {
  process.exitCode = 1
  if (process.argv.slice(2).join(' ') !== 'rebuild') {
    console.error(usage)
    return
  }
  try {
    const { databaseUrl: url, dataDir } = readConfig(env, keptSecret)
    const database = await openMigrated(url ? { url, maxConnections: 1 } : { dataDir })
    try {
      console.info(await rebuild(openStore(database, NO_LISTENERS)))
      process.exitCode = 0
    } finally {
      await database.close()
    }
  } catch (error) {
    process.exitCode = 1
    console.error(explainFailure(error))
  }
}
