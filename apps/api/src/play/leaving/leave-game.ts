import { ok, type Result } from '@tegenzet/common'
import type { Game } from '@tegenzet/contract'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { CANCEL_BEFORE_PLY, ended, isOfCompetition, leftBy } from '../game/endings.ts'
import { type Decision, type OwnGame, onGame } from '../game/on-game.ts'

export interface LeaveGame {
  game: number
  playerId: number
  how: 'resign' | 'cancel'
  arrivedAt: Date
}

/** Resigns or cancels on either turn, also a frozen game. */
export async function leaveGame(
  db: Db,
  { game, playerId: player, how, arrivedAt: at }: LeaveGame,
): Promise<Result<Game, Refusal>> {
  const done = await onGame(
    db,
    { game, player, at, in: 'running', ...(how === 'resign' && { whenOverdue: true }) },
    (own) => decideLeaving(own, how, at),
  )
  return done.ok ? ok(done.value.game) : done
}

export function decideLeaving({ game, side }: OwnGame, how: LeaveGame['how'], at: Date): Decision {
  if (how === 'cancel' && isOfCompetition(game))
    return refuse('too-late-to-cancel', 'A game of a tournament, ladder or match can only be resigned.')
  if (how === 'cancel' && game.ply >= CANCEL_BEFORE_PLY)
    return refuse('too-late-to-cancel', 'Both players have moved, so the game can only be resigned.')
  return ok({ set: ended(game, leftBy(game, side, 'resignation'), at) })
}
