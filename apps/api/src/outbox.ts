import { liveEventSchema } from '@tegenzet/contract'
import { type Database, Prisma } from '@tegenzet/db'
import type { LiveSource } from './live/live.ts'

interface EventRow {
  id: bigint
  type: string
  payload: unknown
  playerIds: number[]
}

/** What the live channel reads of the database: events that other processes wrote, and whether credentials stand. */
export function liveSource({ prisma }: Database, now: () => Date): LiveSource {
  const readEvents = async (which: Prisma.Sql) => {
    const rows = await prisma.$queryRaw<EventRow[]>`
      SELECT id, type, payload, player_ids AS "playerIds" FROM events WHERE ${which}`
    return rows.flatMap(({ id, type, payload, playerIds }) => {
      // a newer process beside this one may write of what this one does not know
      const event = liveEventSchema.safeParse({ id: Number(id), type, [type]: payload })
      return event.success ? [{ event: event.data, playerIds }] : []
    })
  }

  return {
    readEvents: (ids) => readEvents(Prisma.sql`id = ANY(${[...ids]}::bigint[]) ORDER BY id`),
    readEventsSince: (since, afterId, limit) =>
      readEvents(Prisma.sql`created_at >= ${since} AND id > ${afterId}::bigint ORDER BY id LIMIT ${limit}`),
    async endedCredentials(credentials) {
      const idsOf = (kind: string) =>
        credentials.filter((each) => each.startsWith(`${kind}:`)).map((each) => each.slice(kind.length + 1))
      const at = now()
      const rows = await prisma.$queryRaw<{ credential: string }[]>`
        SELECT 'session:' || id AS credential FROM sessions
        WHERE id = ANY(${idsOf('session').map(Number)}::int[]) AND expires_at > ${at}
        UNION ALL
        SELECT 'token:' || id FROM tokens
        WHERE id = ANY(${idsOf('token')}::uuid[]) AND (expires_at IS NULL OR expires_at > ${at})`
      const standing = new Set(rows.map(({ credential }) => credential))
      return credentials.filter((credential) => !standing.has(credential))
    },
  }
}
