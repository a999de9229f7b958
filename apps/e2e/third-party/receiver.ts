import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { type Api, expectSuccess } from './api.ts'
import type { Channel } from './channel.ts'

/** Failures of a webhook receiver. */
export const FAULTS = ['status 500', 'hang-up', 'lost response', 'no response', 'down'] as const
export type Fault = (typeof FAULTS)[number]

/** A program that receives webhook calls. */
export interface Receiver {
  webhook: number
  /** Number of calls that it did not answer with 2xx. */
  failures(): number
  close(): Promise<void>
}

const DOWN_MS = 500

/**
 * Creates a webhook and delivers its calls to a channel.
 * @param nextFault called for every new message: the fault to simulate
 */
export async function startReceiver(
  api: Api,
  channel: Channel,
  nextFault: () => Fault | null,
  fail: (error: unknown) => void,
): Promise<Receiver> {
  const known = new Set<string>()
  let failures = 0
  let verifier: Webhook
  let reopening: NodeJS.Timeout | undefined

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const event = await readVerified(request, verifier)
    api.document.checkWebhookCall(event)
    const id = String(request.headers['webhook-id'])
    const fault = known.has(id) ? null : nextFault()
    known.add(id)
    if (fault) failures++
    if (!fault || fault === 'lost response') channel.receive(event)
    if (!fault) response.writeHead(204).end()
    else if (fault === 'status 500') response.writeHead(500).end()
    else if (fault === 'down') goDown()
    else if (fault !== 'no response') request.socket.destroy()
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error) => {
      // a request can break off because the server process was killed
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

  const { id, secret } = await expectSuccess(
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

async function readVerified(request: IncomingMessage, verifier: Webhook): Promise<any> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = request.headers
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
  return verifier.verify(body, headers as Record<string, string>)
}
