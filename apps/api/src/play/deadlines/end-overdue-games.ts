import type { Timeouts } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { Deps } from '../../deps.ts'
import { tryEach } from '../../jobs/try-each.ts'
import type { Db } from '../../store/transaction.ts'
import { MAX_OVERDUE_MS } from '../game/clock.ts'
import { TIMEOUT_GRACE_MS, timedOut } from '../game/endings.ts'
import type { GameRow } from '../game/game.ts'
import { beforeOutage, queryGames } from '../game/read-games.ts'
import { changeGames } from '../game/write-games.ts'

const BATCH = 100

/**
 * Ends the games whose time has run out. Several processes may do so at once: each ending is conditional on the game's
 * version. Outages must be recorded before. Games to which they are not given back yet are left to a later run.
 * @returns how many games it found
 */
export function endOverdueGames(deps: Deps, db: Db): Promise<number> {
  const now = deps.now()
  return tryEach(timedOutGames(db, new Date(now.getTime() - TIMEOUT_GRACE_MS)), async (game) => {
    const change = timedOut(game, now)
    if (change) await changeGames(db, [{ before: game, change, by: null, at: now }])
  })
}

async function* timedOutGames(db: Db, at: Date): AsyncGenerator<GameRow, void> {
  yield* overdueGames(db, 'automatic', at)
  yield* overdueGames(db, 'claimed', new Date(at.getTime() - MAX_OVERDUE_MS))
}

async function* overdueGames(db: Db, timeouts: Timeouts, cutoff: Date): AsyncGenerator<GameRow, void> {
  let after = Prisma.empty
  for (;;) {
    const overdue = Prisma.sql`(
      SELECT * FROM games WHERE status = 'active' AND timeouts = ${timeouts} AND deadline < ${cutoff}::timestamptz
        AND NOT ${beforeOutage(Prisma.sql`games`)} ${after}
      ORDER BY deadline, id LIMIT ${BATCH}
    ) g`
    const games = await queryGames(db, overdue, Prisma.sql`ORDER BY g.deadline, g.id`)
    yield* games
    const last = games.at(-1)
    if (!last || games.length < BATCH) return
    // by key, so that a game that another process holds or has ended does not stop the others
    after = Prisma.sql`AND (deadline, id) > (${last.deadline}::timestamptz, ${last.id})`
  }
}
