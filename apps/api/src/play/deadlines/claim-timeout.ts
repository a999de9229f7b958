import { ok, type Result } from '@tegenzet/common'
import type { Game } from '@tegenzet/contract'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { isOverdue } from '../game/clock.ts'
import { ended, leftBy, TIMEOUT_GRACE_MS } from '../game/endings.ts'
import { type Decision, type OwnGame, onGame } from '../game/on-game.ts'

interface ClaimTimeout {
  game: number
  playerId: number
  arrivedAt: Date
}

/**
 * Ends a game in which the opponent's time is out, where that must be claimed (docs/rules.md, time). From `TIMEOUT_GRACE_MS`
 * after the deadline on, as the server's own time-outs, so that it never overtakes a move that arrived in time.
 */
export async function claimTimeout(
  db: Db,
  { game, playerId: player, arrivedAt: at }: ClaimTimeout,
): Promise<Result<Game, Refusal>> {
  const done = await onGame(db, { game, player, at }, (own) => decideTimeout(own, at))
  return done.ok ? ok(done.value.game) : done
}

function decideTimeout({ game, side }: OwnGame, at: Date): Decision {
  if (!game.turn || game.turn === side) return refuse('not-overdue', 'It is your turn.')
  if (!isOverdue(game, new Date(at.getTime() - TIMEOUT_GRACE_MS))) {
    const seconds = TIMEOUT_GRACE_MS / 1000
    const text = `Your opponent has time until ${game.deadline?.toISOString()}. Claim the win more than ${seconds} s later.`
    return refuse('not-overdue', text)
  }
  return ok({ set: ended(game, leftBy(game, game.turn, 'timeout'), at) })
}
