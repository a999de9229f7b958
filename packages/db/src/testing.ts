import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { promisify } from 'node:util'
import pg from 'pg'
import { migrate } from './migrate.ts'
import { type Database, directoryOf, openDatabase, TEMPLATE } from './open-database.ts'

export { freePort } from './free-port.ts'

/** Copies the template into an empty data directory, if the template exists: a first start is then as fast as any. */
export async function layDatabase(dataDir: string): Promise<void> {
  if (!existsSync(TEMPLATE)) return
  const directory = directoryOf(dataDir)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  await promisify(execFile)('tar', ['-xf', TEMPLATE, '-C', directory])
}

/**
 * A new migrated database for a test file: in memory, or on the Postgres server of `TEST_DATABASE_URL`. Closing it
 * removes it.
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
