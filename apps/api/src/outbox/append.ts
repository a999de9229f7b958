import type { Game, LiveEvent } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { type AppendedEvent, afterCommit, type OpenTransaction, type Tx } from '../store/transaction.ts'
import { gameOfEvent, type WithoutId } from './game-of-event.ts'

export interface NewEvent {
  /** The id is assigned by appending. */
  event: WithoutId<LiveEvent>
  /** The players who receive it. */
  playerIds: readonly number[]
  /** All admins receive it too, and everybody with this role. They come after `playerIds` (see `may-receive.ts`). */
  toStaff?: 'arbiter' | 'moderator'
  /** A player who does not receive it, even as staff. */
  hiddenFrom?: number
  /** The game version it belongs to, which has one event of each type at most. null: it does not change the game. */
  version?: number | null
}

export interface Cause {
  /** The player who did it; null: the server. */
  by: number | null
  at: Date
}

/** Appends events about what the same transaction has written. Commit listeners get them after the commit. */
export async function append(tx: OpenTransaction, events: readonly NewEvent[], cause: Cause): Promise<void> {
  await insert(tx, events, cause)
}

/**
 * Changes games and appends their events in one statement.
 * @param change common table expressions. One of them, `changed`, has the `id` of each game that was changed: events of
 * other games are not appended
 * @returns the appended events, in the given order
 */
export const changeAndAppend = (
  tx: Tx,
  change: Prisma.Sql,
  events: readonly NewEvent[],
  cause: Cause,
): Promise<AppendedEvent[]> => insert(tx, events, cause, change)

async function insert(
  tx: Tx,
  events: readonly NewEvent[],
  { by, at }: Cause,
  change?: Prisma.Sql,
): Promise<AppendedEvent[]> {
  if (events.length === 0) return []
  const rows = await tx.$queryRaw<{ id: bigint; gameId: number | null; playerIds: number[] }[]>`
    ${change ? Prisma.sql`WITH ${change}` : Prisma.empty}
    INSERT INTO events (type, game_id, version, player_ids, actor_id, payload, created_at, tx)
    SELECT new.type, new.game_id, new.version, new.player_ids, ${by}::int, new.payload, ${at}::timestamptz,
      ${AFTER_EARLIER_EVENTS}
    FROM (VALUES ${Prisma.join(events.map(valuesOf))}) AS new (nr, type, game_id, version, player_ids, payload)
    ${change ? Prisma.sql`WHERE new.game_id IN (SELECT id FROM changed)` : Prisma.empty}
    ORDER BY nr
    RETURNING id, game_id AS "gameId", player_ids AS "playerIds"`
  rows.sort((a, b) => Number(a.id - b.id))
  const changed = new Set(rows.map(({ gameId }) => gameId))
  const written = change ? events.filter((each) => changed.has(gameOfEvent(each.event))) : events
  const appended = written.map(({ event }, n): AppendedEvent => {
    const { id, playerIds } = rows[n]!
    return { event: { id: Number(id), ...event }, playerIds }
  })
  if (appended.length > 0) afterCommit(tx, (listener) => listener.appended(appended))
  return appended
}

/**
 * Appends the events of many games that one statement changes.
 * @param change common table expressions: `new` has the columns `game_id`, `version`, `by`, `at` and `payload` of each
 * game, `changed` the `id` of those that were changed
 * @returns the ids of the changed games
 */
export async function appendGames(
  tx: Tx,
  games: readonly Game[],
  change: Prisma.Sql,
): Promise<ReadonlySet<number>> {
  const rows = await tx.$queryRaw<{ id: bigint; gameId: number }[]>`
    WITH ${change}
    INSERT INTO events (type, game_id, version, player_ids, actor_id, payload, created_at, tx)
    SELECT 'game', new.game_id, new.version, ARRAY[g.white_id, g.black_id], new.by, new.payload, new.at,
      ${AFTER_EARLIER_EVENTS}
    FROM new JOIN changed g ON g.id = new.game_id
    RETURNING id, game_id AS "gameId"`
  const ids = new Map(rows.map(({ id, gameId }) => [gameId, Number(id)]))
  const appended = games.flatMap((game): AppendedEvent[] => {
    const id = ids.get(game.id)
    return id === undefined
      ? []
      : [{ event: { id, type: 'game', game }, playerIds: [game.white.id, game.black.id] }]
  })
  if (appended.length > 0) afterCommit(tx, (listener) => listener.appended(appended))
  return new Set(ids.keys())
}

/**
 * The outbox is read in the order of (tx, id). A transaction may be older than the one that wrote the game's last event,
 * so an event takes the newest transaction that had ended before this statement, if that is later.
 */
const AFTER_EARLIER_EVENTS = Prisma.sql`greatest(pg_current_xact_id(), (
        SELECT (pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)::text::xid8))`

const staffWith = (role: NonNullable<NewEvent['toStaff']>) =>
  Prisma.sql`|| ARRAY(SELECT player_id FROM accounts WHERE role = 'admin' OR ${role} = ANY(roles))`

function valuesOf({ event, playerIds, toStaff, hiddenFrom, version }: NewEvent, nr: number): Prisma.Sql {
  const shown = event.type === 'game' ? event.game.version : (version ?? null)
  return Prisma.sql`(${nr}::int, ${event.type}, ${gameOfEvent(event)}::int, ${shown}::int,
      array_remove(${[...playerIds]}::int[] ${toStaff ? staffWith(toStaff) : Prisma.empty}, ${hiddenFrom ?? null}::int),
      ${JSON.stringify(payloadOf(event))}::jsonb)`
}

/** An event's payload is the field named like its type. */
const payloadOf = (event: NewEvent['event']): unknown => (event as Record<string, unknown>)[event.type]
