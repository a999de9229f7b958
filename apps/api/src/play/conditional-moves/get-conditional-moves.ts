import type { ConditionalMoves } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import type { Refusal } from '../../refusal.ts'
import { readOwnGame } from '../game/read-own-game.ts'
import { readPlan } from './conditional-moves-store.ts'

/** What a player has planned in a game, for them alone. */
export async function getPlan(
  { database }: Deps,
  { game: id, playerId }: { game: number; playerId: number },
): Promise<Result<ConditionalMoves, Refusal>> {
  const found = await readOwnGame(database, id, playerId)
  if (!found.ok) return found
  const { game, side } = found.value
  const none = { game: game.id, by: side, version: 0, ply: game.ply, branches: [], played: [], ended: null }
  return ok((await readPlan(database, game.id, side)) ?? none)
}
