import { existsSync } from 'node:fs'
import { checkNotNewer, migrationsPending } from './migrate.ts'
import { onlyRow } from './only-row.ts'
import { type Database, type DatabaseLocation, openDatabase } from './open-database.ts'
import { directoryOf } from './open-embedded.ts'
import { OperatorError } from './operator-error.ts'

/**
 * Opens a database that a server of this version has set up, for a command that works on what is there.
 * @throws OperatorError if there is none
 */
export async function openMigrated(location: DatabaseLocation): Promise<Database> {
  const { dataDir } = location
  if (dataDir && !existsSync(directoryOf(dataDir)))
    throw new OperatorError(`There is no database in ${dataDir}.`)
  const database = await openDatabase(location)
  try {
    const answer = await database.pool.query<{ empty: boolean }>(
      `SELECT to_regclass('"_prisma_migrations"') IS NULL AS empty`,
    )
    if (onlyRow(answer).empty || (await migrationsPending(database.pool)))
      throw new OperatorError('The database is not set up for this version: start the server once.')
    await checkNotNewer(database.pool)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
