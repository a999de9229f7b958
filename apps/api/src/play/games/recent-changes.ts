import type { Database } from '@tegenzet/db'

/** Games whose last change is remembered: many more than change while one request is under way. */
const REMEMBERED = 1000

interface Changes {
  count: number
  /** The number of the last change of each game, the latest last. */
  last: Map<number, number>
}

/** A moment that `changedSince` can be asked about. */
export interface Moment {
  /** How many changes of games this process had made. */
  count: number
  /** What of other processes' changes was to be seen; null where nobody has looked, or there are none. */
  snapshot: Promise<string | null> | null
}

/** By the pool, which a transaction's database has too. */
const changesOf = new WeakMap<Database['pool'], Changes>()

function changes({ pool }: Database): Changes {
  const known = changesOf.get(pool) ?? { count: 0, last: new Map() }
  changesOf.set(pool, known)
  return known
}

export function noteChange(database: Database, gameId: number): void {
  const known = changes(database)
  known.last.delete(gameId)
  known.last.set(gameId, ++known.count)
  if (known.last.size > REMEMBERED) known.last.delete(known.last.keys().next().value!)
}

/** @param others whether the changes of other processes matter too: that takes a look at the database */
export function momentNow(database: Database, others: boolean): Moment {
  const looks = others && database.kind === 'postgres'
  return { count: changes(database).count, snapshot: looks ? snapshotOf(database) : null }
}

/** Where the database does not answer whoever asks next will notice. */
const snapshotOf = ({ pool }: Database): Promise<string | null> =>
  pool.query<{ seen: string }>('SELECT pg_current_snapshot()::text AS seen').then(
    ({ rows }) => rows[0]!.seen,
    () => null,
  )

/**
 * Whether a game has changed since a moment. It tells a command that was overtaken on its way from one that came too
 * late, and thereby which refusal is said; nothing else hangs on it.
 */
export async function changedSince(
  database: Database,
  gameId: number,
  { count, snapshot }: Moment,
): Promise<boolean> {
  if ((changes(database).last.get(gameId) ?? 0) > count) return true
  const seen = await snapshot
  if (seen === null) return false
  const [row] = await database.prisma.$queryRaw<[{ changed: boolean }]>`
    SELECT NOT pg_visible_in_snapshot(tx, ${seen}::pg_snapshot) AS changed
    FROM events WHERE game_id = ${gameId} AND version IS NOT NULL ORDER BY version DESC LIMIT 1`
  return row?.changed ?? false
}
