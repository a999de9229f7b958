import type { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { readRow, readRows } from './read-rows.ts'
import type { Tx } from './transaction.ts'

const row = z.object({ id: z.int() })

/** Runs a query whose only column is `id`. */
export async function readIds(tx: Tx, query: Prisma.Sql): Promise<number[]> {
  const rows = await readRows(tx, row, query)
  return rows.map(({ id }) => id)
}

/** Runs a query that has one row, with the column `id`. @throws if it has none */
export async function readId(tx: Tx, query: Prisma.Sql): Promise<number> {
  const { id } = await readRow(tx, row, query)
  return id
}
