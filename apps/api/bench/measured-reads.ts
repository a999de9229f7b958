import { reportReads } from '../test/reads/counted-rows.ts'
import type { TestServer } from '../test/server/harness.ts'

export interface Reads {
  /** Rows of tables and entries of indexes. */
  rows: number
  /** Of tables and indexes, from the cache or the disk. */
  pages: number
  /** Until the database had answered all statements. */
  databaseMs: number
}

const COUNTS = `
  SELECT ((SELECT sum(seq_tup_read) FROM pg_stat_user_tables)
      + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes))::float8 AS rows,
    (SELECT sum(heap_blks_read + heap_blks_hit + coalesce(idx_blks_read, 0) + coalesce(idx_blks_hit, 0)
      + coalesce(toast_blks_read, 0) + coalesce(toast_blks_hit, 0)) FROM pg_statio_user_tables)::float8 AS pages`

/** Makes a function that measures what a call or a task reads of the server's database. Nothing else may use it meanwhile. */
export function createMeter({ app, database }: TestServer): (run: () => Promise<unknown>) => Promise<Reads> {
  let databaseMs = 0
  database.onStatement((_, seconds) => {
    databaseMs += seconds * 1000
  })
  const count = async (): Promise<Omit<Reads, 'databaseMs'>> => {
    await reportReads(database)
    return (await database.pool.query(COUNTS)).rows[0]
  }
  return async (run) => {
    // what earlier calls left to write does not count
    await app.writeLastUses()
    const before = await count()
    databaseMs = 0
    await run()
    const ms = databaseMs
    const after = await count()
    return { rows: after.rows - before.rows, pages: after.pages - before.pages, databaseMs: ms }
  }
}

/** The plans of the statements of a call or a task that take longer than a moment, as `auto_explain` writes them. */
export async function explainReads({ database: { pool } }: TestServer, run: () => Promise<unknown>) {
  const plans: string[] = []
  // one is never free: it listens
  const clients = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()))
  for (const client of clients) {
    await client.query(`LOAD 'auto_explain'`)
    await client.query(
      `SET auto_explain.log_level = notice; SET auto_explain.log_analyze = on; SET auto_explain.log_min_duration = 1`,
    )
    client.on('notice', ({ message }) => plans.push(message ?? ''))
    client.release()
  }
  await run()
  for (const client of clients) await client.query('SET auto_explain.log_min_duration = -1')
  return plans
}
