import { GUEST_IDLE_HOURS } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { Deps } from '../../deps.ts'
import { sinceLastRun } from '../../jobs/since-last-run.ts'
import { tryEach } from '../../jobs/try-each.ts'
import type { Db } from '../../store/transaction.ts'
import { ended } from '../game/endings.ts'
import type { GameRow } from '../game/game.ts'
import { queryGames } from '../game/read-games.ts'
import { changeGames } from '../game/write-games.ts'

const HOUR_MS = 3_600_000
const BATCH = 100

/**
 * Cancels the games of guests against built-in bots in which nothing has happened for a day: most guests do not come back.
 * Outages must be recorded before; the time of one does not count.
 * @returns how many it found
 */
export async function cancelIdleGuestGames({ now }: Deps, db: Db): Promise<number> {
  const at = now()
  const dayBefore = (moment: Date) => new Date(moment.getTime() - GUEST_IDLE_HOURS * HOUR_MS)
  const outage = await db.outage.findFirst({ where: { until: { gt: dayBefore(at) } }, select: { id: true } })
  if (outage) return 0
  return sinceLastRun(db, 'guest-games-looked-at', at, (since) =>
    tryEach(idleGames(db, dayBefore(since), dayBefore(at)), (game) => {
      const change = { set: ended(game, { winner: null, reason: 'cancelled' }, at) }
      return changeGames(db, [{ before: game, change, by: null, at }])
    }),
  )
}

/** Those that have become idle: the last change was in this period. */
async function* idleGames(db: Db, from: Date, until: Date): AsyncGenerator<GameRow, void> {
  let after = Prisma.sql`updated_at >= ${from}::timestamptz`
  for (;;) {
    const idle = Prisma.sql`(
      SELECT * FROM games
      WHERE status = 'active' AND updated_at <= ${until}::timestamptz AND ${after}
        AND EXISTS (SELECT FROM players WHERE id IN (white_id, black_id) AND kind = 'guest')
        AND EXISTS (SELECT FROM players WHERE id IN (white_id, black_id) AND built_in)
      ORDER BY updated_at, games.id LIMIT ${BATCH}
    ) g`
    const games = await queryGames(db, idle, Prisma.sql`ORDER BY g.updated_at, g.id`)
    yield* games
    const last = games.at(-1)
    if (!last || games.length < BATCH) return
    after = Prisma.sql`(updated_at, games.id) > (${last.updatedAt}::timestamptz, ${last.id})`
  }
}
