import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from './open-database.ts'
import { vacuumTables } from './vacuum-tables.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'vacuum-'))
let database: Database
beforeAll(async () => {
  database = await openDatabase({ dataDir })
  await vacuumTables(database.pool)
})
afterAll(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true })
})

const numberOf = async (sql: string): Promise<number> =>
  Number(Object.values((await database.pool.query(sql)).rows[0])[0])
const bytesOf = (table: string) => numberOf(`SELECT pg_total_relation_size('${table}')`)
const logFiles = () =>
  readdirSync(join(dataDir, 'postgres/pg_wal')).filter((name) => name.length === 24).length

/** As long as a large analysis, and different each time, so that it is not compressed to nothing. */
const text = (n: number) =>
  Array.from({ length: 20_000 }, (_, i) => ((i * 7919 + n * 104_729) % 1_000_003).toString(36)).join('')

test('a text that is saved again and again takes a few times its size, and not each of its versions', async () => {
  await database.pool.query('CREATE TABLE saved (id int PRIMARY KEY, tree text)')
  await database.pool.query('INSERT INTO saved VALUES (1, $1)', [text(0)])
  const bytes = await bytesOf('saved')
  for (let n = 1; n <= 200; n++) {
    await database.pool.query('UPDATE saved SET tree = $1', [text(n)])
    if (n % 20 === 0) await vacuumTables(database.pool)
  }
  expect(await bytesOf('saved')).toBeLessThan(25 * bytes)
})

test('a table is vacuumed and analysed after a fifth and a tenth of its rows and 50 more', async () => {
  const { pool } = database
  await pool.query('CREATE TABLE thousand AS SELECT n FROM generate_series(1, 1000) AS n')
  await vacuumTables(pool)
  expect(await numberOf(`SELECT reltuples FROM pg_class WHERE relname = 'thousand'`)).toBe(1000)
  const counts = async () => {
    await vacuumTables(pool)
    await pool.query('SELECT pg_stat_force_next_flush()')
    const { rows } = await pool.query(
      `SELECT vacuum_count::int AS vacuums, analyze_count::int AS analyses FROM pg_stat_user_tables WHERE relname = 'thousand'`,
    )
    return rows[0]
  }
  const before = await counts()
  await pool.query('DELETE FROM thousand WHERE n <= 150')
  expect(await counts()).toEqual(before)
  await pool.query('DELETE FROM thousand WHERE n <= 151')
  expect(await counts()).toEqual({ ...before, analyses: before.analyses + 1 })
  await pool.query('DELETE FROM thousand WHERE n <= 251')
  expect((await counts()).vacuums).toBe(before.vacuums + 1)
})

test('the log is cut when it has become longer than 16 MB, and does not grow until the server stops', async () => {
  await database.pool.query(
    `CREATE TABLE filler AS SELECT n, repeat('x', 500) AS text FROM generate_series(1, 100000) AS n`,
  )
  expect(logFiles()).toBeGreaterThan(50)
  await vacuumTables(database.pool)
  expect(logFiles()).toBeLessThan(20)
})
