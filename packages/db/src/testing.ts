import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { promisify } from 'node:util'
import pg from 'pg'
import { migrate } from './migrate.ts'
import { type Database, directoryOf, openDatabase, TEMPLATE } from './open-database.ts'

export { freePort } from './free-port.ts'

/** Copies the template, if it exists, into an empty data directory, so that the first start is fast. */
export async function layDatabase(dataDir: string): Promise<void> {
  if (!existsSync(TEMPLATE)) return
  const directory = directoryOf(dataDir)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  await promisify(execFile)('tar', ['-xf', TEMPLATE, '-C', directory])
}

/**
 * Creates a migrated database for a test file, in memory or on the Postgres server in `TEST_DATABASE_URL`. Closing it
 * deletes it.
 */
export async function testDatabase(): Promise<Database & { url?: string }> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) {
    const database = await openDatabase({})
    await migrate(database.pool)
    return database
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const onServer = async (sql: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  await onServer(`CREATE DATABASE ${name}`)
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  const database = await openDatabase({ url })
  await migrate(database.pool)
  return {
    ...database,
    url,
    async close() {
      await database.close()
      await onServer(`DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}
