import type { Deps } from '../../deps.ts'
import { deleteInBatches } from '../../store/delete-in-batches.ts'
import type { Db } from '../../store/transaction.ts'

const KEPT_MS = 2 * 24 * 60 * 60 * 1000

/**
 * Deletes challenges that were closed days ago and led to no game, except reported ones. By a partial index, whose
 * condition must be repeated as a literal.
 * @returns how many
 */
export function pruneChallenges({ now }: Pick<Deps, 'now'>, db: Db): Promise<number> {
  const before = new Date(now().getTime() - KEPT_MS)
  return deleteInBatches(
    (limit) => db.$executeRaw`
      DELETE FROM challenges WHERE id IN (
        SELECT c.id FROM challenges c
        WHERE c.state <> 'open' AND c.game_id IS NULL AND c.closed_at < ${before}::timestamptz
          AND NOT EXISTS (SELECT FROM reports r WHERE r.challenge_id = c.id)
        LIMIT ${limit})`,
  )
}
