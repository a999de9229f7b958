import { findEndedCredentials } from '../../accounts/find-ended-credentials.ts'
import type { Deps } from '../../deps.ts'
import { type OutboxEvent, readEvents, readEventsSince } from '../../outbox/read-events.ts'
import type { Db } from '../../store/transaction.ts'
import type { Hub } from './hub.ts'

/** Events read at once for a replay. */
const PAGE = 500
/** An event's time is taken before its commit, by the clock of another machine. */
const REPLAY_MARGIN_MS = 60_000

/** Reads what other processes have done, one thing after the other, so that events keep their order. */
export class MissedEvents {
  readonly #db: Db
  readonly #hub: Hub
  readonly #deps: Pick<Deps, 'now' | 'log'>
  readonly #announced = new Set<number>()
  #last: Promise<void> = Promise.resolve()

  constructor(db: Db, hub: Hub, deps: Pick<Deps, 'now' | 'log'>) {
    this.#db = db
    this.#hub = hub
    this.#deps = deps
  }

  deliver(events: readonly OutboxEvent[]): void {
    for (const { event, playerIds } of events) if (event) this.#hub.deliver(event, playerIds)
  }

  /** Delivers events by id. After a failure they are read with the next ones. */
  readAnnounced(ids: readonly number[]): void {
    for (const id of ids) this.#announced.add(id)
    this.#inOrder(async () => {
      const ids = [...this.#announced]
      if (ids.length > 0 && this.#hub.size > 0) this.deliver(await readEvents(this.#db, ids))
      for (const id of ids) this.#announced.delete(id)
    }).catch(() => {})
  }

  /** Delivers the events since a moment. */
  replay(since: Date): Promise<void> {
    return this.#inOrder(() => this.#replay(since))
  }

  /** After a gap: delivers the events since a moment, and ends the sockets of ended sessions and tokens. */
  recover(since: Date): Promise<void> {
    return this.#inOrder(async () => {
      await this.#replay(since)
      await this.#endRevoked()
    })
  }

  /** Ends the sockets of ended sessions and tokens. */
  endRevoked(): void {
    this.#inOrder(() => this.#endRevoked()).catch(() => {})
  }

  /** @returns once nothing is being read */
  async settled(): Promise<void> {
    await this.#last
  }

  async #replay(since: Date): Promise<void> {
    for (let afterId = 0; this.#hub.size > 0; ) {
      const from = new Date(since.getTime() - REPLAY_MARGIN_MS)
      const page = await readEventsSince(this.#db, from, afterId, PAGE)
      const end = page.at(-1)
      if (!end) return
      this.deliver(page)
      afterId = end.cursor.id
    }
  }

  async #endRevoked(): Promise<void> {
    const credentials = this.#hub.credentials()
    if (credentials.length === 0) return
    const ended = await findEndedCredentials(this.#db, credentials, this.#deps.now())
    for (const credential of ended) this.#hub.end(credential)
  }

  /** Logs failures. */
  #inOrder(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work)
    this.#last = done.catch((error) => {
      this.#deps.log.warn({ err: error }, 'live events could not be read')
    })
    return done
  }
}
