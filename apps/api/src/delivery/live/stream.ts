import type { LiveEvent } from '@tegenzet/contract'
import { type Caller, mayHear } from '../../http/caller.ts'

import { isBefore, type LiveSource, type OutboxEvent, type Place } from '../../outbox/source.ts'
import type { Follower, Tail } from './tail.ts'

export interface Following {
  source: LiveSource
  tail: Tail
  caller: Caller
  /** The last event that the reader knows. */
  since: number | undefined
  now: () => Date
  /** Ends it. */
  signal: AbortSignal
  /** The reader does not keep up. */
  onLag: () => void
}

const DAY = 24 * 60 * 60 * 1000
const KEEP_ALIVE = 10_000
/** Events read at once. */
const PAGE = 200
/** Events that may wait for a reader who does not keep up. */
const MAX_WAITING = 1000

/**
 * The lines of an event stream: the reader's running games as they stood at a place in the outbox, then every event
 * after that place, in order. What happens while it is read is gathered from the tail, which is joined first: nothing
 * falls between the two.
 */
export async function* eventLines(options: Following): AsyncGenerator<LiveEvent | '', void> {
  const { source, tail, caller, since, now, signal, onLag } = options
  let waiting: OutboxEvent[] = []
  let wake = () => {}
  let quiet = true
  const heard = (events: OutboxEvent[]) =>
    events.flatMap(({ event }) => (event && mayHear(caller, event.type) ? [event] : []))
  const follower: Follower = {
    playerId: caller.playerId,
    take(event) {
      if (signal.aborted) return
      if (waiting.push(event) > MAX_WAITING) return onLag()
      wake()
    },
  }
  const timer = setInterval(() => wake(), KEEP_ALIVE)
  timer.unref()
  signal.addEventListener('abort', () => wake())
  try {
    await tail.join(follower)
    const end = await source.settledPlace()
    let place = await startOf(source, since, end, now())
    for (const event of heard(await source.readRunningGames(caller.playerId, place))) {
      quiet = false
      yield event
    }
    for (let more = since !== undefined; more && !signal.aborted; ) {
      const events = await source.readSettled(place, PAGE, caller.playerId)
      for (const event of heard(events)) {
        quiet = false
        yield event
      }
      place = events.at(-1)?.place ?? place
      more = events.length === PAGE
    }
    if (isBefore(place, end)) place = end
    // whoever has nothing to read yet sees at once that the stream stands
    if (quiet) yield ''
    while (!signal.aborted) {
      const events = waiting.filter((each) => isBefore(place, each.place))
      waiting = []
      yield* heard(events)
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

/** Where a stream begins: after the event that was named, if it is of the last day and settled; else a day ago. */
async function startOf(source: LiveSource, since: number | undefined, end: Place, now: Date): Promise<Place> {
  if (since === undefined) return end
  const dayAgo = new Date(now.getTime() - DAY)
  const place = (await source.placeOf(since, dayAgo)) ?? (await source.placeAt(dayAgo)) ?? end
  return isBefore(place, end) ? place : end
}
