import { spent, stopAt } from '@tegenzet/clocks'
import type { Game } from '@tegenzet/contract'
import type { Side } from '@tegenzet/rules'

/** What a player's clock does. `until` is the time at which it runs again, in milliseconds. */
export type ClockState =
  | { kind: 'over' | 'runs' | 'waits' | 'claim' }
  | { kind: 'away' | 'day-off'; until: number }

/** The end of a player's current vacation, in milliseconds; null if they are not on vacation. */
export function awayUntil(game: Game, side: Side, now: number): number | null {
  const until = Date.parse(game.away[side]?.until ?? '')
  return until > now ? until : null
}

/** Worked out anew for `now`, because a day off begins and ends without an event. */
export function clockState(game: Game, side: Side, now: number): ClockState {
  if (game.status !== 'active' && game.status !== 'claimed') return { kind: 'over' }
  if (game.turn !== side) return { kind: 'waits' }
  if (game.status === 'claimed') return { kind: 'claim' }
  const away = game.vacation ? awayUntil(game, side, now) : null
  if (away !== null) return { kind: 'away', until: away }
  const off = stopAt(now, { schedule: game.schedules[side] })
  return off ? { kind: 'day-off', until: off.until } : { kind: 'runs' }
}

/** The time left on a player's clock, in milliseconds. */
export function timeInHand(game: Game, side: Side, now: number): number {
  const { remainingMs } = game.clocks[side]
  if (game.status !== 'active' || game.turn !== side) return remainingMs
  const since = Date.parse(game.updatedAt)
  const away = game.away[side]
  const stopped = away && game.vacation ? [{ from: since, until: Date.parse(away.until) }] : []
  return Math.max(0, remainingMs - spent(since, now, { schedule: game.schedules[side], stopped }))
}
