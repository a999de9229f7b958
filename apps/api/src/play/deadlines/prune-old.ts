import { Prisma } from '@tegenzet/db'
import type { Deps } from '../../deps.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** What is kept for a while only, and how long. */
const KEPT = [
  { table: Prisma.sql`deliveries`, days: 7, unless: Prisma.sql`state = 'pending'` },
  { table: Prisma.sql`mails`, days: 30, unless: Prisma.sql`state = 'waiting'` },
  { table: Prisma.sql`notifications`, days: 90, unless: Prisma.sql`false` },
]

/**
 * Removes the log of webhooks, the notices and the mails that are old.
 * @returns how many
 */
export async function pruneOld({ database: { prisma }, now }: Deps): Promise<number> {
  let pruned = 0
  for (const { table, days, unless } of KEPT) {
    const before = new Date(now().getTime() - days * DAY_MS)
    for (let count = 1000; count === 1000; pruned += count)
      // a little at a time: a long transaction would hold up everybody else
      count = await prisma.$executeRaw`
        DELETE FROM ${table} WHERE id IN (
          SELECT id FROM ${table} WHERE created_at < ${before}::timestamptz AND NOT (${unless})
          ORDER BY created_at LIMIT 1000
        )`
  }
  return pruned
}
