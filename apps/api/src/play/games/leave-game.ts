import type { Game } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Tx } from '../../store/transaction.ts'
import { expireOffer } from '../draws/expire-offer.ts'
import { changeGame } from '../game/change-game.ts'
import { CANCEL_BEFORE_PLY, ended, gameNotFound, leftBy, notAPlayer, tooLate } from '../game/endings.ts'
import { sideOf } from '../game/game.ts'
import { readGame } from '../game/game-store.ts'

export interface LeaveGame {
  game: number
  playerId: number
  how: 'resign' | 'cancel'
  arrivedAt: Date
}

/** Resigns or cancels on either turn, also a frozen game. Retried like a move if the game changes: see `playMove`. */
export async function leaveGame(tx: Tx, command: LeaveGame): Promise<Result<Game, Refusal>> {
  const { how, playerId, arrivedAt } = command
  for (;;) {
    const game = await readGame(tx, command.game)
    if (!game) return gameNotFound(command.game)
    const side = sideOf(game, playerId)
    if (!side) return notAPlayer
    if (await expireOffer(tx, game, arrivedAt)) continue
    const late = await tooLate(tx, game, arrivedAt)
    if (late) return { ok: false, error: late }
    if (how === 'cancel' && (game.tournament || game.ladder))
      return refuse('too-late-to-cancel', 'A game of a tournament or ladder can only be resigned.')
    if (how === 'cancel' && game.ply >= CANCEL_BEFORE_PLY)
      return refuse('too-late-to-cancel', 'Both players have moved, so the game can only be resigned.')

    const change = ended(game, leftBy(game, side, 'resignation'), arrivedAt)
    const changed = await changeGame(tx, game, change, arrivedAt, { by: playerId })
    if (changed) return ok(changed)
  }
}
