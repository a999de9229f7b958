import type { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { readRow, readRows } from './read-rows.ts'
import type { Db } from './transaction.ts'

const row = z.object({ id: z.int() })

/** Runs a query whose only column is `id`. */
export async function readIds(db: Db, query: Prisma.Sql): Promise<number[]> {
  const rows = await readRows(db, row, query)
  return rows.map(({ id }) => id)
}

/** Runs a query that has one row, with the column `id`. @throws if it has none */
export async function readId(db: Db, query: Prisma.Sql): Promise<number> {
  const { id } = await readRow(db, row, query)
  return id
}
