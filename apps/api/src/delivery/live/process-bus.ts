import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Counts } from '../../http/request-counts.ts'

/** A message between the server's processes. */
export interface BusMessage {
  /** Ids of events that are in the outbox. */
  events: number[]
  /** Sessions and tokens that have ended. */
  ended: string[]
  /** Requests counted for rate limits. */
  counts?: Counts
}

/** Carries messages to the other processes. */
export interface ProcessBus {
  /** Returns at once. Retries until the message is sent. */
  publish(message: Partial<BusMessage>): void
  close(): Promise<void>
}

export interface BusOptions {
  onMessage(message: BusMessage, from: string): void
  /** Called after listening again: messages since that time may be lost. If it fails, the connection is replaced. */
  onGap(since: Date): Promise<void>
  now: () => Date
  log: FastifyBaseLogger
}

/** The part of node-postgres' pool that the bus uses. */
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
// together at most 8000 bytes, Postgres's limit: 300 ids of 16 digits, 40 credentials of 42 characters
const MAX_EVENTS = 300
const MAX_ENDED = 40
const MAX_UNSENT_COUNTS = 100
const RETRY_MS = 1000
const PROBE_EVERY_MS = 20_000
const PROBE_TIMEOUT_MS = 10_000

/**
 * A bus on Postgres LISTEN and NOTIFY. It listens on one connection of the pool and replaces it if it is lost. It sends
 * one notification at a time with everything that has accumulated, because Postgres commits notifications one by one.
 * @returns once it listens
 */
export async function postgresBus(
  pool: Pool,
  { onMessage, onGap, now, log }: BusOptions,
): Promise<ProcessBus> {
  const sender = randomUUID()
  const closing = new AbortController()
  const events = new Set<number>()
  const ended = new Set<string>()
  /** Each is sent in its own message. Dropped counts are made up for by later ones. */
  const counts: Counts[] = []
  let sending = false
  let sent: Promise<void> = Promise.resolve()

  function publish(message: Partial<BusMessage>): void {
    for (const id of message.events ?? []) events.add(id)
    for (const credential of message.ended ?? []) ended.add(credential)
    if (message.counts && counts.push(message.counts) > MAX_UNSENT_COUNTS) counts.shift()
    if (!sending) sent = send()
  }

  async function send(): Promise<void> {
    sending = true
    while (events.size > 0 || ended.size > 0 || counts.length > 0) {
      const counted = events.size > 0 || ended.size > 0 ? undefined : counts.shift()
      const message: BusMessage = {
        events: first(events, MAX_EVENTS),
        ended: first(ended, MAX_ENDED),
        ...(counted && { counts: counted }),
      }
      try {
        await pool.query('SELECT pg_notify($1, $2)', [CHANNEL, JSON.stringify({ sender, ...message })])
        for (const id of message.events) events.delete(id)
        for (const credential of message.ended) ended.delete(credential)
      } catch (error) {
        log.warn({ err: error }, 'other processes could not be notified')
        if (closing.signal.aborted) break
        await sleep(RETRY_MS, undefined, { signal: closing.signal }).catch(() => {})
      }
    }
    sending = false
  }

  /** No message was missed before this time. null: it has not listened yet. */
  let completeUntil: Date | null = null
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
    loss.catch(() => {}) // it may reject while nothing awaits it
    connection.on('notification', ({ payload }) => {
      const { sender: from, ...message } = JSON.parse(payload ?? '') as BusMessage & { sender: string }
      if (from !== sender) onMessage(message, from)
    })
    try {
      await Promise.race([loss, connection.query(`LISTEN ${CHANNEL}`)])
      if (completeUntil) await onGap(completeUntil)
      listensFirst()
      while (!closing.signal.aborted) {
        completeUntil = now()
        await Promise.race([loss, sleep(PROBE_EVERY_MS, undefined, { signal: closing.signal })])
        // a connection can be cut without an error at either end
        await Promise.race([loss, connection.query('SELECT 1'), probeTimeout(closing.signal)])
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
        log.warn({ err: error }, 'the connection that listens to other processes was lost; opening a new one')
        await sleep(RETRY_MS, undefined, { signal: closing.signal }).catch(() => {})
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

async function probeTimeout(signal: AbortSignal): Promise<void> {
  await sleep(PROBE_TIMEOUT_MS, undefined, { signal, ref: false })
  throw new Error('the connection does not answer')
}

const first = <T>(set: Set<T>, count: number): T[] => Array.from(set).slice(0, count)
