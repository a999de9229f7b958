import { ok, type Result } from '@tegenzet/common'
import type { Refusal } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { gameNotFound, notAPlayer } from './endings.ts'
import { sideOf } from './game.ts'
import type { OwnGame } from './on-game.ts'
import { readGame } from './read-games.ts'

/** A game with the side that a player has in it. */
export async function readOwnGame(db: Db, id: number, playerId: number): Promise<Result<OwnGame, Refusal>> {
  const game = await readGame(db, id)
  if (!game) return gameNotFound(id)
  const side = sideOf(game, playerId)
  return side ? ok({ game, side }) : notAPlayer
}
