import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '@tegenzet/db'
import { testDatabase } from '@tegenzet/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mappedTables } from '../../src/privacy/map/personal-data.ts'

const SCHEMA = join(import.meta.dirname, '../../../../prisma/schema.prisma')

/** The database's names of each model and its fields. */
function databaseNames(): Map<string, { table: string; columns: Map<string, string> }> {
  const models = new Map<string, { table: string; columns: Map<string, string> }>()
  for (const [, model, body] of readFileSync(SCHEMA, 'utf8').matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)) {
    const table = /@@map\("(\w+)"\)/.exec(body!)?.[1] ?? model!
    const fields = [...body!.matchAll(/^ {2}(\w+) .*$/gm)]
    const columns = fields.map(
      ([line, field]) => [field!, /@map\("(\w+)"\)/.exec(line)?.[1] ?? field!] as const,
    )
    models.set(model!, { table, columns: new Map(columns) })
  }
  return models
}

/** Prisma does not know the type of these columns: the order of the outbox. */
const OTHER_COLUMNS = ['events.tx']
/** Their rows contain copies for several people, in which erasure replaces the name. */
const SHARED = ['events']

const names = databaseNames()
const mapped = mappedTables().map(({ model, columns, parts }) => {
  const { table, columns: inDatabase } = names.get(model)!
  const fields = Object.values(columns).flat()
  return { table, columns: fields.map((field) => `${table}.${inDatabase.get(field)}`), parts }
})

const HOW = `
The map of personal data says what export and erasure do with each column: apps/api/src/privacy/map/.
- A new column: add its field to \`copied\`, \`secret\`, \`repeated\` or \`other\` of its table there.
- A new table: add a \`table(…)\`. If its rows are about a person, add a part: which rows, and what erasure does with them.`

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database?.close())

const IS_PARTITION = '(SELECT relispartition FROM pg_class WHERE oid = to_regclass(table_name))'

const missingColumns = async (): Promise<string[]> => {
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' AND NOT ${IS_PARTITION} ORDER BY 1`,
  )
  const known = new Set([...OTHER_COLUMNS, ...mapped.flatMap(({ columns }) => columns)])
  return rows.map(({ name }) => name).filter((name) => !known.has(name))
}

/** Columns that refer to a player or an account, by a foreign key or by their name, in tables without parts. */
const unselectedColumns = async (): Promise<string[]> => {
  const { rows } = await database.pool.query<{ table: string; column: string }>(
    `SELECT c.table_name AS table, c.column_name AS column FROM information_schema.columns c
     WHERE c.table_schema = 'public' AND NOT ${IS_PARTITION} AND (
       c.column_name ~ '(^|_)(account|player|user|actor)(_id|_ids)?$'
       OR EXISTS (
         SELECT FROM pg_constraint f JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = ANY(f.conkey)
         WHERE f.contype = 'f' AND f.conrelid = to_regclass(c.table_name) AND a.attname = c.column_name
           AND f.confrelid IN ('players'::regclass, 'accounts'::regclass)))
     ORDER BY 1, 2`,
  )
  const selected = new Set([
    ...SHARED,
    ...mapped.filter(({ parts }) => parts.length > 0).map(({ table }) => table),
  ])
  return rows.filter(({ table }) => !selected.has(table)).map(({ table, column }) => `${table}.${column}`)
}

describe('the map of personal data', () => {
  test('has every column of the database', async () => {
    expect(await missingColumns(), `These columns are not in the map.\n${HOW}`).toEqual([])
  })

  test('selects the rows of every table that refers to a person', async () => {
    expect(await unselectedColumns(), `These columns refer to a person.\n${HOW}`).toEqual([])
  })

  test('names each list of the copy once', () => {
    const lists = mapped.flatMap(({ parts }) => parts.flatMap(({ list }) => list ?? []))
    expect(lists.filter((list, n) => lists.indexOf(list) !== n)).toEqual([])
  })

  test('lacks a column that somebody adds and forgets', async () => {
    await database.pool.query('ALTER TABLE games ADD COLUMN mentor_id integer REFERENCES players (id)')
    await database.pool.query('CREATE TABLE sponsors (account_id integer NOT NULL)')
    expect(await missingColumns()).toEqual(['games.mentor_id', 'sponsors.account_id'])
    expect(await unselectedColumns()).toEqual(['sponsors.account_id'])
  })
})
