import type { Game, Schedule } from '@tegenzet/contract'
import type { Side } from '@tegenzet/rules'

/** What a player's clock does. `until` is the time at which it runs again, in milliseconds. */
export type ClockState =
  | { kind: 'over' | 'runs' | 'waits' | 'claim' }
  | { kind: 'away' | 'day-off'; until: number }

// Only days off need calendar arithmetic, which is as large as the rest of a page: it is loaded for the first of them.
let calendar = $state.raw<typeof import('@tegenzet/clocks')>()

export async function loadCalendar(): Promise<void> {
  calendar ??= await import('@tegenzet/clocks')
}

/** undefined if the schedule has no days off, or until the calendar has been loaded; reactive. */
function calendarFor({ daysOff }: Schedule): typeof calendar {
  if (daysOff.length === 0) return undefined
  // without it the clock shows no days off; the next page tries again
  if (!calendar) loadCalendar().catch(() => {})
  return calendar
}

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
  const schedule = game.schedules[side]
  const off = calendarFor(schedule)?.stopAt(now, { schedule })
  return off ? { kind: 'day-off', until: off.until } : { kind: 'runs' }
}

/** The time left on a player's clock, in milliseconds. */
export function timeInHand(game: Game, side: Side, now: number): number {
  const { remainingMs } = game.clocks[side]
  if (game.status !== 'active' || game.turn !== side) return remainingMs
  const since = Date.parse(game.updatedAt)
  const away = game.away[side]
  const vacationEnd = away && game.vacation ? Date.parse(away.until) : since
  const schedule = game.schedules[side]
  const stopped = [{ from: since, until: vacationEnd }]
  const spent =
    calendarFor(schedule)?.spent(since, now, { schedule, stopped }) ?? now - Math.max(since, vacationEnd)
  return Math.max(0, remainingMs - Math.max(0, spent))
}
