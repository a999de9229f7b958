import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { readRow } from './read-rows.ts'
import type { Db } from './transaction.ts'

/** How long restarting all processes one after the other may take. */
const RESTART_MS = 24 * 3_600_000

const row = z.object({ gone: z.boolean() })

/** Presumes that all processes of earlier releases have ended a day after this migration. */
export async function areOldProcessesGone(db: Db, migration: string, now: Date): Promise<boolean> {
  const { gone } = await readRow(
    db,
    row,
    Prisma.sql`
      SELECT EXISTS (
        SELECT FROM "_prisma_migrations" WHERE migration_name LIKE ${`%_${migration}`}
          AND finished_at <= ${new Date(now.getTime() - RESTART_MS)}::timestamptz
      ) AS gone`,
  )
  return gone
}
