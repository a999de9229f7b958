import type { FastifyBaseLogger } from 'fastify'
import type { SharedCounts } from '../../http/request-counts.ts'
import type { CommitListener, Db } from '../../store/transaction.ts'
import { createHub, type Hub } from './hub.ts'
import { MissedEvents } from './missed-events.ts'
import { type Follower, type OutboxTail, openTail } from './outbox-tail.ts'
import { openBus } from './process-bus.ts'
import type { Transport } from './transport.ts'

interface LiveChannelOptions {
  db: Db
  /** To the other processes. null: this is the only one. */
  transport: Transport | null
  now: () => Date
  log: FastifyBaseLogger
}

/** Sends events to the clients of all processes. An event that gets lost here is still in the outbox. */
export interface LiveChannel {
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

export async function openLive({ db, transport, now, log }: LiveChannelOptions): Promise<LiveChannel> {
  const hub = createHub()
  const tail = openTail(db, log)
  const missed = new MissedEvents(db, hub, { now, log })
  let onCounts: Parameters<SharedCounts['onReceived']>[0] = () => {}

  /** While the bus is lost, the outbox says what other processes did. */
  const everything: Follower = { of: 'all', take: (event) => missed.deliver([event]) }

  const bus =
    transport &&
    (await openBus(transport, {
      onMessage({ events, ended, counts }, from) {
        if (counts) onCounts(from, counts)
        for (const credential of ended) hub.end(credential)
        if (events.length > 0) tail.wake()
        missed.readAnnounced(events)
      },
      async onLoss(since) {
        await tail.join(everything)
        await missed.replay(since)
      },
      async onGap(since) {
        await missed.recover(since)
        tail.leave(everything)
      },
      now,
      log,
    }))
  // sessions and tokens also expire, and the message of a revocation may be lost
  const timer = setInterval(() => missed.endRevoked(), CHECK_EVERY_MS)
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
      await missed.settled()
    },
  }
}
