import { ok, type Result } from '@tegenzet/common'
import { z } from 'zod'
import { type Refusal, refuse } from '../refusal.ts'
import { decodeCursor, keyId } from './page.ts'

/** The status of a page's entries and the id of its last one: a cursor works for one status only. */
const cursorSchema = z.tuple([z.string().max(20), keyId])

export interface QueuePage {
  where: { id?: { gt?: number; lt?: number } }
  orderBy: { id: 'asc' | 'desc' }
  take: number
}

/**
 * The part of a query for a page of a review queue: open entries oldest first, all others newest first.
 * @param what the entries, for the refusal
 */
export function queuePage(
  { status, limit, cursor }: { status: string; limit: number; cursor?: string | undefined },
  what: string,
): Result<QueuePage, Refusal> {
  const decoded = decodeCursor(cursor, cursorSchema)
  if (!decoded.ok) return decoded
  const [cursorStatus, id] = decoded.value ?? []
  if (cursorStatus !== undefined && cursorStatus !== status)
    return refuse('validation', `The cursor does not belong to the list of ${status} ${what}.`)
  const oldestFirst = status === 'open'
  return ok({
    where: id === undefined ? {} : { id: oldestFirst ? { gt: id } : { lt: id } },
    orderBy: { id: oldestFirst ? 'asc' : 'desc' },
    take: limit + 1,
  })
}
