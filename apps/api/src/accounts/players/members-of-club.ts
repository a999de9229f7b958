import { Prisma } from '@tegenzet/db'

/** The ids of a club's members, as a query of one column. Of no club that exists: no rows. */
export const membersOfClub = (slug: string): Prisma.Sql => Prisma.sql`
  SELECT m.player_id FROM club_members m JOIN clubs c ON c.id = m.club_id WHERE c.slug = ${slug}`
