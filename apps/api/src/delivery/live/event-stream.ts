import type { LiveEvent } from '@tegenzet/contract'
import { type Caller, mayReceive } from '../../http/caller.ts'
import { type Cursor, isBefore } from '../../outbox/cursor.ts'
import {
  cursorAt,
  cursorOf,
  type OutboxEvent,
  readRunningGames,
  readSettledOf,
  settledCursor,
} from '../../outbox/read-events.ts'
import type { Tx } from '../../store/transaction.ts'
import type { Follower, OutboxTail } from './outbox-tail.ts'

export interface StreamOptions {
  tx: Tx
  tail: OutboxTail
  caller: Caller
  /** The last event that the client knows. */
  since: number | undefined
  now: () => Date
  /** Ends the stream. */
  signal: AbortSignal
  /** Called if the client reads too slowly. */
  onLag: () => void
}

const DAY_MS = 24 * 60 * 60 * 1000
const KEEP_ALIVE_MS = 10_000
/** Events read at once. */
const PAGE = 200
/** Events that may wait for a slow client. */
const MAX_WAITING = 1000

/**
 * The lines of an event stream: the client's running games as of a cursor in the outbox, then every event after that
 * cursor, in order. It joins the tail before it reads the outbox, so that no event in between is missed.
 */
export async function* eventLines(options: StreamOptions): AsyncGenerator<LiveEvent | '', void> {
  const { tx, tail, caller, since, now, signal, onLag } = options
  const { playerId } = caller
  let waiting: OutboxEvent[] = []
  let wake = () => {}
  let isQuiet = true
  const visible = (events: OutboxEvent[]) =>
    events.flatMap(({ event }) => (event && mayReceive(caller, event.type) ? [event] : []))
  const follower: Follower = {
    playerId,
    take(event) {
      if (signal.aborted) return
      if (waiting.push(event) > MAX_WAITING) return onLag()
      wake()
    },
  }
  const timer = setInterval(() => wake(), KEEP_ALIVE_MS)
  timer.unref()
  signal.addEventListener('abort', () => wake())
  try {
    await tail.join(follower)
    const end = await settledCursor(tx)
    let cursor = await startOf(tx, since, end, now())
    for (const event of visible(await readRunningGames(tx, playerId, cursor))) {
      isQuiet = false
      yield event
    }
    for (let more = since !== undefined; more && !signal.aborted; ) {
      const events = await readSettledOf(tx, playerId, cursor, PAGE)
      for (const event of visible(events)) {
        isQuiet = false
        yield event
      }
      cursor = events.at(-1)?.cursor ?? cursor
      more = events.length === PAGE
    }
    if (isBefore(cursor, end)) cursor = end
    // an empty line shows at once that the stream is open
    if (isQuiet) yield ''
    while (!signal.aborted) {
      const events = waiting.filter((each) => isBefore(cursor, each.cursor))
      waiting = []
      yield* visible(events)
      if (waiting.length > 0 || signal.aborted) continue
      await new Promise<void>((resolve) => {
        wake = resolve
      })
      if (waiting.length === 0 && !signal.aborted) yield ''
    }
  } finally {
    clearInterval(timer)
    tail.leave(follower)
  }
}

/** Where a stream starts: after the event `since` if that is settled and of the last day, otherwise a day ago. */
async function startOf(tx: Tx, since: number | undefined, end: Cursor, now: Date): Promise<Cursor> {
  if (since === undefined) return end
  const dayAgo = new Date(now.getTime() - DAY_MS)
  const cursor = (await cursorOf(tx, since, dayAgo)) ?? (await cursorAt(tx, dayAgo)) ?? end
  return isBefore(cursor, end) ? cursor : end
}
