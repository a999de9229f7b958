import { spent, stopAt } from '@tegenzet/clocks'
import type { Game } from '@tegenzet/contract'
import type { Side } from '@tegenzet/rules'

/** What a player's clock does; `until` is when it runs again, in milliseconds. */
export type ClockState =
  | { kind: 'over' | 'runs' | 'waits' | 'claim' }
  | { kind: 'away' | 'day-off'; until: number }

/** Until when a player is on vacation, as far as the game knows; null: not now. */
export function awayUntil(game: Game, side: Side, now: number): number | null {
  const until = Date.parse(game.away[side]?.until ?? '')
  return until > now ? until : null
}

/** A day off begins and ends by itself: what a game said at its last change may not be so any more. */
export function clockState(game: Game, side: Side, now: number): ClockState {
  if (game.status !== 'active' && game.status !== 'claimed') return { kind: 'over' }
  if (game.turn !== side) return { kind: 'waits' }
  if (game.status === 'claimed') return { kind: 'claim' }
  const away = game.vacation ? awayUntil(game, side, now) : null
  if (away !== null) return { kind: 'away', until: away }
  const off = stopAt(now, { schedule: game.schedules[side] })
  return off ? { kind: 'day-off', until: off.until } : { kind: 'runs' }
}

/** What is left on a player's clock, in milliseconds: what stood there at the last change, less what has run since. */
export function timeInHand(game: Game, side: Side, now: number): number {
  const { remainingMs } = game.clocks[side]
  if (game.status !== 'active' || game.turn !== side) return remainingMs
  const since = Date.parse(game.updatedAt)
  const away = game.away[side]
  const stopped = away && game.vacation ? [{ from: since, until: Date.parse(away.until) }] : []
  return Math.max(0, remainingMs - spent(since, now, { schedule: game.schedules[side], stopped }))
}
