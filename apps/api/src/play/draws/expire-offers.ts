import { OFFER_EXPIRY_HOURS } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../store/transaction.ts'
import { TIMEOUT_GRACE_MS } from '../game/endings.ts'
import { GAME_COLUMNS, type GameRow, JOIN_PLAYERS } from '../game/game-store.ts'
import { expireOffer } from './expire-offer.ts'

const HOUR_MS = 60 * 60 * 1000

/**
 * Expires the draw offers that nobody answered, with the grace of overdue games: an answer that arrived in time may not
 * be written yet.
 * @returns how many it found
 */
export async function expireOffers(deps: Deps, tx: Tx): Promise<number> {
  const now = deps.now()
  const madeBefore = new Date(now.getTime() - OFFER_EXPIRY_HOURS * HOUR_MS - TIMEOUT_GRACE_MS)
  const games = await tx.$queryRaw<GameRow[]>`
    SELECT ${GAME_COLUMNS} FROM games g ${JOIN_PLAYERS}
    JOIN draw_offers unanswered ON unanswered.game_id = g.id AND unanswered.state = 'open'
    WHERE unanswered.created_at < ${madeBefore}::timestamptz ORDER BY unanswered.created_at`
  for (const game of games) await expireOffer(deps, game, now)
  return games.length
}
