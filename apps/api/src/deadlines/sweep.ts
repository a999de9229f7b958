import { Prisma } from '@tegenzet/db'
import type { Deps } from '../deps.ts'
import { endOverdue, TIMEOUT_GRACE_MS } from '../games/endings.ts'
import { GAME_COLUMNS, type GameRow, JOIN_PLAYERS } from '../games/game-row.ts'

const BATCH = 100

/** A stream replays a day of events: a week leaves room for who was away, and for looking into what went wrong. */
const EVENTS_KEPT_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Ends the games whose time is out. Any number of processes may sweep: each ending is conditional on the game's
 * version, so that a game that two of them find is ended once.
 * @returns how many games it found
 */
export async function endOverdueGames(deps: Deps): Promise<number> {
  const now = deps.now()
  const cutoff = new Date(now.getTime() - TIMEOUT_GRACE_MS)
  let found = 0
  let after = Prisma.empty
  for (;;) {
    const games = await deps.database.prisma.$queryRaw<GameRow[]>`
      SELECT ${GAME_COLUMNS} FROM (
        SELECT * FROM games WHERE status = 'active' AND deadline < ${cutoff}::timestamptz ${after}
        ORDER BY deadline, id LIMIT ${BATCH}
      ) g ${JOIN_PLAYERS} ORDER BY g.deadline, g.id`
    for (const game of games) await endOverdue(deps, game, now)
    found += games.length
    const last = games.at(-1)
    if (!last || games.length < BATCH) return found
    // onwards by key, so that a game that another process holds or has ended does not stop the rest
    after = Prisma.sql`AND (deadline, id) > (${last.deadline}::timestamptz, ${last.id})`
  }
}

/**
 * Removes old events from the outbox.
 * @returns how many
 */
export async function pruneEvents({ database: { prisma }, now }: Deps): Promise<number> {
  const before = new Date(now().getTime() - EVENTS_KEPT_MS)
  let pruned = 0
  for (;;) {
    // a little at a time: a long transaction would hold up everybody else
    const count = await prisma.$executeRaw`
      DELETE FROM events WHERE id IN (
        SELECT id FROM events WHERE created_at < ${before}::timestamptz ORDER BY created_at LIMIT 1000
      )`
    pruned += count
    if (count < 1000) return pruned
  }
}
