import { openDatabase } from '@tegenzet/db'
import { readConfig } from '../../config.ts'
import { explainFailure } from '../../explain-failure.ts'
import { keptSecret } from '../../secret.ts'
import { openStore } from '../../store/transaction.ts'
import { rebuildRatings } from './rebuild-ratings.ts'

const USAGE = `usage: ratings rebuild   compute all ratings again from the games, in the order in which they were rated

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
      const { games, changedGames, changedRatings } = await rebuildRatings(
        openStore(database, NO_LISTENERS),
        new Date(),
      )
      console.info(`${games} rated games. Changed: ${changedGames} games, ${changedRatings} ratings.`)
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
