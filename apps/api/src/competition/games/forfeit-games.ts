import { opponent } from '@tegenzet/rules'
import { changeGame } from '../../play/game/change-game.ts'
import { ended } from '../../play/game/endings.ts'
import { type GameRow, sideOf } from '../../play/game/game.ts'
import { readGame } from '../../play/game/game-store.ts'
import type { Tx } from '../../store/transaction.ts'

/** Ends a player’s running games by forfeit, because the player has left the competition. */
export async function forfeitGames(
  tx: Tx,
  games: readonly GameRow[],
  playerId: number,
  at: Date,
): Promise<void> {
  for (const running of games.filter(({ turn }) => turn !== null)) {
    // if a move comes between, it tries again
    for (let game = running; game.turn !== null; game = (await readGame(tx, game.id))!) {
      const winner = opponent(sideOf(game, playerId)!)
      if (await changeGame(tx, game, ended(game, { winner, reason: 'forfeit' }, at), at)) break
    }
  }
}
