import { createClient, type RedisClientType } from '@redis/client'
import type { Transport } from './transport.ts'

/** For opening a connection. */
const CONNECT_MS = 5000
/**
 * A connection on which nothing arrives for longer than this is closed: a Redis that hangs keeps its connections open. A ping
 * makes something arrive.
 */
const SILENCE_MS = 3000
const PING_EVERY_MS = 1000

/**
 * Redis publish and subscribe, on two connections. Nothing is stored there.
 * @param channel different for every site that uses the same Redis
 */
export function redisTransport(url: string, channel: string): Transport {
  let publisher: Promise<RedisClientType> | null = null

  async function connect(onLoss: (error: Error) => void): Promise<RedisClientType> {
    const client = createClient({
      url,
      socket: { connectTimeout: CONNECT_MS, socketTimeout: SILENCE_MS, reconnectStrategy: false },
      pingInterval: PING_EVERY_MS,
      disableOfflineQueue: true,
    }) as RedisClientType
    client.on('error', onLoss)
    client.on('end', () => onLoss(new Error('the connection ended')))
    await client.connect()
    return client
  }

  function publisherNow(): Promise<RedisClientType> {
    if (publisher) return publisher
    const opened = connect(() => forget(opened))
    publisher = opened
    return opened
  }
  function forget(lost: Promise<RedisClientType>): void {
    if (publisher === lost) publisher = null
  }

  return {
    async send(text) {
      const opened = publisherNow()
      try {
        await (await opened).publish(channel, text)
      } catch (error) {
        forget(opened)
        throw error
      }
    },
    async listen(onText, onLoss) {
      const client = await connect(onLoss)
      try {
        await client.subscribe(channel, onText)
      } catch (error) {
        client.destroy()
        throw error
      }
      return {
        probe: () => client.ping(),
        stop: () => client.isOpen && client.destroy(),
      }
    },
    async close() {
      const client = await publisher?.catch(() => null)
      if (client?.isOpen) client.destroy()
    },
  }
}
