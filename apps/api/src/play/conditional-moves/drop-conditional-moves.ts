import { Prisma } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import type { Refusal } from '../../refusal.ts'
import { readOwnGame } from '../game/read-own-game.ts'
import { writePlan } from './conditional-moves-store.ts'

export interface DropPlan {
  game: number
  playerId: number
  arrivedAt: Date
}

/** Takes a plan back. An answer that is being played is awaited: none comes after this. */
export async function dropPlan(deps: Deps, command: DropPlan): Promise<Result<undefined, Refusal>> {
  const { playerId, arrivedAt } = command
  const found = await readOwnGame(deps.database, command.game, playerId)
  if (!found.ok) return found
  const { game, side } = found.value
  const rows = Prisma.sql`p AS (
      UPDATE conditional_moves SET version = version + 1, branches = '[]', due_at = NULL, updated_at = ${arrivedAt}::timestamptz
      WHERE game_id = ${game.id} AND by = ${side}::side AND branches <> '[]'
      RETURNING *
    )`
  await writePlan(deps, rows, { playerId, actorId: playerId, now: arrivedAt })
  return ok(undefined)
}
