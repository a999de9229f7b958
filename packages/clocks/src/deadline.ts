import { afterQuietHours } from './quiet-hours.ts'
import { nextStop, type Stops, stopAt } from './stops.ts'

/**
 * The milliseconds of a side's time that pass between two moments (docs/rules.md, time): all but those in which its
 * clock is stopped. 0 if `until` is not after `since`.
 */
export function spent(since: number, until: number, stops: Stops): number {
  let passed = 0
  let at = since
  while (at < until) {
    const stop = nextStop(at, stops)
    if (!stop || stop.from >= until) return passed + until - at
    passed += Math.max(0, stop.from - at)
    at = stop.until
  }
  return passed
}

/** The moment at which `remainingMs` milliseconds have been spent since `since`. The inverse of `spent`. */
export function runsOutAt(since: number, remainingMs: number, stops: Stops): number {
  let left = remainingMs
  let at = since
  for (;;) {
    const stop = nextStop(at, stops)
    if (!stop || left <= stop.from - at || left === 0) return at + left
    left -= Math.max(0, stop.from - at)
    at = stop.until
  }
}

/**
 * Until when a side may move, this millisecond included (docs/rules.md, time): the moment at which its time runs out.
 * If that falls in quiet hours or in stopped time the deadline moves to their end, until it falls in neither.
 */
export function deadlineOf(since: number, remainingMs: number, stops: Stops): number {
  return afterStopsAndQuietHours(runsOutAt(since, remainingMs, stops), stops)
}

/** The first moment, from `from` on, in neither stopped time nor quiet hours. */
export function afterStopsAndQuietHours(from: number, stops: Stops): number {
  let at = from
  for (;;) {
    const moved = stopAt(at, stops)?.until ?? afterQuietHours(at, stops.schedule)
    if (moved === at) return at
    at = moved
  }
}
