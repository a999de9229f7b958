import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { readRows } from '../store/read-rows.ts'
import type { Tx } from '../store/transaction.ts'

/** @returns those of the credentials (`Caller.credential`) that were revoked or have expired */
export async function findEndedCredentials(
  tx: Tx,
  credentials: readonly string[],
  now: Date,
): Promise<string[]> {
  const idsOf = (kind: string) =>
    credentials.filter((each) => each.startsWith(`${kind}:`)).map((each) => each.slice(kind.length + 1))
  const rows = await readRows(
    tx,
    z.object({ credential: z.string() }),
    Prisma.sql`
      SELECT 'session:' || id AS credential FROM sessions
      WHERE id = ANY(${idsOf('session').map(Number)}::int[]) AND expires_at > ${now}::timestamptz
      UNION ALL
      SELECT 'token:' || id FROM tokens
      WHERE id = ANY(${idsOf('token')}::uuid[]) AND (expires_at IS NULL OR expires_at > ${now}::timestamptz)
      UNION ALL
      SELECT 'app:' || id FROM access_tokens
      WHERE id = ANY(${idsOf('app').map(Number)}::int[]) AND expires_at > ${now}::timestamptz`,
  )
  const valid = new Set(rows.map(({ credential }) => credential))
  return credentials.filter((credential) => !valid.has(credential))
}
