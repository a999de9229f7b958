import type { LiveEvent } from '@tegenzet/contract'
import { OPERATIONS } from '@tegenzet/contract/operations'
import { backOff, pause } from './backoff.ts'
import { ApiError, NetworkError } from './errors.ts'
import { readLines } from './lines.ts'
import { type ClientOptions, send } from './send.ts'

export interface FollowOptions extends ClientOptions {
  /** The id of the last event you have dealt with, kept over a restart: what happened since, of a day, comes again. */
  since?: number
  /** Ends it: what waits for the next event is thrown the signal's reason. */
  signal?: AbortSignal
  /**
   * The stream stands: for the first time (null), or again after a gap of so many milliseconds; after more than a day
   * events may be missing. The moment to GET what it does not begin with, such as challenges that wait.
   */
  onConnect?: (gap: number | null) => void
  /** Milliseconds before the first attempt to connect again, and at most before any; 500 and 30,000 unless told. */
  firstPause?: number
  longestPause?: number
  /** Milliseconds without a line, of which an empty one comes every 10 s, until it is made anew; 25,000 unless told. */
  silence?: number
}

/** So many ids are remembered: what comes again after a gap is of the last day, and known ids are dropped. */
const REMEMBERED = 20_000

/**
 * Everything that happens to you, in one stream: your games as they stand, then every event, each once, of a game in
 * order. A stream that is lost or silent is made anew after growing, jittered pauses, and goes on where it was.
 * @throws ApiError where the server will not have it, as when the token is revoked; the signal's reason
 */
export async function* followEvents(options: FollowOptions = {}): AsyncGenerator<LiveEvent, void> {
  const { signal, onConnect, firstPause = 500, longestPause = 30_000, silence = 25_000 } = options
  const known = new Set<number>()
  let since = options.since
  let lostAt: number | undefined
  for (let failures = 0; ; failures++) {
    let asked: number | undefined
    try {
      const stream = await send(options, OPERATIONS.followEvents, { query: { since }, signal }, silence)
      onConnect?.(lostAt === undefined ? null : Date.now() - lostAt)
      for await (const line of readLines(stream)) {
        failures = 0
        if (line === '') continue
        const event = JSON.parse(line) as LiveEvent
        if (known.has(event.id)) continue
        yield event
        known.add(event.id)
        since = event.id
        if (known.size > REMEMBERED) known.delete(known.values().next().value!)
      }
    } catch (error) {
      if (!isPassing(error)) throw error
      if (error instanceof ApiError) asked = error.retryAfter
    }
    lostAt = Date.now()
    await pause(Math.max(backOff(failures, firstPause, longestPause), (asked ?? 0) * 1000), signal)
  }
}

/** A line cut short is no JSON. Of refusals, too many at once and a server that fails pass. */
const isPassing = (error: unknown): boolean =>
  error instanceof NetworkError ||
  error instanceof SyntaxError ||
  (error instanceof ApiError && (error.status === 429 || error.status >= 500))
