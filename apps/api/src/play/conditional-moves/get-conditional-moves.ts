import type { ConditionalMoves } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import type { Refusal } from '../../refusal.ts'
import type { Tx } from '../../store/transaction.ts'
import { readOwnGame } from '../game/read-own-game.ts'
import { readConditionalMoves } from './conditional-moves-store.ts'

/** A player's own conditional moves in a game. */
export async function getConditionalMoves(
  tx: Tx,
  { game: id, playerId }: { game: number; playerId: number },
): Promise<Result<ConditionalMoves, Refusal>> {
  const found = await readOwnGame(tx, id, playerId)
  if (!found.ok) return found
  const { game, side } = found.value
  const none = { game: game.id, by: side, version: 0, ply: game.ply, branches: [], played: [], ended: null }
  return ok((await readConditionalMoves(tx, game.id, side)) ?? none)
}
