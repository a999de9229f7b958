import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

// The program `migrate` of the bundle: migrates DATABASE_URL, or else the embedded database in DATA_DIR
const { DATABASE_URL: url, DATA_DIR: dataDir = '.data' } = process.env
const database = await openDatabase(url ? { url, limitsStatements: false } : { dataDir })
console.info('applied', await migrate(database.pool))
await database.close()
