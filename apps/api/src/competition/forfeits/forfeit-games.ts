import { ok } from '@tegenzet/common'
import { opponent } from '@tegenzet/rules'
import { ended } from '../../play/game/endings.ts'
import type { GameRow } from '../../play/game/game.ts'
import { type Decision, type OwnGame, onGame } from '../../play/game/on-game.ts'
import { RefusalError } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'

/** Ends a player’s running games by forfeit, because the player has left the competition. */
export async function forfeitGames(
  db: Db,
  games: readonly Pick<GameRow, 'id' | 'turn'>[],
  playerId: number,
  at: Date,
): Promise<void> {
  for (const { id } of games.filter(({ turn }) => turn !== null)) {
    const done = await onGame(db, { game: id, player: playerId, by: null, at, in: 'any' }, (own) =>
      decideForfeit(own, at),
    )
    if (!done.ok) throw new RefusalError(done.error.code, done.error.detail)
  }
}

export const decideForfeit = ({ game, side }: OwnGame, at: Date): Decision =>
  ok(game.turn && { set: ended(game, { winner: opponent(side), reason: 'forfeit' }, at) })
