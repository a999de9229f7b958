import type { Deps } from '../../deps.ts'
import { deleteInBatches } from '../../store/delete-in-batches.ts'
import type { Tx } from '../../store/transaction.ts'

const DAY_MS = 86_400_000

/** Deletes the records of reminders for turns that are over. @returns how many */
export function pruneSentReminders({ now }: Pick<Deps, 'now'>, tx: Tx): Promise<number> {
  const before = new Date(now().getTime() - DAY_MS)
  return deleteInBatches(
    (limit) => tx.$executeRaw`
      DELETE FROM sent_reminders WHERE (game_id, ply, reminder) IN (
        SELECT s.game_id, s.ply, s.reminder FROM sent_reminders s JOIN games g ON g.id = s.game_id
        WHERE s.created_at < ${before}::timestamptz AND (g.ply <> s.ply OR g.status NOT IN ('active', 'claimed'))
        LIMIT ${limit})`,
  )
}
