import { EVENT_TYPES, type LiveEvent } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { readRow, readRows } from '../store/read-rows.ts'
import type { Db } from '../store/transaction.ts'
import type { Cursor } from './cursor.ts'

export interface OutboxEvent {
  cursor: Cursor
  /** null: it was not asked for, or a newer version of the server wrote it and this one does not know it. */
  event: LiveEvent | null
  playerIds: number[]
  /** The player who caused it; null: the server. */
  actorId: number | null
  createdAt: Date
}

const columns = (payload: Prisma.Sql) => Prisma.sql`
  e.id, e.type, ${payload} AS payload, e.player_ids AS "playerIds", e.actor_id AS "actorId", e.created_at AS "createdAt",
  e.tx::text AS tx`
const COLUMNS = columns(Prisma.sql`e.payload`)

const rowSchema = z
  .object({
    id: z.bigint().transform(Number),
    type: z.string(),
    payload: z.unknown(),
    playerIds: z.array(z.int()),
    actorId: z.int().nullable(),
    createdAt: z.date(),
    tx: z.string(),
  })
  .transform(
    ({ id, type, payload, tx, ...row }): OutboxEvent => ({
      cursor: { tx, id },
      event: decodeEvent(id, type, payload),
      ...row,
    }),
  )

const KNOWN_TYPES: ReadonlySet<string> = new Set(EVENT_TYPES)

/** The compiler checked the payload where it was appended. Parsing each again took a twentieth of the processor time. */
const decodeEvent = (id: number, type: string, payload: unknown): LiveEvent | null =>
  KNOWN_TYPES.has(type) && payload !== null ? ({ id, type, [type]: payload } as LiveEvent) : null

const cursorSchema = z.object({ tx: z.string(), id: z.bigint().transform(Number) })

/** The oldest open transaction. Events of earlier ones are settled. */
const OLDEST_OPEN = Prisma.sql`pg_snapshot_xmin(pg_current_snapshot())`

const after = ({ tx, id }: Cursor) => Prisma.sql`(e.tx, e.id) > (${tx}::xid8, ${id}::bigint)`

/**
 * Reads the next settled events after a cursor: no event can be added before them any more.
 * @param only a condition on the row `e`. Events that do not meet it have no content: their `event` is null
 */
export function readSettled(
  db: Db,
  cursor: Cursor,
  limit: number,
  only?: Prisma.Sql,
): Promise<OutboxEvent[]> {
  return readRows(
    db,
    rowSchema,
    Prisma.sql`
      SELECT ${only ? columns(Prisma.sql`CASE WHEN ${only} THEN e.payload END`) : COLUMNS} FROM events e
      WHERE ${after(cursor)} AND e.tx < ${OLDEST_OPEN} ORDER BY e.tx, e.id LIMIT ${limit}`,
  )
}

/** As `readSettled`, but only the events of one player, by the index on `player_ids`. */
export function readSettledOf(
  db: Db,
  playerId: number,
  cursor: Cursor,
  limit: number,
): Promise<OutboxEvent[]> {
  return readRows(
    db,
    rowSchema,
    Prisma.sql`
      SELECT ${COLUMNS} FROM events e
      WHERE ${after(cursor)} AND e.tx < ${OLDEST_OPEN} AND e.player_ids @> ARRAY[${playerId}::int]
      ORDER BY e.tx, e.id LIMIT ${limit}`,
  )
}

/**
 * Reads the committed events of one player that a reader with a cursor may not have seen, settled or not. Some may be known.
 * @param since transactions before this one were settled
 * @returns null if there are too many, or there have been events for longer than since `notBefore`
 */
