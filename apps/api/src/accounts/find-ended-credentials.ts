import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { readRows } from '../store/read-rows.ts'
import type { Db } from '../store/transaction.ts'
import { isSanctioned } from './access/sanctions-in-force.ts'

/** @returns those of the credentials (`Caller.credential`) that were revoked or have expired, or whose account is closed */
export async function findEndedCredentials(
  db: Db,
  credentials: readonly string[],
  now: Date,
): Promise<string[]> {
  const idsOf = (kind: string) =>
    credentials.filter((each) => each.startsWith(`${kind}:`)).map((each) => each.slice(kind.length + 1))
  const isOpen = Prisma.sql`NOT ${isSanctioned(Prisma.sql`a.player_id`, 'close', now)}`
  const rows = await readRows(
    db,
    z.object({ credential: z.string() }),
    Prisma.sql`
      SELECT 'session:' || s.id AS credential FROM sessions s JOIN accounts a ON a.id = s.account_id
      WHERE s.id = ANY(${idsOf('session').map(Number)}::int[]) AND s.expires_at > ${now}::timestamptz AND ${isOpen}
      UNION ALL
      SELECT 'token:' || t.id FROM tokens t JOIN accounts a ON a.id = t.account_id
      WHERE t.id = ANY(${idsOf('token')}::uuid[]) AND (t.expires_at IS NULL OR t.expires_at > ${now}::timestamptz)
        AND ${isOpen}
      UNION ALL
      SELECT 'app:' || t.id FROM access_tokens t JOIN accounts a ON a.id = t.account_id
      WHERE t.id = ANY(${idsOf('app').map(Number)}::int[]) AND t.expires_at > ${now}::timestamptz AND ${isOpen}`,
  )
  const valid = new Set(rows.map(({ credential }) => credential))
  return credentials.filter((credential) => !valid.has(credential))
}
