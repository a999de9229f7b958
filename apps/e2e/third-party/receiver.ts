import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { type Api, good } from './api.ts'
import type { Channel } from './channel.ts'

/** What can go wrong with a receiver. */
export const TROUBLES = ['answers 500', 'hangs up', 'loses its answer', 'does not answer', 'is down'] as const
export type Trouble = (typeof TROUBLES)[number]

/** A program that is called with what happens. */
export interface Receiver {
  webhook: number
  /** Calls that were not answered well. */
  failures(): number
  close(): Promise<void>
}

const DOWN_MS = 500

/**
 * Registers a webhook and takes its calls into a channel.
 * @param troubleWith asked about every message that comes for the first time
 */
export async function receiveCalls(
  api: Api,
  channel: Channel,
  troubleWith: () => Trouble | null,
  fail: (error: unknown) => void,
): Promise<Receiver> {
  const known = new Set<string>()
  let failures = 0
  let verifier: Webhook
  let reopening: NodeJS.Timeout | undefined

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
    } = request.headers
    const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
    const event: any = verifier.verify(body, headers as Record<string, string>)
    api.description.checkCall(event)
    const trouble = known.has(String(id)) ? null : troubleWith()
    known.add(String(id))
    if (trouble) failures++
    if (!trouble || trouble === 'loses its answer') channel.take(event)
    if (!trouble) response.writeHead(204).end()
    else if (trouble === 'answers 500') response.writeHead(500).end()
    else if (trouble === 'is down') goDown()
    else if (trouble !== 'does not answer') request.socket.destroy()
  }

  const server = createServer((request, response) => {
    take(request, response).catch((error) => {
      // a caller that was killed in the middle is none of our faults
      if (!request.errored) fail(error)
      response.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  function goDown(): void {
    server.closeAllConnections()
    server.close()
    reopening = setTimeout(() => server.listen(port, '127.0.0.1'), DOWN_MS)
  }

  const { id, secret } = await good(
    api.call('createWebhook', { body: { url: `http://127.0.0.1:${port}/${channel.name}` } }),
  )
  verifier = new Webhook(secret)
  return {
    webhook: id,
    failures: () => failures,
    async close() {
      clearTimeout(reopening)
      server.closeAllConnections()
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
  }
}
