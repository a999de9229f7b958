import { Prisma } from '@tegenzet/db'
import type { Db } from '../../store/transaction.ts'

/** The ids of a club's members, as a query of one column. Of no club that exists: no rows. */
export const membersOfClub = (slug: string): Prisma.Sql => Prisma.sql`
  SELECT m.player_id FROM club_members m JOIN clubs c ON c.id = m.club_id WHERE c.slug = ${slug}`

/**
 * Whether a player is a member of a club. `IS TRUE` makes Postgres read the members once and filter with them: a plan that
 * begins with the members, or looks for each row among them, cannot turn the scan round.
 */
export const isMemberOf = (slug: string, player: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(${player} IN (${membersOfClub(slug)})) IS TRUE`

/**
 * A list of what members have looks at so many first rows of the list of everybody, if the club is large, and reads what each
 * member has only if a page is not full then. What each of few members has is read at once.
 */
export const LOOKED_AT = Prisma.raw('1000')
export const FEW_MEMBERS = 200

export const isLargeClub = async (db: Db, slug: string): Promise<boolean> =>
  (await db.club.count({ where: { slug, memberCount: { gt: FEW_MEMBERS } } })) > 0
