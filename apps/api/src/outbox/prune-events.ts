import type { Deps } from '../deps.ts'
import { deleteInBatches } from '../store/delete-in-batches.ts'
import type { Tx } from '../store/transaction.ts'

/** Streams replay one day. A week helps to find out what went wrong. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Deletes old events. Keeps those that a consumer has not processed, the last one it has, and the last event of each
 * running game, which streams start with.
 * @returns how many
 */
export function pruneEvents({ now }: Pick<Deps, 'now'>, tx: Tx): Promise<number> {
  const before = new Date(now().getTime() - KEPT_MS)
  return deleteInBatches(
    (limit) => tx.$executeRaw`
      DELETE FROM events WHERE id IN (
        SELECT id FROM events e WHERE created_at < ${before}::timestamptz
          AND NOT EXISTS (
            SELECT FROM consumer_offsets o LEFT JOIN events last ON last.id = o.event_id
            WHERE (e.tx, e.id) >= (coalesce(last.tx, '0'), coalesce(last.id, 0)))
          AND NOT EXISTS (
            SELECT FROM games g WHERE g.id = e.game_id AND g.version = e.version AND e.type = 'game'
              AND g.status IN ('active', 'claimed'))
        ORDER BY created_at LIMIT ${limit}
      )`,
  )
}
