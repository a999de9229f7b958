import { isDeepStrictEqual } from 'node:util'
import type { Branch, BranchInput, ConditionalMoves } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { ok, type Result, ruleSet } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { gameFrozen, tooLate } from '../game/endings.ts'
import { readPositions } from '../game/game-record.ts'
import { readOwnGame } from '../game/read-own-game.ts'
import { readPlan, writePlan } from './conditional-moves-store.ts'
import { illegalMoves } from './illegal-moves.ts'

export interface SetPlan {
  game: number
  playerId: number
  /** Plies played so far, as the player knows it. */
  ply: number
  branches: readonly BranchInput[]
  /** Where the branches stand in what was sent, as a JSON pointer. */
  path: string
  arrivedAt: Date
}

/**
 * Plans what is answered to the opponent's moves. The game's row is held against a move that comes at once: either the
 * plan stands before that is played, and answers it, or it is refused.
 */
export async function setPlan(deps: Deps, command: SetPlan): Promise<Result<ConditionalMoves, Refusal>> {
  const { playerId, ply, path, arrivedAt } = command
  const { database } = deps
  const branches = command.branches.map(whole)
  for (;;) {
    const found = await readOwnGame(database, command.game, playerId)
    if (!found.ok) return found
    const { game, side } = found.value
    const late = await tooLate(deps, game, arrivedAt)
    if (late) return { ok: false, error: late }
    if (game.status === 'claimed') return gameFrozen
    if (game.ply !== ply)
      return refuse('stale-ply', `${game.ply} plies have been played, not ${ply}: look at the game again.`)
    if (game.turn === side) return refuse('conflict', 'It is your turn: a plan begins with your opponent’s.')
    const standing = await readPlan(database, game.id, side)
    if (standing?.ply === ply && !standing.ended && isDeepStrictEqual(standing.branches, branches))
      return ok(standing)

    const positions = (await readPositions(database, game.id))
      .slice(0, ply + 1)
      .map(({ position }) => position)
    const errors = illegalMoves(ruleSet(game.rules, game.rulesRevision), positions, branches, path)
    if (errors.length > 0)
      return {
        ok: false,
        error: { code: 'illegal-move', detail: 'The rules refuse what `errors` names.', errors },
      }
    const rows = Prisma.sql`g AS (
        SELECT id FROM games WHERE id = ${game.id} AND ply = ${ply} AND status = 'active' FOR SHARE
      ), p AS (
        INSERT INTO conditional_moves AS plan (game_id, by, version, ply, branches, played, updated_at)
        SELECT id, ${side}::side, 1, ${ply}::int, ${JSON.stringify(branches)}::jsonb, '{}', ${arrivedAt}::timestamptz
        FROM g
        ON CONFLICT (game_id, by) DO UPDATE SET
          version = plan.version + 1, ply = excluded.ply, branches = excluded.branches, ended_ply = NULL,
          ended_reason = NULL, due_at = NULL, updated_at = excluded.updated_at
        RETURNING *
      )`
    const plan = await writePlan(deps, rows, { playerId, actorId: playerId, now: arrivedAt })
    if (plan) return ok(plan)
  }
}

const whole = ({ then = [], ...moves }: BranchInput): Branch => ({ ...moves, then: then.map(whole) })
