import type { Clock } from '@tegenzet/contract'
import { opponent, type Side } from '@tegenzet/rules'
import type { GameRow } from './game-row.ts'

const DAY = 24 * 60 * 60 * 1000

type Running = Pick<GameRow, 'clock' | 'clockSince' | 'deadline' | 'whiteRemainingMs' | 'blackRemainingMs'>
export type Clocks = Pick<GameRow, 'clockSince' | 'deadline' | 'whiteRemainingMs' | 'blackRemainingMs'>

/** The clocks as a game begins: white's runs. */
export function startClocks(clock: Clock, now: Date): Clocks {
  const time = clock.days * DAY
  return {
    whiteRemainingMs: time,
    blackRemainingMs: time,
    clockSince: now,
    deadline: new Date(now.getTime() + time),
  }
}

/** The clocks after `mover` has moved: the mover has the whole time for the next move, the other's runs. */
export function passTurn(game: Running, mover: Side, now: Date): Clocks {
  const clocks = { ...remaining(game), [remainingOf[mover]]: game.clock.days * DAY }
  return {
    ...clocks,
    clockSince: now,
    deadline: new Date(now.getTime() + clocks[remainingOf[opponent(mover)]]),
  }
}

/** The clocks once the game has ended or is frozen: what was left to the side to move is kept. */
export function stopClocks(game: Running, turn: Side | null, now: Date): Clocks {
  const left = game.deadline && Math.max(0, game.deadline.getTime() - now.getTime())
  return {
    ...remaining(game),
    ...(turn && left !== null && { [remainingOf[turn]]: left }),
    clockSince: null,
    deadline: null,
  }
}

/** The clocks of a game that goes on after a claim: the side to move has what was left to it. */
export function resumeClocks(game: Running, turn: Side, now: Date): Clocks {
  return { ...remaining(game), clockSince: now, deadline: new Date(now.getTime() + game[remainingOf[turn]]) }
}

/** Takes time from a side: of this turn where it is to move, else of its next. */
export function charge<G extends Running>(game: G, side: Side, ms: number): G {
  return { ...game, [remainingOf[side]]: Math.max(0, game[remainingOf[side]] - ms) }
}

/** Milliseconds left to a side, as of the last change. */
export const timeLeft = (game: Running, side: Side): number => game[remainingOf[side]]

/** Whether the side to move had run out of time at a moment. The last millisecond is in time. */
export const isOverdue = ({ deadline }: Pick<GameRow, 'deadline'>, at: Date): boolean =>
  deadline !== null && at > deadline

const remainingOf = { white: 'whiteRemainingMs', black: 'blackRemainingMs' } as const
const remaining = ({ whiteRemainingMs, blackRemainingMs }: Running) => ({
  whiteRemainingMs,
  blackRemainingMs,
})
