import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Counts } from '../../http/request-counts.ts'

/** What processes tell each other: ids of events that stand in the outbox, credentials that have ended, and counts. */
export interface Note {
  events: number[]
  ended: string[]
  /** How much of what is limited was used there. */
  counts?: Counts
}

/** Carries notes to the other processes. */
export interface Bus {
  /** Returns at once; what cannot be sent now is sent later. */
  publish(note: Partial<Note>): void
  close(): Promise<void>
}

export interface BusOptions {
  /** A note of another process. */
  onNote(note: Note, from: string): void
  /** Listening again: what was noted since then may have been missed. Where it fails it is asked again. */
  onGap(since: Date): Promise<void>
  now: () => Date
  log: FastifyBaseLogger
}

/** What is needed of node-postgres' pool. */
export interface Pool {
  query(sql: string, values: unknown[]): Promise<unknown>
  connect(): Promise<Connection>
}
interface Connection {
  query(sql: string): Promise<unknown>
  on(event: 'notification', listener: (message: { payload?: string }) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'end', listener: () => void): unknown
  release(destroy: boolean): void
}

const CHANNEL = 'tegenzet_live'
// together they stay under the 8000 bytes that a notification may hold: 300 ids of 16 digits, 40 credentials of 42 characters
const EVENTS_AT_ONCE = 300
const ENDED_AT_ONCE = 40
const COUNTS_KEPT = 100
const AGAIN_AFTER = 1000
const ASK_EVERY = 20_000
const ANSWER_WITHIN = 10_000

/**
 * The bus on Postgres LISTEN and NOTIFY. One connection of the pool listens for good; when it is lost another takes
 * its place. Notifications are sent one statement at a time, each with all that has gathered meanwhile, since the
 * server lets commits with notifications wait for each other.
 * @returns once it listens
 */
export async function postgresBus(pool: Pool, { onNote, onGap, now, log }: BusOptions): Promise<Bus> {
  const sender = randomUUID()
  const closing = new AbortController()
  const events = new Set<number>()
  const ended = new Set<string>()
  /** Each goes in a note of its own; one that is lost is made good by the next. */
  const counts: Counts[] = []
  let sending = false
  let sent: Promise<void> = Promise.resolve()

  function publish(note: Partial<Note>): void {
    for (const id of note.events ?? []) events.add(id)
    for (const credential of note.ended ?? []) ended.add(credential)
    if (note.counts && counts.push(note.counts) > COUNTS_KEPT) counts.shift()
    if (!sending) sent = send()
  }

  async function send(): Promise<void> {
    sending = true
    while (events.size > 0 || ended.size > 0 || counts.length > 0) {
      const counted = events.size > 0 || ended.size > 0 ? undefined : counts.shift()
      const note: Note = {
        events: first(events, EVENTS_AT_ONCE),
        ended: first(ended, ENDED_AT_ONCE),
        ...(counted && { counts: counted }),
      }
      try {
        await pool.query('SELECT pg_notify($1, $2)', [CHANNEL, JSON.stringify({ sender, ...note })])
        for (const id of note.events) events.delete(id)
        for (const credential of note.ended) ended.delete(credential)
      } catch (error) {
        log.warn({ err: error }, 'other processes could not be told')
        if (closing.signal.aborted) break
        await pause(AGAIN_AFTER, undefined, { signal: closing.signal }).catch(() => {})
      }
    }
    sending = false
  }

  /** When it was last known to hear everything; null before the first time. */
  let heardUntil: Date | null = null
  let listensFirst = () => {}
  const ready = new Promise<void>((resolve) => {
    listensFirst = resolve
  })

  /** Listens until the connection is lost or the bus closes. */
  async function listen(): Promise<void> {
    const connection = await pool.connect()
    const loss = new Promise<never>((_, reject) => {
      connection.on('error', reject)
      connection.on('end', () => reject(new Error('the connection ended')))
    })
    loss.catch(() => {}) // it may come while nothing waits
    connection.on('notification', ({ payload }) => {
      const { sender: from, ...note } = JSON.parse(payload ?? '') as Note & { sender: string }
      if (from !== sender) onNote(note, from)
    })
    try {
      await Promise.race([loss, connection.query(`LISTEN ${CHANNEL}`)])
      if (heardUntil) await onGap(heardUntil)
      listensFirst()
      while (!closing.signal.aborted) {
        heardUntil = now()
        await Promise.race([loss, pause(ASK_EVERY, undefined, { signal: closing.signal })])
        // a connection that was cut off without a word answers no more
        await Promise.race([loss, connection.query('SELECT 1'), silence(closing.signal)])
      }
    } finally {
      connection.release(true)
    }
  }

  async function keepListening(): Promise<void> {
    while (!closing.signal.aborted)
      try {
        await listen()
      } catch (error) {
        if (closing.signal.aborted) return
        log.warn({ err: error }, 'events of other processes are not heard; listening again')
        await pause(AGAIN_AFTER, undefined, { signal: closing.signal }).catch(() => {})
      }
  }

  const listening = keepListening()
  await ready
  return {
    publish,
    async close() {
      closing.abort()
      await Promise.all([sent, listening])
    },
  }
}

async function silence(signal: AbortSignal): Promise<void> {
  await pause(ANSWER_WITHIN, undefined, { signal, ref: false })
  throw new Error('the connection does not answer')
}

const first = <T>(set: Set<T>, count: number): T[] => Array.from(set).slice(0, count)
