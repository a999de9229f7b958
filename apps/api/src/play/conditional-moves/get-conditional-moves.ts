import { ok, type Result } from '@tegenzet/common'
import type { ConditionalMoves } from '@tegenzet/contract'
import type { Refusal } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { readOwnGame } from '../game/read-own-game.ts'
import { readConditionalMoves } from './conditional-moves-store.ts'

/** A player's own conditional moves in a game. */
export async function getConditionalMoves(
  db: Db,
  { game: id, playerId }: { game: number; playerId: number },
): Promise<Result<ConditionalMoves, Refusal>> {
  const found = await readOwnGame(db, id, playerId)
  if (!found.ok) return found
  const { game, side } = found.value
  const none = { game: game.id, by: side, version: 0, ply: game.ply, branches: [], played: [], ended: null }
  return ok((await readConditionalMoves(db, game.id, side)) ?? none)
}
