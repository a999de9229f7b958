import type { LiveEvent } from '@tegenzet/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Live } from '../deps.ts'
import { type Pool, postgresBus } from './bus.ts'
import { createHub } from './hub.ts'

/** What is told, and to whom besides the watchers of its game. */
export interface Announcement {
  event: LiveEvent
  playerIds: number[]
}

/** What the live channel reads, wherever it is kept. */
export interface LiveSource {
  /** Events of the outbox, in the order of their ids. */
  readEvents(ids: readonly number[]): Promise<Announcement[]>
  /** Events that happened since then, from an id on, at most `limit`, in the order of their ids. */
  readEventsSince(since: Date, afterId: number, limit: number): Promise<Announcement[]>
  /** Those of the credentials that have been revoked or have expired. */
  endedCredentials(credentials: readonly string[]): Promise<string[]>
}

export interface LiveOptions {
  source: LiveSource
  /** Where other processes stand on the same database; else this one is alone. */
  pool: Pool | null
  now: () => Date
  log: FastifyBaseLogger
  /** Milliseconds between two looks whether sockets' sessions and tokens still stand. */
  checkEvery?: number
}

const PAGE = 500
/** An event's time is taken before it is committed, and by another machine's clock. */
const MARGIN = 60_000

/** The live channel of this process: its listeners, and the bus to those of the others. */
export async function openLive(options: LiveOptions): Promise<Live & { close(): Promise<void> }> {
  const { source, pool, now, log, checkEvery = 60_000 } = options
  const hub = createHub()
  const noted = new Set<number>()
  let working: Promise<void> = Promise.resolve()

  /** One thing after the other, so that events keep their order. */
  function afterwards(work: () => Promise<void>): void {
    working = working.then(work).catch((error) => {
      log.warn({ err: error }, 'live events could not be read; clients learn of them by asking')
    })
  }

  function deliver(announcements: readonly Announcement[]): void {
    for (const { event, playerIds } of announcements) hub.deliver(event, playerIds)
  }

  async function readNoted(): Promise<void> {
    const ids = [...noted]
    noted.clear()
    if (ids.length > 0 && hub.size > 0) deliver(await source.readEvents(ids))
  }

  async function replay(since: Date): Promise<void> {
    for (let afterId = 0; hub.size > 0; ) {
      const page = await source.readEventsSince(new Date(since.getTime() - MARGIN), afterId, PAGE)
      deliver(page)
      if (page.length < PAGE) return
      afterId = page.at(-1)!.event.id
    }
  }

  async function endWhatHasEnded(): Promise<void> {
    const credentials = hub.credentials()
    if (credentials.length > 0)
      for (const credential of await source.endedCredentials(credentials)) hub.end(credential)
  }

  const bus =
    pool &&
    (await postgresBus(pool, {
      onNote({ events, ended }) {
        for (const credential of ended) hub.end(credential)
        for (const id of events) noted.add(id)
        afterwards(readNoted)
      },
      onGap(since) {
        afterwards(() => replay(since))
        afterwards(endWhatHasEnded)
      },
      now,
      log,
    }))
  // a session or token may expire, and the note of its end may be missed
  const timer = setInterval(() => afterwards(endWhatHasEnded), checkEvery)
  timer.unref()

  return {
    hub,
    announce(event, playerIds) {
      hub.deliver(event, playerIds)
      bus?.publish({ events: [event.id] })
    },
    revoke(credential) {
      hub.end(credential)
      bus?.publish({ ended: [credential] })
    },
    async close() {
      clearInterval(timer)
      await bus?.close()
      await working
    },
  }
}
