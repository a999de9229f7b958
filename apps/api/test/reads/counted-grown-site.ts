import { startServer, type TestServer } from '../server/harness.ts'
import { type CountingDatabase, openCountingDatabase } from './counted-rows.ts'
import { fillGrownSite } from './grown-site.ts'

export interface CountedGrownSite {
  server: TestServer
  database: CountingDatabase
  close(): Promise<void>
}

/** Starts a server on a grown site, with what a test adds to it, and a database that counts what is read. */
export async function startCountedGrownSite(sql: string): Promise<CountedGrownSite> {
  const server = await startServer()
  await fillGrownSite(server.database, server.clock.now())
  await server.database.pool.query(`${sql}; ANALYZE`)
  const database = await openCountingDatabase(server)
  return {
    server,
    database,
    async close() {
      await database.close()
      await server.close()
    },
  }
}
