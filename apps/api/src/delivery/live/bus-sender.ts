import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Counts } from '../../http/request-counts.ts'
import type { BusMessage } from './bus-message.ts'

// together at most 8000 bytes, Postgres's limit: 300 ids of 16 digits, 40 credentials of 42 characters
const MAX_EVENTS = 300
const MAX_ENDED = 40
const MAX_UNSENT_COUNTS = 100
const RETRY_MS = 1000

interface BusSender {
  /** Returns at once. Retries until the message is sent. */
  publish(message: Partial<BusMessage>): void
  /** Resolves once everything published so far has been sent. */
  readonly sent: Promise<void>
}

/**
 * Sends one message at a time with everything that has accumulated, because Postgres commits notifications one by one. When
 * `closing` is aborted, it tries once more to send what is left.
 */
export function createSender(
  send: (message: BusMessage) => Promise<unknown>,
  closing: AbortSignal,
  log: FastifyBaseLogger,
): BusSender {
  const events = new Set<number>()
  const ended = new Set<string>()
  /** Each is sent in its own message. Dropped counts are made up for by later ones. */
  const counts: Counts[] = []
  let sending = false
  let isFailureLogged = false
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
        if (isFailureLogged) log.info('other processes are notified again')
        isFailureLogged = false
      } catch (error) {
        if (!isFailureLogged) log.warn({ err: error }, 'other processes cannot be notified; trying again')
        isFailureLogged = true
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

const first = <T>(set: Set<T>, count: number): T[] => Array.from(set).slice(0, count)
