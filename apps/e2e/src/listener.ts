import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that the listener has received. */
export interface ReceivedRequest {
  /** With the listener's origin. */
  url: URL
  headers: IncomingHttpHeaders
  body: string
}

/** A local HTTP server, used as a webhook receiver, an app's redirect target or another site. */
export interface Listener {
  url: string
  /** The next request. Requests that have already arrived come first. */
  next(): Promise<ReceivedRequest>
  close(): Promise<void>
}

const BACK = { 'text/html': '<!doctype html><title>Back</title><p>Back at the program.' }

/** @param answer the response to a path: its body, by content type */
export async function listen(
  answer: (path: string) => Record<string, string> = () => BACK,
): Promise<Listener> {
  const received: ReceivedRequest[] = []
  const waiting: ((call: ReceivedRequest) => void)[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    for (const [type, text] of Object.entries(answer(request.url ?? '')))
      response.writeHead(200, { 'content-type': type }).end(text)
    if (request.url === '/favicon.ico') return
    const call = { url: new URL(request.url ?? '', url), headers: request.headers, body }
    const next = waiting.shift()
    if (next) next(call)
    else received.push(call)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    next() {
      const call = received.shift()
      return call ? Promise.resolve(call) : new Promise((resolve) => waiting.push(resolve))
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
