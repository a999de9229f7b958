import { Prisma } from '@tegenzet/db'
import type { Deps } from '../../deps.ts'
import { tryEach } from '../../jobs/try-each.ts'
import { existing } from '../../store/existing.ts'
import type { Db } from '../../store/transaction.ts'
import { expiredOffer, TIMEOUT_GRACE_MS } from '../game/endings.ts'
import type { GameRow } from '../game/game.ts'
import { queryGames } from '../game/read-games.ts'
import { changeGames } from '../game/write-games.ts'

const BATCH = 100

/**
 * Expires unanswered draw offers, with the same grace period as overdue games: an answer that arrived in time may not
 * be written yet.
 * @returns how many it found
 */
export function expireOffers(deps: Deps, db: Db): Promise<number> {
  const now = deps.now()
  const expiredBefore = new Date(now.getTime() - TIMEOUT_GRACE_MS)
  return tryEach(gamesWithOffers(db, expiredBefore), async (game) => {
    const change = expiredOffer(game, now)
    if (change) await changeGames(db, [{ before: game, change, by: null, at: now }])
  })
}

/** The games whose open offer expired before a moment, the earliest first. */
async function* gamesWithOffers(db: Db, expiredBefore: Date): AsyncGenerator<GameRow, void> {
  let after = Prisma.empty
  for (;;) {
    const games = await queryGames(
      db,
      Prisma.sql`(
        SELECT game_id, expires_at FROM draw_offers
        WHERE state = 'open' AND expires_at < ${expiredBefore}::timestamptz ${after} ORDER BY expires_at, game_id LIMIT ${BATCH}
      ) expired JOIN games g ON g.id = expired.game_id`,
      Prisma.sql`ORDER BY expired.expires_at, g.id`,
    )
    yield* games
    const last = games.at(-1)
    if (!last || games.length < BATCH) return
    after = Prisma.sql`AND (expires_at, game_id) > (${existing(last.drawOffer).expiresAt}::timestamptz, ${last.id})`
  }
}
