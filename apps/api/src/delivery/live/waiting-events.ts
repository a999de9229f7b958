import type { OutboxEvent } from '../../outbox/read-events.ts'
import type { Follower, OutboxTail } from './outbox-tail.ts'

const KEEP_ALIVE_MS = 10_000
/** Events that may wait for a slow client. */
const MAX_WAITING = 1000

export interface WaitingOptions {
  tail: OutboxTail
  /** Whose events. */
  of: Follower['of']
  /** Ends the stream. */
  signal: AbortSignal
  /** Called if the client reads too slowly. */
  onLag: () => void
}

/** The events that wait for the client of a stream. */
interface WaitingEvents {
  /** Joins the tail. @returns once no later event is missed */
  join(): Promise<void>
  /** Yields the events that have arrived, in groups; an empty group if there was none for ten seconds. */
  groups(): AsyncGenerator<OutboxEvent[], void>
  leave(): void
}

export function waitForEvents({ tail, of, signal, onLag }: WaitingOptions): WaitingEvents {
  let waiting: OutboxEvent[] = []
  let wake = () => {}
  const follower: Follower = {
    of,
    take(event) {
      if (signal.aborted) return
      if (waiting.push(event) > MAX_WAITING) return onLag()
      wake()
    },
  }
  const timer = setInterval(() => wake(), KEEP_ALIVE_MS)
  timer.unref()
  signal.addEventListener('abort', () => wake())

  async function* groups() {
    while (!signal.aborted) {
      const events = waiting
      waiting = []
      if (events.length > 0) yield events
      if (waiting.length > 0 || signal.aborted) continue
      await new Promise<void>((resolve) => {
        wake = resolve
      })
      if (waiting.length === 0 && !signal.aborted) yield []
    }
  }

  return {
    join: () => tail.join(follower),
    groups,
    leave() {
      clearInterval(timer)
      tail.leave(follower)
    },
  }
}
