import { opponent } from '@tegenzet/rules'
import { changeGame } from '../play/game/change-game.ts'
import { ended } from '../play/game/endings.ts'
import { type GameRow, sideOf } from '../play/game/game.ts'
import { readGame } from '../play/game/game-store.ts'
import type { Tx } from '../store/transaction.ts'

/** Ends those of a player’s games that are running: the player has left the competition. */
export async function forfeitGames(
  tx: Tx,
  games: readonly GameRow[],
  playerId: number,
  at: Date,
): Promise<void> {
  for (const running of games.filter(({ turn }) => turn !== null)) {
    // a move may come between
    for (let game = running; game.turn !== null; game = (await readGame(tx, game.id))!) {
      const winner = opponent(sideOf(game, playerId)!)
      if (await changeGame(tx, game, ended(game, { winner, reason: 'forfeit' }, at), at)) break
    }
  }
}
