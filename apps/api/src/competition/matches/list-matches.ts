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
  const ids = matchIds({ clubId: found?.id ?? null, state, before: before.value, limit })
  const rows = await queryMatches(
    db,
    Prisma.sql`WHERE m.id = ANY(ARRAY(${ids})) ORDER BY m.id DESC LIMIT ${limit + 1}`,
  )
  return ok(pageOf(rows, limit, ({ id }) => id, matchSummary))
}

interface Filters extends Pick<z.output<typeof listMatchesQuery>, 'state' | 'limit'> {
  clubId: number | null
  before: number | undefined
}

/**
 * The ids of a page, which indexes give in order. The state is a constant, because a kept plan for a parameter would take
 * every state to be frequent.
 */
function matchIds({ clubId, state, before, limit }: Filters): Prisma.Sql {
  const older = before === undefined ? Prisma.empty : Prisma.sql`AND id < ${before}`
  const newest = Prisma.sql`${older} ORDER BY id DESC LIMIT ${limit + 1}`
  const inState = state ? Prisma.raw(`state = '${state}'`) : Prisma.sql`true`
  return clubId === null
    ? Prisma.sql`SELECT id FROM matches WHERE ${inState} ${newest}`
    : Prisma.sql`
        (SELECT id FROM matches WHERE club_a_id = ${clubId} AND ${inState} ${newest})
        UNION (SELECT id FROM matches WHERE club_b_id = ${clubId} AND ${inState} ${newest})`
}
