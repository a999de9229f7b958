import { ok, type Result } from '@tegenzet/common'
import { type Outcome, opponent, type Side } from '@tegenzet/rules'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Change, NewValues } from './change.ts'
import { hasTimedOut, stopClocks } from './clock.ts'
import type { GameRow } from './game.ts'

/** Before this ply, resigning or a timeout cancels the game, or forfeits it (docs/rules.md, outcomes). */
export const CANCEL_BEFORE_PLY = 2

/**
 * A game is ended this long after its deadline, because a move that arrived in time may not be written yet. Late moves
 * are refused anyway: each command compares the deadline with its own arrival.
 */
export const TIMEOUT_GRACE_MS = 5000

/** The change that ends a game. @param game with its last move applied */
export function ended(game: GameRow, { winner, reason }: Outcome, now: Date): NewValues {
  return {
    ...stopClocks(game, now),
    status: reason === 'cancelled' ? 'cancelled' : 'finished',
    turn: null,
    winner,
    reason,
  }
}

/** Whether it is a game of a tournament, a league, a ladder or a match. */
export const isOfCompetition = ({ tournament, ladder, match }: GameRow): boolean =>
  Boolean(tournament || ladder || match)

/** The outcome when a side resigns or runs out of time. Games of competitions are never cancelled. */
export function leftBy(game: GameRow, side: Side, reason: 'resignation' | 'timeout'): Outcome {
  if (game.ply >= CANCEL_BEFORE_PLY) return { winner: opponent(side), reason }
  return isOfCompetition(game)
    ? { winner: opponent(side), reason: 'forfeit' }
    : { winner: null, reason: 'cancelled' }
}

/** Ends a game that has timed out more than `TIMEOUT_GRACE_MS` ago. */
export function timedOut(game: GameRow, now: Date): Change | null {
  const isOver = hasTimedOut(game, new Date(now.getTime() - TIMEOUT_GRACE_MS))
  return game.turn && isOver ? { set: ended(game, leftBy(game, game.turn, 'timeout'), now) } : null
}

/** Refuses a command that arrived at `now` after the game's end, or when it has timed out. */
export function goesOn(game: GameRow, now: Date): Result<undefined, Refusal> {
  if (!game.turn) return refuse('game-over', `The game is over: ${outcomeText(game)}.`)
  if (!hasTimedOut(game, now)) return ok(undefined)
  const deadline = game.deadline?.toISOString()
  return refuse('game-over', `The game is over: ${game.turn}’s time ran out at ${deadline}.`)
}

/** Expires the open offer if it is too old. Every command does this first, because the sweep may be late. */
export const expiredOffer = ({ drawOffer }: GameRow, now: Date): Change | null =>
  drawOffer && now > new Date(drawOffer.expiresAt)
    ? { set: { drawOffer: null }, offerBecomes: 'expired' }
    : null

/** A readable result: `white won (few-stones)`. */
const outcomeText = ({ winner, reason }: GameRow) => (winner ? `${winner} won (${reason})` : `${reason}`)

export const gameNotFound = (id: number) => refuse('not-found', `There is no game ${id}.`)
export const gameFrozen = refuse('game-frozen', 'A claim is open: the game is frozen until it is settled.')
/** For what nobody may do while a player's time is out and the game goes on. */
export const overdue = ({ turn, deadline }: Pick<GameRow, 'turn' | 'deadline'>) =>
  refuse(
    'overdue',
    `${turn}’s time ran out at ${deadline?.toISOString()}: ${turn} may only move, resign or accept a draw, and the opponent may claim the win.`,
  )
export const notAPlayer = refuse('not-a-player', 'Only the two players of the game may do this.')
export const notYourTurn = ({ turn }: Pick<GameRow, 'turn'>) =>
  refuse('not-your-turn', `It is ${turn}’s turn.`)
