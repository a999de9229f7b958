import type { Tx } from '../../store/transaction.ts'
import { changeGame } from '../game/change-game.ts'
import type { GameRow } from '../game/game.ts'

/**
 * Expires the open offer if it is too old. Every command calls this first, because the sweep may be late.
 * @returns whether the game has to be read again
 */
export async function expireOffer(tx: Tx, game: GameRow, now: Date): Promise<boolean> {
  if (!game.drawOffer || now <= new Date(game.drawOffer.expiresAt)) return false
  await changeGame(tx, game, { drawOffer: null }, now, { offerBecomes: 'expired' })
  return true
}
