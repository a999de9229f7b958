import { afterQuietHours } from './quiet-hours.ts'
import { nextStop, type Stops, stopAt } from './stops.ts'

/**
 * Milliseconds of a side's time that pass between two moments: all but the stopped ones.
 * @returns 0 where `until` is not after `since`
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

/** The first moment at which as much has been `spent` since `since` as remained: the inverse of `spent`. */
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
 * Until when a side may move: the moment its time has run out, moved to the end of quiet hours that it falls in, and out
 * of whatever stopped time it falls in then. It is never within either, and its last millisecond is in time.
 */
export function deadlineOf(since: number, remainingMs: number, stops: Stops): number {
  let at = runsOutAt(since, remainingMs, stops)
  for (;;) {
    const moved = stopAt(at, stops)?.until ?? afterQuietHours(at, stops.schedule)
    if (moved === at) return at
    at = moved
  }
}
