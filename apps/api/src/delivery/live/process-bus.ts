import { randomUUID } from 'node:crypto'
import { BusListener, type ListenerOptions } from './bus-listener.ts'
import type { BusMessage } from './bus-message.ts'
import { createSender } from './bus-sender.ts'
import type { Transport } from './transport.ts'

/** Carries messages to the other processes. */
interface ProcessBus {
  /** Returns at once. Retries until the message is sent. */
  publish(message: Partial<BusMessage>): void
  /** Whether it listens at the moment. */
  readonly listens: boolean
  close(): Promise<void>
}

interface BusOptions extends Omit<ListenerOptions, 'onText' | 'signal'> {
  onMessage(message: BusMessage, from: string): void
}

/** @returns when it listens, or after its first attempt */
export async function openBus(
  transport: Transport,
  { onMessage, ...options }: BusOptions,
): Promise<ProcessBus> {
  const ownId = randomUUID()
  const closing = new AbortController()
  const messages = createSender(
    (message) => transport.send(JSON.stringify({ sender: ownId, ...message })),
    closing.signal,
    options.log,
  )
  const listener = new BusListener(transport, {
    ...options,
    onText(text) {
      const { sender: from, ...message } = JSON.parse(text) as BusMessage & { sender: string }
      if (from !== ownId) onMessage(message, from)
    },
    signal: closing.signal,
  })
  await listener.ready
  return {
    publish: messages.publish,
    get listens() {
      return listener.listens
    },
    async close() {
      closing.abort()
      await Promise.all([messages.sent, listener.ended])
      await transport.close()
    },
  }
}
