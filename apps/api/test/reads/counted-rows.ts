import { type Database, openDatabase } from '@tegenzet/db'
import { openQueues } from '../../src/jobs/queues.ts'
import { commitListeners } from '../../src/store/commit-listeners.ts'
import { type Db, openStore } from '../../src/store/transaction.ts'
import type { TestServer } from '../server/harness.ts'

const COUNTS = `
  SELECT (SELECT sum(seq_tup_read) FROM pg_stat_user_tables)::int
      + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes)::int AS read,
    (SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_user_tables)::int AS changed`

interface CountedRows {
  read: number
  changed: number
}

/** Postgres would rather read all of a table that is small here than look for many of its rows. On a grown site it does not. */
const SCANS = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
}

/**
 * Values of `plan_cache_mode`. A prepared statement may go over to a generic plan from its sixth execution on a connection;
 * forced, it does so at once. The other one plans each execution for its parameters, however many came before.
 */
export const PLANS = ['force_custom_plan', 'force_generic_plan'] as const

/** A server's database with one connection, so that it can be told to write down which rows it has counted. */
export interface CountingDatabase {
  count(run: (store: Db) => Promise<unknown>): Promise<CountedRows>
  plan(mode: (typeof PLANS)[number]): Promise<unknown>
  close(): Promise<void>
}

/**
 * Makes all idle connections report what they have read. Otherwise they may do so ten seconds later, while a test counts
 * something else.
 */
export async function reportReads(...databases: readonly Pick<Database, 'pool'>[]): Promise<void> {
  for (const { pool } of databases) {
    const connections = Array.from({ length: pool.totalCount })
    await Promise.all(connections.map(() => pool.query('SELECT pg_stat_force_next_flush()')))
  }
}

export async function openCountingDatabase(server: TestServer): Promise<CountingDatabase> {
  const { url } = server.database as { url?: string }
  const database: Database = url ? await openDatabase({ url, maxConnections: 1 }) : server.database
  const store = openStore(database, commitListeners(), openQueues(database, server.deps.log))
  for (const [plan, value] of Object.entries(SCANS)) await database.pool.query(`SET ${plan} = ${value}`)
  const counts = async () => {
    await reportReads(server.database, database)
    return (await database.pool.query<CountedRows>(COUNTS)).rows[0]!
  }
  return {
    async count(run) {
      const before = await counts()
      await run(store)
      const after = await counts()
      return { read: after.read - before.read, changed: after.changed - before.changed }
    },
    plan: (mode) => database.pool.query(`SET plan_cache_mode = ${mode}`),
    async close() {
      await database.pool.query('RESET plan_cache_mode')
      for (const plan of Object.keys(SCANS)) await database.pool.query(`RESET ${plan}`)
      if (database !== server.database) await database.close()
    },
  }
}
