import type { FastifyBaseLogger } from 'fastify'
import { findEndedCredentials } from '../../accounts/find-ended-credentials.ts'
import type { SharedCounts } from '../../http/request-counts.ts'
import { type OutboxEvent, readEvents, readEventsSince } from '../../outbox/read-events.ts'
import type { CommitListener, Tx } from '../../store/transaction.ts'
import { createHub, type Hub } from './hub.ts'
import { type Follower, type OutboxTail, openTail } from './outbox-tail.ts'
import { openBus, type Transport } from './process-bus.ts'

export interface LiveOptions {
  tx: Tx
  /** To the other processes. null: this is the only one. */
  transport: Transport | null
  now: () => Date
  log: FastifyBaseLogger
}

/** Sends events to the clients of all processes. An event that gets lost here is still in the outbox. */
export interface Live {
  /** The sockets and streams of this process. */
  readonly hub: Hub
  /** Follows the outbox for the streams. */
  readonly tail: OutboxTail
  /** Has to be added to the store's commit listeners. */
  readonly committed: CommitListener
  /** Shares rate counters between the processes. */
  readonly counts: SharedCounts
  /** Whether this process hears of what others do at once; null: there are no others. */
  readonly listens: boolean | null
  close(): Promise<void>
}

/** How often to look for sockets whose session or token has ended. */
const CHECK_EVERY_MS = 60_000
/** Events read at once for a replay. */
const PAGE = 500
/** An event's time is taken before its commit, by the clock of another machine. */
const REPLAY_MARGIN_MS = 60_000

export async function openLive({ tx, transport, now, log }: LiveOptions): Promise<Live> {
  const hub = createHub()
  const tail = openTail(tx, log)
  const announced = new Set<number>()
  let last: Promise<void> = Promise.resolve()

  /** Runs work one after the other, so that events keep their order. Logs failures. */
  function inOrder(work: () => Promise<void>): Promise<void> {
    const done = last.then(work)
    last = done.catch((error) => {
      log.warn({ err: error }, 'live events could not be read')
    })
    return done
  }

  function deliver(events: readonly OutboxEvent[]): void {
    for (const { event, playerIds } of events) if (event) hub.deliver(event, playerIds)
  }

  async function readAnnounced(): Promise<void> {
    const ids = [...announced]
    if (ids.length > 0 && hub.size > 0) deliver(await readEvents(tx, ids))
    for (const id of ids) announced.delete(id)
  }

  async function replay(since: Date): Promise<void> {
    for (let afterId = 0; hub.size > 0; ) {
      const page = await readEventsSince(tx, new Date(since.getTime() - REPLAY_MARGIN_MS), afterId, PAGE)
      const end = page.at(-1)
      if (!end) return
      deliver(page)
      afterId = end.cursor.id
    }
  }

  async function endRevoked(): Promise<void> {
    const credentials = hub.credentials()
    if (credentials.length > 0)
      for (const credential of await findEndedCredentials(tx, credentials, now())) hub.end(credential)
  }

  let onCounts: Parameters<SharedCounts['onReceived']>[0] = () => {}

  /** While the bus is lost, the outbox says what other processes did. */
  const everything: Follower = { of: 'all', take: (event) => deliver([event]) }

  const bus =
    transport &&
    (await openBus(transport, {
      onMessage({ events, ended, counts }, from) {
        if (counts) onCounts(from, counts)
        for (const credential of ended) hub.end(credential)
        for (const id of events) announced.add(id)
        if (events.length > 0) tail.wake()
        // after a failure they are read with the next events, or replayed when the bus reports a gap
        inOrder(readAnnounced).catch(() => {})
      },
      async onLoss(since) {
        await tail.join(everything)
        await inOrder(() => replay(since))
      },
      async onGap(since) {
        await inOrder(async () => {
          await replay(since)
          await endRevoked()
        })
        tail.leave(everything)
      },
      now,
      log,
    }))
  // sessions and tokens also expire, and the message of a revocation may be lost
  const timer = setInterval(() => inOrder(endRevoked).catch(() => {}), CHECK_EVERY_MS)
  timer.unref()

  return {
    hub,
    tail,
    committed: {
      appended(events) {
        for (const { event, playerIds } of events) hub.deliver(event, playerIds)
        bus?.publish({ events: events.map(({ event }) => event.id) })
        tail.wake()
      },
      revoked(credential) {
        hub.end(credential)
        bus?.publish({ ended: [credential] })
      },
    },
    counts: {
      share: (counts) => bus?.publish({ counts }),
      onReceived(listener) {
        onCounts = listener
      },
    },
    get listens() {
      return bus?.listens ?? null
    },
    async close() {
      clearInterval(timer)
      await tail.close()
      await bus?.close()
      await last
    },
  }
}
