import { openDatabase } from '@tegenzet/db'
import { readConfig } from '../../config.ts'
import { explainFailure } from '../../explain-failure.ts'
import { keptSecret } from '../../secret.ts'
import { openStore } from '../../store/transaction.ts'
import { rebuildExplorer } from './rebuild-explorer.ts'

const USAGE = `usage: explorer rebuild   count the openings of all finished games again, for example after a restore

Needs the settings of the server. With the embedded database, stop the server first.`

const NO_LISTENERS = { appended() {}, revoked() {} }

async function run(args: string[]): Promise<number> {
  if (args.join(' ') !== 'rebuild') {
    console.error(USAGE)
    return 1
  }
  try {
    const { databaseUrl: url, dataDir } = readConfig(process.env, keptSecret)
    const database = await openDatabase(url ? { url, maxConnections: 1 } : { dataDir })
    try {
      console.info(`${await rebuildExplorer(openStore(database, NO_LISTENERS))} games counted.`)
      return 0
    } finally {
      await database.close()
    }
  } catch (error) {
    console.error(explainFailure(error))
    return 1
  }
}

process.exitCode = await run(process.argv.slice(2))
