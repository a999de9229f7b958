import type { listMatchesQuery, MatchSummary } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import type { z } from 'zod'
import type { Refusal } from '../../refusal.ts'
import { decodeCursor, keyId, type Page, pageOf } from '../../store/page.ts'
import type { Tx } from '../../store/transaction.ts'
import { queryMatches } from './match-store.ts'
import { matchSummary } from './match-view.ts'

/** Newest first. */
export async function listMatches(
  tx: Tx,
  { club, state, limit, cursor }: z.output<typeof listMatchesQuery>,
): Promise<Result<Page<MatchSummary>, Refusal>> {
  const before = decodeCursor(cursor, keyId)
  if (!before.ok) return before
  const found =
    club === undefined ? null : await tx.club.findUnique({ where: { slug: club }, select: { id: true } })
  if (club !== undefined && !found) return ok({ items: [], nextCursor: null })
  const where = [
    Prisma.sql`true`,
    ...(before.value === undefined ? [] : [Prisma.sql`m.id < ${before.value}`]),
    ...(found ? [Prisma.sql`(m.club_a_id = ${found.id} OR m.club_b_id = ${found.id})`] : []),
    ...(state ? [Prisma.sql`m.state = ${state}::match_state`] : []),
  ]
  const rows = await queryMatches(
    tx,
    Prisma.sql`WHERE ${Prisma.join(where, ' AND ')} ORDER BY m.id DESC LIMIT ${limit + 1}`,
  )
  return ok(pageOf(rows, limit, ({ id }) => id, matchSummary))
}
