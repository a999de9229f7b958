import type { Deps } from '../../deps.ts'
import { changeGame } from '../game/change-game.ts'
import type { GameRow } from '../game/game-store.ts'

/**
 * Whether a game's open offer has expired by a moment; it is then written so, and the game is to be read anew. Every
 * command asks this first: an offer expires when its time is out, whatever the sweep has done.
 */
export async function expireOffer(deps: Deps, game: GameRow, now: Date): Promise<boolean> {
  if (!game.drawOffer || now <= new Date(game.drawOffer.expiresAt)) return false
  await changeGame(deps, game, { drawOffer: null }, now, { offerBecomes: 'expired' })
  return true
}
