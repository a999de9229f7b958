import type { Prisma } from '@tegenzet/db'
import type { z } from 'zod'
import { existing } from './existing.ts'
import { type Db, runSql } from './transaction.ts'

/**
 * Runs a query and parses its rows. A column named `player.id` becomes the field `id` of an object `player`, which is null
 * if all its columns are (an outer join without a match).
 * @throws ZodError if a row does not match the schema
 */
export async function readRows<T>(db: Db, schema: z.ZodType<T>, query: Prisma.Sql): Promise<T[]> {
  const rows = await runSql<Columns>(db, query)
  // most queries have no objects, and copying their rows would take longer than parsing them
  const hasObjects = Object.keys(rows[0] ?? {}).some((name) => name.includes('.'))
  return rows.map((row) => schema.parse(hasObjects ? nest(row) : row))
}

/** Runs a query that has one row whatever is stored, such as an aggregate. @throws if it has none */
export async function readRow<T>(db: Db, schema: z.ZodType<T>, query: Prisma.Sql): Promise<T> {
  return existing((await readRows(db, schema, query))[0])
}

type Columns = Record<string, unknown>

function nest(columns: Columns): Columns {
  const row: Columns = {}
  const objects: Record<string, Columns> = {}
  for (const [name, value] of Object.entries(columns)) {
    const dot = name.indexOf('.')
    if (dot < 0) row[name] = value
    else {
      const key = name.slice(0, dot)
      const object = objects[key] ?? {}
      object[name.slice(dot + 1)] = value
      objects[key] = object
    }
  }
  for (const [name, object] of Object.entries(objects))
    row[name] = Object.values(object).every((value) => value === null) ? null : nest(object)
  return row
}
