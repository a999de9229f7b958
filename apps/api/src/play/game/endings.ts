import { type Outcome, opponent, type Side } from '@tegenzet/rules'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Tx } from '../../store/transaction.ts'
import type { NewValues } from './change.ts'
import { changeGame } from './change-game.ts'
import { isOverdue, stopClocks } from './clock.ts'
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

/** The outcome when a side resigns or runs out of time. Games of competitions are never cancelled. */
export function leftBy(game: GameRow, side: Side, reason: 'resignation' | 'timeout'): Outcome {
  if (game.ply >= CANCEL_BEFORE_PLY) return { winner: opponent(side), reason }
  return game.tournament || game.ladder
    ? { winner: opponent(side), reason: 'forfeit' }
    : { winner: null, reason: 'cancelled' }
}

/** Ends a game whose deadline is more than `TIMEOUT_GRACE_MS` ago. */
export async function endOverdue(tx: Tx, game: GameRow, now: Date): Promise<void> {
  if (!game.turn || !game.deadline || !isOverdue(game, new Date(now.getTime() - TIMEOUT_GRACE_MS))) return
  await changeGame(tx, game, ended(game, leftBy(game, game.turn, 'timeout'), now), now)
}

/** Refuses a command that arrived at `now` after the game's end. Ends the game if it is out of time. */
export async function tooLate(tx: Tx, game: GameRow, now: Date): Promise<Refusal | null> {
  if (!game.turn) return over(`The game is over: ${outcomeText(game)}.`)
  if (!isOverdue(game, now)) return null
  await endOverdue(tx, game, now)
  return over(`The game is over: ${game.turn}’s time ran out at ${game.deadline?.toISOString()}.`)
}

const over = (detail: string): Refusal => ({ code: 'game-over', detail })

/** A readable result: `white won (few-stones)`. */
const outcomeText = ({ winner, reason }: GameRow) => (winner ? `${winner} won (${reason})` : `${reason}`)

export const gameNotFound = (id: number) => refuse('not-found', `There is no game ${id}.`)
export const gameFrozen = refuse('game-frozen', 'A claim is open: the game is frozen until it is settled.')
export const notAPlayer = refuse('not-a-player', 'Only the two players of the game may do this.')
