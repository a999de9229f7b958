import { Prisma } from '@tegenzet/db'
import { z } from 'zod'

/** The columns of a query: for each its SQL expression and the schema of its values. */
type Columns = Record<string, readonly [Prisma.Sql, z.ZodType]>

/**
 * Columns that are written once.
 * @returns what goes after SELECT, and the schema by which `readRows` parses the rows
 */
export function defineColumns<C extends Columns>(columns: C) {
  const expressions = Object.entries(columns).map(
    ([name, [expression]]) => Prisma.sql`${expression} AS ${Prisma.raw(`"${name}"`)}`,
  )
  const shape = Object.fromEntries(Object.entries(columns).map(([name, [, schema]]) => [name, schema]))
  return {
    select: Prisma.join(expressions, ', '),
    schema: z.object(shape as { [Name in keyof C]: C[Name][1] }),
  }
}
