import type { LiveEvent } from '@tegenzet/contract'
import { OPERATIONS } from '@tegenzet/contract/operations'
import { backoffDelay, sleep } from './backoff.ts'
import { ApiError, NetworkError } from './errors.ts'
import { readLines } from './lines.ts'
import { type ClientOptions, send } from './send.ts'

export interface FollowOptions extends ClientOptions {
  /** The `id` of the last event you processed before a restart. The missed events of the last day then come first. */
  since?: number
  /** Ends the stream: the generator throws the signal's reason. */
  signal?: AbortSignal
  /**
   * Called when the stream is connected, with null the first time and then with the length of the gap in milliseconds.
   * Get what the stream does not start with, such as open challenges. After a gap of more than a day events are missing.
   */
  onConnect?: (gapMs: number | null) => void
  /** First backoff before reconnecting; it doubles with each failure. Default: 500. */
  minBackoffMs?: number
  /** Longest backoff. Default: 30,000. */
  maxBackoffMs?: number
  /** Time without a line after which the stream is replaced; the server sends one every 10 s. Default: 25,000. */
  idleTimeoutMs?: number
}

/** Number of event IDs that are remembered to drop duplicates after a reconnection. */
const MAX_KNOWN_IDS = 20_000

/**
 * Yields everything that happens to you: your running games as they are now, then each event exactly once, those of a
 * game in order. A lost or silent stream is replaced after a backoff and resumed.
 * @throws ApiError if the server refuses, for example because the token was revoked; or the signal's reason
 */
export async function* followEvents(options: FollowOptions = {}): AsyncGenerator<LiveEvent, void> {
  const { signal, onConnect, minBackoffMs = 500, maxBackoffMs = 30_000, idleTimeoutMs = 25_000 } = options
  const known = new Set<number>()
  let since = options.since
  let lostAt: number | undefined
  for (let failures = 0; ; failures++) {
    let retryAfter: number | undefined
    try {
      const stream = await send(options, OPERATIONS.followEvents, { query: { since }, signal }, idleTimeoutMs)
      onConnect?.(lostAt === undefined ? null : Date.now() - lostAt)
      for await (const line of readLines(stream)) {
        failures = 0
        if (line === '') continue
        const event = JSON.parse(line) as LiveEvent
        if (known.has(event.id)) continue
        yield event
        known.add(event.id)
        since = event.id
        if (known.size > MAX_KNOWN_IDS) known.delete(known.values().next().value!)
      }
    } catch (error) {
      if (!isTemporary(error)) throw error
      if (error instanceof ApiError) retryAfter = error.retryAfter
    }
    lostAt = Date.now()
    await sleep(
      Math.max(backoffDelay(failures, minBackoffMs, maxBackoffMs), (retryAfter ?? 0) * 1000),
      signal,
    )
  }
}

/** A line that was cut off is a SyntaxError. */
const isTemporary = (error: unknown): boolean =>
  error instanceof NetworkError ||
  error instanceof SyntaxError ||
  (error instanceof ApiError && (error.status === 429 || error.status >= 500))
