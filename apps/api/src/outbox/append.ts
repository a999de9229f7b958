import { itemAt } from '@tegenzet/common'
import type { LiveEvent } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { type RecordOf, recordset } from '../store/recordset.ts'
import { type AppendedEvent, afterCommit, type Db, runSql, type Tx } from '../store/transaction.ts'
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
export async function append(tx: Tx, events: readonly NewEvent[], cause: Cause): Promise<void> {
  await insert(
    tx,
    events.map((event) => ({ ...event, ...cause })),
  )
}

/** A part of a statement that changes games. */
interface GamesChanged {
  /** `WITH` and common table expressions. */
  with: Prisma.Sql
  /** Selects the ids of the games that were changed. */
  ids: Prisma.Sql
}

/**
 * Changes games and appends their events in one statement. Events of games that were not changed are not appended.
 * @returns the appended events, in the given order
 */
export const changeAndAppend = (
  db: Db,
  change: GamesChanged,
  events: readonly (NewEvent & Cause)[],
): Promise<AppendedEvent[]> => insert(db, events, change)

async function insert(
  db: Db,
  events: readonly (NewEvent & Cause)[],
  change?: GamesChanged,
): Promise<AppendedEvent[]> {
  if (events.length === 0) return []
  const rows = await runSql<{ id: bigint; gameId: number | null; playerIds: number[] }>(
    db,
    Prisma.sql`
    ${change?.with ?? Prisma.empty}
    INSERT INTO events (type, game_id, version, player_ids, actor_id, payload, created_at, tx)
    SELECT type, game_id, version, ${recipientsOf(events)}, by, payload, at, ${AFTER_EARLIER_EVENTS}
    FROM ${recordset('event', COLUMNS, events.map(rowOf))}
    ${change ? Prisma.sql`WHERE game_id IN (${change.ids})` : Prisma.empty}
    ORDER BY nr
    RETURNING id, game_id AS "gameId", player_ids AS "playerIds"`,
  )
  rows.sort((a, b) => Number(a.id - b.id))
  const changed = new Set(rows.map(({ gameId }) => gameId))
  const written = change ? events.filter((each) => changed.has(gameOfEvent(each.event))) : events
  const appended = written.map(({ event }, n): AppendedEvent => {
    const { id, playerIds } = itemAt(rows, n)
    return { event: { id: Number(id), ...event }, playerIds }
  })
  if (appended.length > 0) afterCommit(db, (listener) => listener.appended(appended))
  return appended
}

/**
 * The outbox is read in the order of (tx, id). A transaction may be older than the one that wrote the game's last event,
 * so an event takes the newest transaction that had ended before this statement, if that is later.
 */
const AFTER_EARLIER_EVENTS = Prisma.sql`greatest(pg_current_xact_id(), (
        SELECT (pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)::text::xid8))`

const COLUMNS = {
  nr: 'int',
  type: 'text',
  game_id: 'int',
  version: 'int',
  player_ids: 'int[]',
  staff: 'text',
  hidden_from: 'int',
  by: 'int',
  at: 'timestamptz',
  payload: 'jsonb',
} as const

function rowOf(
  { event, playerIds, toStaff, hiddenFrom, version, by, at }: NewEvent & Cause,
  nr: number,
): RecordOf<typeof COLUMNS> {
  return {
    nr,
    type: event.type,
    game_id: gameOfEvent(event),
    version: event.type === 'game' ? event.game.version : (version ?? null),
    player_ids: playerIds,
    staff: toStaff ?? null,
    hidden_from: hiddenFrom ?? null,
    by,
    at,
    payload: payloadOf(event),
  }
}

/** The condition of the index `accounts_staff_idx`. Without the index, each event for staff would read all accounts. */
const IS_STAFF = Prisma.sql`(role = 'admin' OR cardinality(roles) > 0)`

/** Looks for staff only if an event is for them. */
const recipientsOf = (events: readonly NewEvent[]): Prisma.Sql =>
  events.some(({ toStaff, hiddenFrom }) => toStaff || hiddenFrom !== undefined)
    ? Prisma.sql`array_remove(player_ids || ARRAY(
        SELECT player_id FROM accounts WHERE ${IS_STAFF} AND staff IS NOT NULL AND (role = 'admin' OR staff = ANY(roles))), hidden_from)`
    : Prisma.sql`player_ids`

/** An event's payload is the field named like its type: the compiler cannot tell that each event has that one. */
const payloadOf = (event: NewEvent['event']): object =>
  (event as unknown as Record<typeof event.type, object>)[event.type]
