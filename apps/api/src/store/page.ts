import { ok, type Result } from '@tegenzet/rules'
import { z } from 'zod'
import { type Refusal, refuse } from '../refusal.ts'

/** The largest id that an integer column holds. */
export const MAX_ID = 2 ** 31 - 1
export const keyId = z.int().min(0).max(MAX_ID)
/** A time as the key of a list, in milliseconds since the epoch. */
export const keyMoment = z
  .int()
  .min(0)
  .max(Date.UTC(9999, 11, 31))

export interface Page<T> {
  items: T[]
  nextCursor: string | null
}

/**
 * A page of a list. `rows` has one row more than `limit` if there is another page. The cursor holds the key of the last row
 * shown (keyset paging).
 */
export function pageOf<Row, T>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => unknown,
  view: (row: Row) => T,
): Page<T> {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { items: shown.map(view), nextCursor: last === undefined ? null : encodeCursor(keyOf(last)) }
}

const encodeCursor = (key: unknown): string => Buffer.from(JSON.stringify(key)).toString('base64url')

/** The key in a cursor; undefined where none was sent. */
export function decodeCursor<Key>(
  cursor: string | undefined,
  schema: z.ZodType<Key>,
): Result<Key | undefined, Refusal> {
  if (cursor === undefined) return ok(undefined)
  try {
    return ok(schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString())))
  } catch {
    return refuse('validation', 'The cursor is not one that this list gave: leave it out to begin anew.')
  }
}
