import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { areOldProcessesGone } from '../../store/old-processes.ts'
import { readRow } from '../../store/read-rows.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'

/**
 * Drops the positions that were stored before they followed from the moves, a day after the upgrade. Until then processes of
 * the earlier release may need them, and triggers add new ones. A new database has none.
 * @returns how many tables were dropped
 */
export async function dropPositions(db: Db, now: Date): Promise<number> {
  if (!(await arePositionsStored(db)) || !(await areOldProcessesGone(db, 'positions_from_moves', now)))
    return 0
  await inTransaction(db, async (tx) => {
    // it waits for statements that use games, and others wait for it. If that takes too long, the next run tries again
    await tx.$executeRaw`SET LOCAL lock_timeout = '500ms'`
    await tx.$executeRaw`LOCK TABLE games, moves, positions IN ACCESS EXCLUSIVE MODE`
    await tx.$executeRaw`DROP TABLE positions`
    await tx.$executeRaw`DROP FUNCTION keep_first_position, keep_position, skip_kept_position CASCADE`
  })
  return 1
}

const yes = z.object({ is: z.boolean() })

const arePositionsStored = async (db: Db): Promise<boolean> =>
  (await readRow(db, yes, Prisma.sql`SELECT to_regclass('positions') IS NOT NULL AS "is"`)).is
