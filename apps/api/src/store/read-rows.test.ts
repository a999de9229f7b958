import { Prisma } from '@tegenzet/db'
import { testDatabase } from '@tegenzet/db/testing'
import { beforeAll, expect, test } from 'vitest'
import { ZodError, z } from 'zod'
import { readRows } from './read-rows.ts'
import { type Db, openStore } from './transaction.ts'

let db: Db
beforeAll(async () => {
  const database = await testDatabase()
  db = openStore(database, { appended() {}, revoked() {} })
  return () => database.close()
})

const player = z.object({ id: z.int(), name: z.string() })

test('columns with a dot in their name become objects', async () => {
  const query = Prisma.sql`SELECT 1 AS id, 2 AS "a.player.id", 'Ann' AS "a.player.name", NULL AS "a.at"`
  const schema = z.object({ id: z.int(), a: z.object({ player, at: z.date().nullable() }) })
  expect(await readRows(db, schema, query)).toEqual([
    { id: 1, a: { player: { id: 2, name: 'Ann' }, at: null } },
  ])
})

test('an object whose columns are all null is null', async () => {
  const query = Prisma.sql`SELECT 1 AS id, NULL AS "player.id", NULL AS "player.name"`
  const schema = z.object({ id: z.int(), player: player.nullable() })
  expect(await readRows(db, schema, query)).toEqual([{ id: 1, player: null }])
})

test('a row that does not match its schema is an error', async () => {
  const query = Prisma.sql`SELECT 1 AS id, 2 AS name`
  await expect(readRows(db, player, query)).rejects.toThrow(ZodError)
})
