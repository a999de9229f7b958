import type { FastifyBaseLogger } from 'fastify'
import type { Live } from '../../deps.ts'
import type { Announcement, LiveSource } from '../../outbox/source.ts'
import type { CommitListener } from '../../store/transaction.ts'
import { type Pool, postgresBus } from './bus.ts'
import { createHub } from './hub.ts'
import { openTail } from './tail.ts'

export interface LiveOptions {
  source: LiveSource
  /** Where other processes stand on the same database; else this one is alone. */
  pool: Pool | null
  now: () => Date
  log: FastifyBaseLogger
}

/** Milliseconds between two looks whether sockets' sessions and tokens still stand. */
const CHECK_EVERY = 60_000
/** Events replayed at once. */
const PAGE = 500
/** An event's time is taken before it is committed, and by another machine's clock. */
const MARGIN = 60_000

export interface OpenLive extends Live {
  /** What a store tells it of. */
  readonly committed: CommitListener
  close(): Promise<void>
}

/** The live channel as a store's listener. */
export const listenerOf = (live: Pick<Live, 'announce' | 'revoke'>): CommitListener => ({
  appended(events) {
    for (const { event, playerIds } of events) live.announce(event, playerIds)
  },
  revoked: (credential) => live.revoke(credential),
})

/** The live channel of this process: its listeners, and the bus to those of the others. */
export async function openLive(options: LiveOptions): Promise<OpenLive> {
  const { source, pool, now, log } = options
  const hub = createHub()
  const tail = openTail(source, log)
  const noted = new Set<number>()
  let working: Promise<void> = Promise.resolve()

  /** One thing after the other, so that events keep their order. What fails is logged. */
  function afterwards(work: () => Promise<void>): Promise<void> {
    const done = working.then(work)
    working = done.catch((error) => {
      log.warn({ err: error }, 'live events could not be read')
    })
    return done
  }

  function deliver(announcements: readonly Announcement[]): void {
    for (const { event, playerIds } of announcements) hub.deliver(event, playerIds)
  }

  async function readNoted(): Promise<void> {
    const ids = [...noted]
    if (ids.length > 0 && hub.size > 0) deliver(await source.readEvents(ids))
    for (const id of ids) noted.delete(id)
  }

  async function replay(since: Date): Promise<void> {
    for (let afterId = 0; hub.size > 0; ) {
      const page = await source.readEventsSince(new Date(since.getTime() - MARGIN), afterId, PAGE)
      const last = page.at(-1)
      if (!last) return
      deliver(page)
      afterId = last.event.id
    }
  }

  async function endWhatHasEnded(): Promise<void> {
    const credentials = hub.credentials()
    if (credentials.length > 0)
      for (const credential of await source.endedCredentials(credentials)) hub.end(credential)
  }

  let hearAnnounced = () => {}
  let hearCounts: Parameters<Live['onCounts']>[0] = () => {}

  const bus =
    pool &&
    (await postgresBus(pool, {
      onNote({ events, ended, counts }, from) {
        if (counts) hearCounts(from, counts)
        for (const credential of ended) hub.end(credential)
        for (const id of events) noted.add(id)
        if (events.length > 0) tail.wake()
        // where it fails they are read with the next, or with the gap that a failing database makes
        afterwards(readNoted).catch(() => {})
      },
      onGap: (since) =>
        afterwards(async () => {
          await replay(since)
          await endWhatHasEnded()
        }),
      now,
      log,
    }))
  // a session or token may expire, and the note of its end may be missed
  const timer = setInterval(() => afterwards(endWhatHasEnded).catch(() => {}), CHECK_EVERY)
  timer.unref()

  const live: Live = {
    hub,
    source,
    tail,
    announce(event, playerIds) {
      hub.deliver(event, playerIds)
      bus?.publish({ events: [event.id] })
      tail.wake()
      hearAnnounced()
    },
    onAnnounce(listener) {
      hearAnnounced = listener
    },
    shareCounts: (counts) => bus?.publish({ counts }),
    onCounts(listener) {
      hearCounts = listener
    },
    revoke(credential) {
      hub.end(credential)
      bus?.publish({ ended: [credential] })
    },
  }
  return {
    ...live,
    committed: listenerOf(live),
    async close() {
      clearInterval(timer)
      await tail.close()
      await bus?.close()
      await working
    },
  }
}
