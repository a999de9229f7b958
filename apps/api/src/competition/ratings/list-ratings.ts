import { ok, type Result } from '@tegenzet/common'
import type { PlayerRating } from '@tegenzet/contract'
import { isProvisional } from '@tegenzet/ratings'
import { RULE_SET_IDS } from '@tegenzet/rules'
import { findPerson } from '../../accounts/players/find-person.ts'
import type { Refusal } from '../../refusal.ts'
import { oneOf } from '../../store/decode.ts'
import type { Db } from '../../store/transaction.ts'
import { ratingAt } from './rate-game.ts'

/** A player's ratings as they are now, the most played rule set first. */
export async function listRatings(
  db: Db,
  username: string,
  at: Date,
): Promise<Result<{ items: PlayerRating[] }, Refusal>> {
  const player = await findPerson(db, username, { closed: true })
  if (!player.ok) return player
  const rows = await db.playerRating.findMany({
    where: { playerId: player.value.id },
    orderBy: [{ games: 'desc' }, { rules: 'asc' }],
  })
  const items = rows.map(({ playerId: _playerId, kind: _kind, rules, ...stored }) => {
    const { rating, deviation, volatility } = ratingAt(stored, at)
    return {
      rules: oneOf(RULE_SET_IDS, rules),
      rating,
      deviation,
      volatility,
      games: stored.games,
      provisional: isProvisional({ deviation }),
      best: stored.best,
      lastGameAt: stored.lastGameAt.toISOString(),
    }
  })
  return ok({ items })
}
