import { Prisma } from '@tegenzet/db'

/** A condition on `s`, a row of `sanctions`: a closure imposed since a moment that is in force. By a partial index. */
export const recentlyClosed = (since: Date, at: Date): Prisma.Sql =>
  Prisma.sql`s.kind = 'close' AND s.lifted_at IS NULL AND s.created_at >= ${since}::timestamptz
    AND (s.until IS NULL OR s.until > ${at}::timestamptz)`
