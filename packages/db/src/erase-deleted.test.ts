import { afterAll, beforeAll, expect, test } from 'vitest'
import { deletedEraser } from './erase-deleted.ts'
import { type Database, openDatabase } from './open-database.ts'

let database: Database
beforeAll(async () => {
  database = await openDatabase({})
  // the tables of the template would only take time
  await database.pool.query(
    'DROP SCHEMA IF EXISTS public CASCADE; DROP SCHEMA IF EXISTS pgboss CASCADE; CREATE SCHEMA public',
  )
  for (const name of ['a', 'b', 'c', 'd'])
    await database.pool.query(
      `CREATE TABLE ${name} AS SELECT n, 'x' AS text FROM generate_series(1, 100) AS n`,
    )
})
afterAll(() => database.close())

const files = async (): Promise<Record<string, number>> => {
  const { rows } = await database.pool.query(
    `SELECT relname, relfilenode FROM pg_class WHERE relname ~ '^[a-d]$'`,
  )
  return Object.fromEntries(rows.map(({ relname, relfilenode }) => [relname, relfilenode]))
}
const room = () => Number.POSITIVE_INFINITY

test('after the first time, only tables whose rows were changed or deleted are written anew', async () => {
  const { pool } = database
  const erase = deletedEraser(pool, room)
  expect(await erase()).toBe(4)
  const before = await files()
  await pool.query(
    `DELETE FROM b WHERE n = 1; UPDATE c SET text = 'y' WHERE n = 1; INSERT INTO d VALUES (101, 'z')`,
  )
  expect(await erase()).toBe(2)
  const { b, c, ...others } = await files()
  expect(others).toEqual({ a: before.a, d: before.d })
  expect([b, c]).not.toEqual([before.b, before.c])
})

test('a run that is cut short is continued where it ended, after a restart too', async () => {
  const inOrder = async () =>
    Object.entries(await files())
      .sort(([, a], [, b]) => a - b)
      .map(([name]) => name)
  const [first, second, third, fourth] = await inOrder()
  const stopped = new AbortController()
  let tables = 0
  const cutShort = deletedEraser(database.pool, () => {
    if (++tables === 2) stopped.abort()
    return room()
  })
  expect(await cutShort(stopped.signal)).toBe(2)
  expect(await inOrder()).toEqual([third, fourth, first, second])
})

test('a table for which the disk has no room is left as it is, and named', async () => {
  const before = await files()
  await expect(deletedEraser(database.pool, () => 0)()).rejects.toThrow(
    /no room on the disk to write (\w, ){3}\w anew/,
  )
  expect(await files()).toEqual(before)
})
