import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { readRow } from '../../store/read-rows.ts'
import { inTransaction, type Tx } from '../../store/transaction.ts'

/** For the restart of all processes, one after the other. */
const KEPT_MS = 24 * 3_600_000

/**
 * Drops the positions that were stored before they followed from the moves, a day after the upgrade. Until then processes of
 * the earlier release may need them, and triggers add new ones. A new database has none.
 * @returns how many tables were dropped
 */
export async function dropPositions(tx: Tx, now: Date): Promise<number> {
  if (!(await arePositionsStored(tx)) || (await wereUpgradedAfter(tx, now.getTime() - KEPT_MS))) return 0
  await inTransaction(tx, async (tx) => {
    // it waits for statements that use games, and others wait for it. If that takes too long, the next run tries again
    await tx.$executeRaw`SET LOCAL lock_timeout = '500ms'`
    await tx.$executeRaw`LOCK TABLE games, moves, positions IN ACCESS EXCLUSIVE MODE`
    await tx.$executeRaw`DROP TABLE positions`
    await tx.$executeRaw`DROP FUNCTION keep_first_position, keep_position, skip_kept_position CASCADE`
  })
  return 1
}

const yes = z.object({ is: z.boolean() })

const arePositionsStored = async (tx: Tx): Promise<boolean> =>
  (await readRow(tx, yes, Prisma.sql`SELECT to_regclass('positions') IS NOT NULL AS "is"`)).is

const wereUpgradedAfter = async (tx: Tx, at: number): Promise<boolean> =>
  (
    await readRow(
      tx,
      yes,
      Prisma.sql`
        SELECT EXISTS (
          SELECT FROM "_prisma_migrations"
          WHERE migration_name LIKE '%_positions_from_moves' AND finished_at > ${new Date(at)}::timestamptz
        ) AS "is"`,
    )
  ).is
