import { GUEST_IDLE_HOURS } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { Deps } from '../../deps.ts'
import { tryEach } from '../../jobs/try-each.ts'
import type { Tx } from '../../store/transaction.ts'
import { ended } from '../game/endings.ts'
import type { GameRow } from '../game/game.ts'
import { queryGames } from '../game/game-store.ts'
import { writeGames } from '../game/write-games.ts'

const HOUR_MS = 3_600_000
const BATCH = 100

/**
 * Cancels the games of guests against built-in bots in which nothing has happened for a day: most guests do not come back.
 * Outages must be recorded before; the time of one does not count.
 * @returns how many it found
 */
export async function cancelIdleGuestGames({ now }: Deps, tx: Tx): Promise<number> {
  const at = now()
  const idleSince = new Date(at.getTime() - GUEST_IDLE_HOURS * HOUR_MS)
  const outage = await tx.outage.findFirst({ where: { until: { gt: idleSince } }, select: { id: true } })
  if (outage) return 0
  return tryEach(idleGames(tx, idleSince), (game) => {
    const change = { set: ended(game, { winner: null, reason: 'cancelled' }, at) }
    return writeGames(tx, [{ before: game, change, by: null, at }])
  })
}

async function* idleGames(tx: Tx, idleSince: Date): AsyncGenerator<GameRow, void> {
  for (let after = 0; ; ) {
    const idle = Prisma.sql`(
      SELECT games.* FROM games JOIN players guest ON guest.id IN (white_id, black_id)
        JOIN players bot ON bot.id IN (white_id, black_id)
      WHERE status = 'active' AND updated_at <= ${idleSince}::timestamptz AND games.id > ${after}
        AND guest.kind = 'guest' AND bot.built_in
      ORDER BY games.id LIMIT ${BATCH}
    ) g`
    const games = await queryGames(tx, idle, Prisma.sql`ORDER BY g.id`)
    yield* games
    after = games.at(-1)?.id ?? after
    if (games.length < BATCH) return
  }
}
