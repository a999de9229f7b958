import { ok, type Result } from '@tegenzet/common'
import { MAX_PAGE, text } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { type Refusal, refuse } from '../refusal.ts'

/** The largest id that an integer column holds. */
export const MAX_ID = 2 ** 31 - 1
export const keyId = z.int().min(0).max(MAX_ID)
/** A time as a cursor's key, in milliseconds since the epoch. */
export const keyMoment = z
  .int()
  .min(0)
  .max(Date.UTC(9999, 11, 31))

/** A username in lower case as a cursor's key. */
export const keyName = text(1, 50)

/**
 * The first rows of a query. The constant tells Postgres that they are few: when it plans a prepared statement it takes a
 * limit that is a parameter for a tenth of all rows, and then it plans the statement again each time.
 * @param limit at most `MAX_PAGE` + 1
 */
export const firstRows = (query: Prisma.Sql, order: Prisma.Sql, limit: number): Prisma.Sql => Prisma.sql`(
  SELECT * FROM (${query} ORDER BY ${order} LIMIT ${MOST_ROWS}) page ORDER BY ${order} LIMIT ${limit})`

/** One more than a page has, to know whether there is another one. */
const MOST_ROWS = Prisma.raw(`${MAX_PAGE + 1}`)

export interface Page<T> {
  items: T[]
  nextCursor: string | null
}

/**
 * Makes a page with keyset paging: its cursor is the key of its last row.
 * @param rows up to `limit` + 1; the additional row means that there is another page
 * @param readUpTo the key of the last row that was looked at, if rows after it were not: the next page begins there
 */
export function pageOf<Row, T>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => unknown,
  view: (row: Row) => T,
  readUpTo?: unknown,
): Page<T> {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  const key = last === undefined ? readUpTo : keyOf(last)
  return { items: shown.map(view), nextCursor: key === undefined ? null : encodeCursor(key) }
}

const encodeCursor = (key: unknown): string => Buffer.from(JSON.stringify(key)).toString('base64url')

/** Parses the key in a cursor. @returns undefined if no cursor was sent */
export function decodeCursor<Key>(
  cursor: string | undefined,
  schema: z.ZodType<Key>,
): Result<Key | undefined, Refusal> {
  if (cursor === undefined) return ok(undefined)
  try {
    return ok(schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString())))
  } catch {
    return refuse('validation', 'The cursor is not from this list. Omit it to get the first page.')
  }
}
