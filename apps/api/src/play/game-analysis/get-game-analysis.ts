import { ok, type Result } from '@tegenzet/common'
import { Json } from '../../http/json-answer.ts'
import type { Refusal } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { readOwnGame } from '../game/read-own-game.ts'
import { readGameAnalysis } from './game-analysis-store.ts'

/** A player's own analysis of a game. */
export async function getGameAnalysis(
  db: Db,
  { game: id, playerId }: { game: number; playerId: number },
): Promise<Result<Json, Refusal>> {
  const own = await readOwnGame(db, id, playerId)
  if (!own.ok) return own
  const stored = await readGameAnalysis(db, id, playerId)
  return ok(new Json(stored ? `{"tree":${stored.tree},"version":${stored.version}}` : NONE))
}

const NONE = JSON.stringify({ tree: null, version: 0 })
