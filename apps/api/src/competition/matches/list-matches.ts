import { ok, type Result } from '@tegenzet/common'
import type { listMatchesQuery, MatchSummary } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { z } from 'zod'
import type { Refusal } from '../../refusal.ts'
import { decodeCursor, keyId, type Page, pageOf } from '../../store/page.ts'
import type { Db } from '../../store/transaction.ts'
import { queryMatches } from './match-store.ts'
import { matchSummary } from './match-view.ts'

/** Newest first. */
export async function listMatches(
  db: Db,
  { club, state, limit, cursor }: z.output<typeof listMatchesQuery>,
): Promise<Result<Page<MatchSummary>, Refusal>> {
  const before = decodeCursor(cursor, keyId)
  if (!before.ok) return before
  const found =
    club === undefined ? null : await db.club.findUnique({ where: { slug: club }, select: { id: true } })
  if (club !== undefined && !found) return ok({ items: [], nextCursor: null })
  // The few of a club are all read; those of a state in order, by its index. The state is a constant, because a kept plan for a
  // parameter would take every state to be frequent.
  const matches = found
    ? Prisma.sql`(SELECT * FROM matches WHERE club_a_id = ${found.id} OR club_b_id = ${found.id} OFFSET 0)`
    : Prisma.sql`matches`
  const where = [
    Prisma.sql`true`,
    ...(before.value === undefined ? [] : [Prisma.sql`id < ${before.value}`]),
    ...(state ? [Prisma.raw(`state = '${state}'`)] : []),
  ]
  const rows = await queryMatches(
    db,
    Prisma.sql`
      WHERE m.id = ANY(ARRAY(
        SELECT id FROM ${matches} listed WHERE ${Prisma.join(where, ' AND ')} ORDER BY id DESC LIMIT ${limit + 1}))
      ORDER BY m.id DESC`,
  )
  return ok(pageOf(rows, limit, ({ id }) => id, matchSummary))
}
