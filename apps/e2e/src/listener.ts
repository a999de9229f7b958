import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a program of somebody's was called with. */
export interface Heard {
  /** Path and query, with the listener's own origin. */
  url: URL
  headers: IncomingHttpHeaders
  body: string
}

/** A program that listens on this machine: a receiver of webhooks, an app waiting to be gone back to. */
export interface Listener {
  url: string
  /** The next call, one that has come and not been asked for yet first. */
  next(): Promise<Heard>
  close(): Promise<void>
}

export async function listen(): Promise<Listener> {
  const heard: Heard[] = []
  const waiting: ((call: Heard) => void)[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    response.end('<!doctype html><title>Back</title><p>Back at the program.')
    if (request.url === '/favicon.ico') return
    const call = { url: new URL(request.url ?? '', url), headers: request.headers, body }
    const next = waiting.shift()
    if (next) next(call)
    else heard.push(call)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    next() {
      const call = heard.shift()
      return call ? Promise.resolve(call) : new Promise((resolve) => waiting.push(resolve))
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
