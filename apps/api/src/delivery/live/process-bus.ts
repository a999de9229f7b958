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
  /** Whether it listens at the moment. */
  readonly listens: boolean
  close(): Promise<void>
}

export interface BusOptions {
  onMessage(message: BusMessage, from: string): void
  /** Messages since that time may be lost, and no more arrive until `onGap`. */
  onLoss(since: Date): Promise<void>
  /** Called after listening again: messages since that time may be lost. If it fails, the connection is replaced. */
  onGap(since: Date): Promise<void>
  now: () => Date
  log: FastifyBaseLogger
}

/** How a bus reaches the other processes: Postgres or Redis. A message has at most 8000 bytes. */
export interface Transport {
  send(text: string): Promise<unknown>
  /** Begins to listen on a connection of its own. `onLoss` may be called at any time, also before it returns. */
  listen(onText: (text: string) => void, onLoss: (error: Error) => void): Promise<Listening>
  close(): Promise<void>
}
interface Listening {
  /** Fails, or never returns, if the connection is lost. */
  probe(): Promise<unknown>
  stop(): void
}

// together at most 8000 bytes, Postgres's limit: 300 ids of 16 digits, 40 credentials of 42 characters
const MAX_EVENTS = 300
const MAX_ENDED = 40
const MAX_UNSENT_COUNTS = 100
const RETRY_MS = 1000
const PROBE_EVERY_MS = 20_000
const PROBE_TIMEOUT_MS = 10_000

/**
 * Opens a bus. It listens on one connection and replaces it if it is lost.
 * @returns when it listens, or after its first attempt
 */
export async function openBus(
  transport: Transport,
  { onMessage, onLoss, onGap, now, log }: BusOptions,
): Promise<ProcessBus> {
  const ownId = randomUUID()
  const closing = new AbortController()
  const messages = createSender(
    (message) => transport.send(JSON.stringify({ sender: ownId, ...message })),
    closing.signal,
    log,
  )

  /** No message was missed before this time. */
  let completeUntil = now()
  let listens = false
  /** Whether `onLoss` has been called since it last listened. */
  let bridged = false
  let attempted = () => {}
  const ready = new Promise<void>((resolve) => {
    attempted = resolve
  })

  /** Listens until the connection is lost or the bus closes. */
  async function listen(): Promise<void> {
    let lose: (error: Error) => void
    const loss = new Promise<never>((_, reject) => {
      lose = reject
    })
    loss.catch(() => {}) // it may reject while nothing awaits it
    const onText = (text: string) => {
      const { sender: from, ...message } = JSON.parse(text) as BusMessage & { sender: string }
      if (from !== ownId) onMessage(message, from)
    }
    const listening = await transport.listen(onText, (error) => lose(error))
    try {
      await Promise.race([loss, onGap(completeUntil)])
      listens = true
      bridged = false
      attempted()
      while (!closing.signal.aborted) {
        completeUntil = now()
        await Promise.race([loss, sleep(PROBE_EVERY_MS, undefined, { signal: closing.signal })])
        // a connection can be cut without an error at either end
        await Promise.race([loss, listening.probe(), probeTimeout(closing.signal)])
      }
    } finally {
      listens = false
      listening.stop()
    }
  }

  async function keepListening(): Promise<void> {
    while (!closing.signal.aborted)
      try {
        await listen()
      } catch (error) {
        if (closing.signal.aborted) return
        log.warn({ err: error }, 'the connection that listens to other processes was lost; opening a new one')
        await bridge()
        attempted()
        await sleep(RETRY_MS, undefined, { signal: closing.signal }).catch(() => {})
      }
  }

  /** Has the outbox read instead until it listens again. */
  async function bridge(): Promise<void> {
    const at = now()
    try {
      if (!bridged) await onLoss(completeUntil)
      bridged = true
      completeUntil = at
    } catch (error) {
      log.warn({ err: error }, 'what other processes did could not be read')
    }
  }

  const listening = keepListening()
  await ready
  return {
    publish: messages.publish,
    get listens() {
      return listens
    },
    async close() {
      closing.abort()
      await Promise.all([messages.sent, listening])
      await transport.close()
    },
  }
}

/**
 * Sends one message at a time with everything that has accumulated, because Postgres commits notifications one by one. When
 * `closing` is aborted, it tries once more to send what is left.
 */
function createSender(
  send: (message: BusMessage) => Promise<unknown>,
  closing: AbortSignal,
  log: FastifyBaseLogger,
): { publish: ProcessBus['publish']; readonly sent: Promise<void> } {
  const events = new Set<number>()
  const ended = new Set<string>()
  /** Each is sent in its own message. Dropped counts are made up for by later ones. */
  const counts: Counts[] = []
  let sending = false
  let sent: Promise<void> = Promise.resolve()

  async function sendAll(): Promise<void> {
    sending = true
    while (events.size > 0 || ended.size > 0 || counts.length > 0) {
      const counted = events.size > 0 || ended.size > 0 ? undefined : counts.shift()
      const message: BusMessage = {
        events: first(events, MAX_EVENTS),
        ended: first(ended, MAX_ENDED),
        ...(counted && { counts: counted }),
      }
      try {
        await send(message)
        for (const id of message.events) events.delete(id)
        for (const credential of message.ended) ended.delete(credential)
      } catch (error) {
        log.warn({ err: error }, 'other processes could not be notified')
        if (closing.aborted) break
        await sleep(RETRY_MS, undefined, { signal: closing }).catch(() => {})
      }
    }
    sending = false
  }

  return {
    publish(message) {
      for (const id of message.events ?? []) events.add(id)
      for (const credential of message.ended ?? []) ended.add(credential)
      if (message.counts && counts.push(message.counts) > MAX_UNSENT_COUNTS) counts.shift()
      if (!sending) sent = sendAll()
    },
    get sent() {
      return sent
    },
  }
}

async function probeTimeout(signal: AbortSignal): Promise<void> {
  await sleep(PROBE_TIMEOUT_MS, undefined, { signal, ref: false })
  throw new Error('the connection does not answer')
}

const first = <T>(set: Set<T>, count: number): T[] => Array.from(set).slice(0, count)
