import { type Outcome, opponent, type Side } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { changeGame, type GameChange } from './change-game.ts'
import { isOverdue, stopClocks } from './clock.ts'
import type { GameRow } from './game-store.ts'

/** While fewer plies than these are played nobody loses by leaving: the game is cancelled (docs/rules.md, outcomes). */
export const CANCEL_BEFORE_PLY = 2

/**
 * How long after its deadline a game is ended. A move that arrived in time may still be on its way to the database:
 * ending the game at once could overtake it. Every command judges the deadline at the moment it arrived itself, so
 * that a late one is refused in this while too; and no command is served for nearly as long. Should one ever be,
 * nothing is half done: its write is conditional on the version that the ending has raised.
 */
export const TIMEOUT_GRACE_MS = 5000

/** A game's change by an outcome; `game` has what the last move made of it. */
export function ended(game: GameRow, { winner, reason }: Outcome, now: Date): GameChange {
  return {
    ...stopClocks(game, now),
    status: reason === 'cancelled' ? 'cancelled' : 'finished',
    turn: null,
    winner,
    reason,
  }
}

/** What becomes of a game that a side leaves, by resigning or by running out of time. */
export const leftBy = (game: GameRow, side: Side, reason: 'resignation' | 'timeout'): Outcome =>
  game.ply < CANCEL_BEFORE_PLY ? { winner: null, reason: 'cancelled' } : { winner: opponent(side), reason }

/** Ends a game whose time is out, `TIMEOUT_GRACE_MS` after its deadline or later. */
export async function endOverdue(deps: Deps, game: GameRow, now: Date): Promise<void> {
  if (!game.turn || !game.deadline || !isOverdue(game, new Date(now.getTime() - TIMEOUT_GRACE_MS))) return
  await changeGame(deps, game, ended(game, leftBy(game, game.turn, 'timeout'), now), now)
}

/** Why a command that arrived at `now` comes too late for a game, if it does. A game whose time is out is ended. */
export async function tooLate(deps: Deps, game: GameRow, now: Date): Promise<Refusal | null> {
  if (!game.turn) return over(`The game is over: ${outcomeText(game)}.`)
  if (!isOverdue(game, now)) return null
  await endOverdue(deps, game, now)
  return over(`The game is over: ${game.turn}’s time ran out at ${game.deadline?.toISOString()}.`)
}

const over = (detail: string): Refusal => ({ code: 'game-over', detail })

/** For people: `white won (few-stones)`. */
const outcomeText = ({ winner, reason }: GameRow) => (winner ? `${winner} won (${reason})` : `${reason}`)

export const gameNotFound = (id: number) => refuse('not-found', `There is no game ${id}.`)
export const gameFrozen = refuse('game-frozen', 'A claim is open: nothing moves until it is settled.')
export const notAPlayer = refuse('not-a-player', 'Only its two players may do this in a game.')
