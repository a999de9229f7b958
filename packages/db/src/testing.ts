import { randomUUID } from 'node:crypto'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { migrate } from './migrate.ts'
import { type Database, embeddedDatabase, openDatabase } from './open-database.ts'
import { openEmbedded } from './open-embedded.ts'
import { restoreSnapshot, type Snapshot, takeSnapshot } from './snapshot.ts'

export { freePort } from './free-port.ts'
export { postgresBin, postgresUser } from './temp-postgres.ts'

/**
 * Gives a test a fresh, migrated database, in memory or on the Postgres server in `TEST_DATABASE_URL`. What is in it is
 * gone when it is closed.
 */
export async function testDatabase(): Promise<Database & { url?: string }> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return embeddedTestDatabase()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const onServer = async (sql: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  await onServer(`CREATE DATABASE ${name}`)
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  // no limit: on a loaded machine, filling a database takes longer than a server waits for a statement
  const database = await openDatabase({ url, limitsStatements: false })
  await migrate(database.pool)
  // If this connection becomes the one that listens, it would report these reads ten seconds later, while a test counts others.
  await database.pool.query('SELECT pg_stat_force_next_flush()')
  return {
    ...database,
    url,
    async close() {
      await database.close()
      await onServer(`DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

/** Databases in memory that a test has closed, for the next test of this process. Opening one takes half a second. */
const closed: PGlite[] = []
let fresh: Snapshot | undefined

async function embeddedTestDatabase(): Promise<Database> {
  const used = closed.pop()
  if (used && fresh && (await restoreSnapshot(used, fresh))) return reusable(used)
  await used?.close()
  const { lite } = await openEmbedded()
  const database = reusable(lite)
  await migrate(database.pool)
  fresh ??= await takeSnapshot(lite)
  return database
}

const reusable = (lite: PGlite): Database =>
  embeddedDatabase({ lite, disk: null }, async () => {
    // vitest ends its workers; any other process would wait for an open database
    if (process.env.VITEST && closed.length === 0) closed.push(lite)
    else await lite.close()
  })
