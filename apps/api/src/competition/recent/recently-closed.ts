import { Prisma } from '@tegenzet/db'

/**
 * The closures imposed since a moment that are in force, as a table `s`. By a partial index: OFFSET keeps a generic plan, which
 * takes the moment to be long ago, from merging all closures with what they are joined to.
 */
export const recentlyClosed = (since: Date, at: Date): Prisma.Sql => Prisma.sql`(
  SELECT * FROM sanctions WHERE kind = 'close' AND lifted_at IS NULL AND created_at >= ${since}::timestamptz
    AND (until IS NULL OR until > ${at}::timestamptz) OFFSET 0
) s`
