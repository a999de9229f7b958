import type { Database } from '@tegenzet/db'

/** Games whose last change is remembered: many more than change while one request is under way. */
const REMEMBERED = 1000

interface Changes {
  count: number
  /** The number of the last change of each game, the latest last. */
  last: Map<number, number>
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

/** How many changes of games this process has made: a moment that `changedSince` can be asked about. */
export const changeCount = (database: Database): number => changes(database).count

/**
 * Whether this process has changed a game since a moment. It tells a command that was overtaken on its way from one that
 * came too late, and thereby which refusal is said; nothing else hangs on it.
 */
export const changedSince = (database: Database, gameId: number, moment: number): boolean =>
  (changes(database).last.get(gameId) ?? 0) > moment
