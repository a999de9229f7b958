import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

// `pnpm db:migrate`: applies the missing migrations, to DATABASE_URL or else to the embedded database in DATA_DIR
const { DATABASE_URL: url, DATA_DIR: dataDir = '.data' } = process.env
const database = await openDatabase(url ? { url } : { dataDir })
console.info('applied', await migrate(database.pool))
await database.close()
