import type { Database } from '@tegenzet/db'
import { ok, type Result, type Side } from '@tegenzet/rules'
import type { Refusal } from '../../refusal.ts'
import { gameNotFound, notAPlayer } from './endings.ts'
import { type GameRow, readGame, sideOf } from './game-store.ts'

/** A game with the side that a player has in it. */
export async function readOwnGame(
  database: Database,
  id: number,
  playerId: number,
): Promise<Result<{ game: GameRow; side: Side }, Refusal>> {
  const game = await readGame(database, id)
  if (!game) return gameNotFound(id)
  const side = sideOf(game, playerId)
  return side ? ok({ game, side }) : notAPlayer
}
