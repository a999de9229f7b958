import type { GameUpdate, LiveEvent } from '@tegenzet/contract'
import { OPERATIONS } from '@tegenzet/contract/operations'
import { backoffDelay, sleep } from './backoff.ts'
import { ApiError, NetworkError } from './errors.ts'
import { readLines } from './lines.ts'
import type { Signal } from './platform.ts'
import { type ClientOptions, isRedirect, type RequestInput, send } from './send.ts'

export interface FollowOptions extends ClientOptions {
  /** Whether the games with which the stream starts come with their moves. */
  moves?: boolean
  /** Ends the stream: the generator throws the signal's reason. */
  signal?: Signal
  /**
   * Called when the stream is connected, with null the first time and then with the length of the gap in milliseconds,
   * since the last line before it. Get what the stream does not start with, such as open challenges. After a gap of more than a day events are missing.
   */
  onConnect?: (gapMs: number | null) => void
  /** First backoff before reconnecting; it doubles with each failure. Default: 500. */
  minBackoffMs?: number
  /** Longest backoff. Default: 30,000. */
  maxBackoffMs?: number
  /** Time without a line after which the stream is replaced; the server sends one every 10 s. Default: 25,000. */
  idleTimeoutMs?: number
}

export interface FollowEventsOptions extends FollowOptions {
  /** The `id` of the last event you processed before a restart. The missed events of the last day then come first. */
  since?: number
}

/** Number of event IDs that are remembered to drop duplicates after a reconnection. */
const MAX_KNOWN_IDS = 20_000

/**
 * Yields everything that happens to you: your running games as they are now, the nearest deadline first, then each event
 * exactly once, those of a game in order. A lost or silent stream is replaced after a backoff and resumed.
 * @throws ApiError if the server refuses, for example because the token was revoked; NetworkError if `baseUrl` redirects; or
 * the signal's reason
 */
export async function* followEvents(options: FollowEventsOptions = {}): AsyncGenerator<LiveEvent, void> {
  const { moves } = options
  const known = new Set<number>()
  let { since } = options
  const input = () => ({ query: { since, moves } })
  for await (const event of reconnectingLines<LiveEvent>('followEvents', input, options)) {
    if (known.has(event.id)) continue
    yield event
    known.add(event.id)
    // a stream starts with games whose last event is older than what was received before
    since = Math.max(since ?? 0, event.id)
    const [oldest] = known
    if (known.size > MAX_KNOWN_IDS && oldest !== undefined) known.delete(oldest)
  }
}

/**
 * Yields a game as it is now and after each change, always with a higher version than before, until it is over. Needs no
 * token. A lost or silent stream is replaced after a backoff.
 * @throws ApiError if the server refuses, for example because there is no such game; NetworkError if `baseUrl` redirects; or
 * the signal's reason
 */
export async function* followGame(id: number, options: FollowOptions = {}): AsyncGenerator<GameUpdate, void> {
  let version = -1
  const input = () => ({ params: { id }, query: { moves: options.moves } })
  for await (const update of reconnectingLines<GameUpdate>('followGame', input, options)) {
    if (update.game.version > version) yield update
    version = Math.max(version, update.game.version)
    if (update.game.status === 'finished' || update.game.status === 'cancelled') return
  }
}

/** Yields the lines of an endless stream, which is opened again whenever it ends. */
async function* reconnectingLines<Line>(
  id: 'followEvents' | 'followGame',
  input: () => RequestInput,
  options: FollowOptions,
): AsyncGenerator<Line, void> {
  const { signal, onConnect, minBackoffMs = 500, maxBackoffMs = 30_000, idleTimeoutMs = 25_000 } = options
  let heardAt: number | undefined
  for (let failures = 0; ; failures++) {
    let retryAfter: number | undefined
    try {
      const stream = await send(options, OPERATIONS[id], { ...input(), signal }, idleTimeoutMs)
      onConnect?.(heardAt === undefined ? null : Date.now() - heardAt)
      heardAt = Date.now()
      for await (const line of readLines(stream)) {
        failures = 0
        heardAt = Date.now()
        if (line !== '') yield JSON.parse(line) as Line
      }
    } catch (error) {
      if (!isTemporary(error)) throw error
      if (error instanceof ApiError) retryAfter = error.retryAfter
    }
    await sleep(
      Math.max(backoffDelay(failures, minBackoffMs, maxBackoffMs), (retryAfter ?? 0) * 1000),
      signal,
    )
  }
}

/** A line that was cut off is a SyntaxError. */
const isTemporary = (error: unknown): boolean =>
  (error instanceof NetworkError && !isRedirect(error.status)) ||
  error instanceof SyntaxError ||
  (error instanceof ApiError && (error.status === 429 || error.status >= 500))
