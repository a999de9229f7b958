import { liveEventSchema } from '@tegenzet/contract'
import { type Database, Prisma, type Transaction } from '@tegenzet/db'
import type { LiveSource, OutboxEvent, Place } from './source.ts'

export type { OutboxEvent, Place } from './source.ts'

/** Before everything. */
export const BEGINNING: Place = { tx: '0', id: 0 }

interface EventRow extends Pick<OutboxEvent, 'playerIds' | 'actorId' | 'createdAt'> {
  id: bigint
  type: string
  payload: unknown
  tx: string
}

const COLUMNS = Prisma.sql`
  e.id, e.type, e.payload, e.player_ids AS "playerIds", e.actor_id AS "actorId", e.created_at AS "createdAt",
  e.tx::text AS tx`

function outboxEvent({ id, type, payload, tx, ...row }: EventRow): OutboxEvent {
  const event = liveEventSchema.safeParse({ id: Number(id), type, [type]: payload })
  return { place: { tx, id: Number(id) }, event: event.data ?? null, ...row }
}

/** The first transaction still under way: all before it is settled. */
const UNSETTLED = Prisma.sql`pg_snapshot_xmin(pg_current_snapshot())`

const after = ({ tx, id }: Place) => Prisma.sql`(e.tx, e.id) > (${tx}::xid8, ${id}::bigint)`

/** Events after a place that no other event will come before, in order, at most `limit`; of one player where named. */
export async function readSettled(
  prisma: Transaction,
  from: Place,
  limit: number,
  playerId?: number,
): Promise<OutboxEvent[]> {
  const whose = playerId === undefined ? Prisma.empty : Prisma.sql`AND ${playerId}::int = ANY(e.player_ids)`
  const rows = await prisma.$queryRaw<EventRow[]>`
    SELECT ${COLUMNS} FROM events e WHERE ${after(from)} AND e.tx < ${UNSETTLED} ${whose}
    ORDER BY e.tx, e.id LIMIT ${limit}`
  return rows.map(outboxEvent)
}

/** The place after all that is settled now. */
export async function settledPlace(prisma: Transaction): Promise<Place> {
  const [row] = await prisma.$queryRaw<[{ tx: string }]>`SELECT ${UNSETTLED}::text AS tx`
  return { tx: row.tx, id: 0 }
}

/** The place of an event; null where the outbox does not have it. */
export async function placeOf(prisma: Transaction, id: bigint | number): Promise<Place | null> {
  const [row] = await prisma.$queryRaw<{ tx: string }[]>`
    SELECT tx::text FROM events WHERE id = ${BigInt(id)}::bigint`
  return row ? { tx: row.tx, id: Number(id) } : null
}

/**
 * After a restore into another Postgres, which counts its transactions anew: what was restored comes before all that
 * happens from now on. Elsewhere it finds nothing.
 */
export async function renumberRestored({ prisma }: Database): Promise<number> {
  return prisma.$executeRaw`UPDATE events SET tx = pg_current_xact_id() WHERE tx > pg_current_xact_id()`
}

/** What the live channel reads of the database: events that other processes wrote, and whether credentials stand. */
export function liveSource({ prisma }: Database, now: () => Date): LiveSource {
  const readEvents = async (which: Prisma.Sql) => {
    const rows = await prisma.$queryRaw<EventRow[]>`SELECT ${COLUMNS} FROM events e WHERE ${which}`
    return rows.flatMap((row) => {
      const { event, playerIds } = outboxEvent(row)
      return event ? [{ event, playerIds }] : []
    })
  }

  return {
    readEvents: (ids) => readEvents(Prisma.sql`id = ANY(${[...ids]}::bigint[]) ORDER BY id`),
    readEventsSince: (since, afterId, limit) =>
      readEvents(Prisma.sql`created_at >= ${since} AND id > ${afterId}::bigint ORDER BY id LIMIT ${limit}`),
    readSettled: (from, limit, playerId) => readSettled(prisma, from, limit, playerId),
    settledPlace: () => settledPlace(prisma),
    async placeOf(id, notBefore) {
      const [row] = await prisma.$queryRaw<{ tx: string }[]>`
        SELECT tx::text FROM events WHERE id = ${BigInt(id)}::bigint AND created_at >= ${notBefore}::timestamptz`
      return row ? { tx: row.tx, id } : null
    },
    async placeAt(since) {
      const [row] = await prisma.$queryRaw<{ tx: string }[]>`
        SELECT tx::text FROM events WHERE created_at >= ${since}::timestamptz ORDER BY created_at, id LIMIT 1`
      return row ? { tx: row.tx, id: 0 } : null
    },
    async readRunningGames(playerId, { tx, id }) {
      const rows = await prisma.$queryRaw<EventRow[]>`
        SELECT ${COLUMNS}
        FROM (
          SELECT id FROM games WHERE white_id = ${playerId} AND status IN ('active', 'claimed')
          UNION ALL
          SELECT id FROM games WHERE black_id = ${playerId} AND status IN ('active', 'claimed')
        ) g CROSS JOIN LATERAL (
          SELECT * FROM events WHERE game_id = g.id AND type = 'game' AND version IS NOT NULL
            AND (tx, id) <= (${tx}::xid8, ${id}::bigint)
          ORDER BY version DESC LIMIT 1
        ) e ORDER BY e.tx, e.id`
      return rows.map(outboxEvent)
    },
    async endedCredentials(credentials) {
      const idsOf = (kind: string) =>
        credentials.filter((each) => each.startsWith(`${kind}:`)).map((each) => each.slice(kind.length + 1))
      const at = now()
      const rows = await prisma.$queryRaw<{ credential: string }[]>`
        SELECT 'session:' || id AS credential FROM sessions
        WHERE id = ANY(${idsOf('session').map(Number)}::int[]) AND expires_at > ${at}
        UNION ALL
        SELECT 'token:' || id FROM tokens
        WHERE id = ANY(${idsOf('token')}::uuid[]) AND (expires_at IS NULL OR expires_at > ${at})
        UNION ALL
        SELECT 'app:' || id FROM access_tokens
        WHERE id = ANY(${idsOf('app').map(Number)}::int[]) AND expires_at > ${at}`
      const standing = new Set(rows.map(({ credential }) => credential))
      return credentials.filter((credential) => !standing.has(credential))
    },
  }
}