export async function readUnseenOf(
  db: Db,
  playerId: number,
  since: string,
  { notBefore, limit }: { notBefore: Date; limit: number },
): Promise<OutboxEvent[] | null> {
  const [first] = await readRows(
    db,
    z.object({ createdAt: z.date() }),
    Prisma.sql`
      SELECT e.created_at AS "createdAt" FROM events e WHERE e.tx >= ${since}::xid8 ORDER BY e.tx, e.id LIMIT 1`,
  )
  if (!first) return []
  if (first.createdAt < notBefore) return null
  const events = await readRows(
    db,
    rowSchema,
    Prisma.sql`
      SELECT ${COLUMNS} FROM events e
      WHERE e.tx >= ${since}::xid8 AND e.created_at >= ${notBefore}::timestamptz
        AND e.player_ids @> ARRAY[${playerId}::int]
      ORDER BY e.tx, e.id LIMIT ${limit + 1}`,
  )
  return events.length > limit ? null : events
}

/** Reads events by id, in the order of ids. */
export const readEvents = (db: Db, ids: readonly number[]): Promise<OutboxEvent[]> =>
  readRows(
    db,
    rowSchema,
    Prisma.sql`SELECT ${COLUMNS} FROM events e WHERE id = ANY(${[...ids]}::bigint[]) ORDER BY id`,
  )

/** Reads the events since a moment with ids after `afterId`, in the order of ids. */
export const readEventsSince = (
  db: Db,
  since: Date,
  afterId: number,
  limit: number,
): Promise<OutboxEvent[]> =>
  readRows(
    db,
    rowSchema,
    Prisma.sql`
      SELECT ${COLUMNS} FROM events e WHERE created_at >= ${since}::timestamptz AND id > ${afterId}::bigint
      ORDER BY id LIMIT ${limit}`,
  )

/**
 * The running games of a player as rows `g`. Each part is read by an index that has no others: a player who has finished
 * thousands of games has few running.
 * @param playerId may refer to a row before it, after `LATERAL`
 */
export const runningGamesOf = (playerId: number | Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT * FROM games WHERE white_id = ${playerId} AND status = 'active'
  UNION ALL
  SELECT * FROM games WHERE black_id = ${playerId} AND status = 'active'
  UNION ALL
  SELECT * FROM games WHERE white_id = ${playerId} AND status = 'claimed'
  UNION ALL
  SELECT * FROM games WHERE black_id = ${playerId} AND status = 'claimed'
) g`

/** Reads the last `game` event, up to a cursor, of each running game of a player. Those of idle games may be gone. */
export const readRunningGames = (db: Db, playerId: number, { tx: at, id }: Cursor): Promise<OutboxEvent[]> =>
  readRows(
    db,
    rowSchema,
    Prisma.sql`
      SELECT ${COLUMNS}
      FROM ${runningGamesOf(playerId)} CROSS JOIN LATERAL (
        SELECT * FROM events WHERE game_id = g.id AND type = 'game' AND version IS NOT NULL
          AND (tx, id) <= (${at}::xid8, ${id}::bigint)
        ORDER BY version DESC LIMIT 1
      ) e ORDER BY e.tx, e.id`,
  )

/** The cursor after all events that are settled now. */
export async function settledCursor(db: Db): Promise<Cursor> {
  return readRow(db, cursorSchema, Prisma.sql`SELECT ${OLDEST_OPEN}::text AS tx, 0::bigint AS id`)
}

/** The id of the newest event; 0 if there is none. */
export const newestId = async (db: Db): Promise<number> =>
  Number((await db.event.aggregate({ _max: { id: true } }))._max.id ?? 0)

/** The cursor of an event; null if it is unknown, or older than `notBefore`. */
export async function cursorOf(db: Db, id: number, notBefore = new Date(0)): Promise<Cursor | null> {
  const [cursor] = await readRows(
    db,
    cursorSchema,
    Prisma.sql`
      SELECT tx::text, id FROM events WHERE id = ${id}::bigint AND created_at >= ${notBefore}::timestamptz`,
  )
  return cursor ?? null
}

/** The cursor before the first event since a moment; null if there is none. */
export async function cursorAt(db: Db, since: Date): Promise<Cursor | null> {
  const [cursor] = await readRows(
    db,
    cursorSchema,
    Prisma.sql`
      SELECT tx::text, 0::bigint AS id FROM events WHERE created_at >= ${since}::timestamptz
      ORDER BY created_at, events.id LIMIT 1`,
  )
  return cursor ?? null
}
