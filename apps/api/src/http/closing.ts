import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { RETRY_AFTER_SECONDS, RefusalError } from '../refusal.ts'

const CHECK_EVERY_MS = 50

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Tells whoever watches `/readyz`, such as a proxy, that this process stops, and goes on serving until it has noticed.
     * Returns at once if nobody watches.
     */
    drain(maxMs: number): Promise<void>
  }
}

/** Somebody who asked this recently will ask again. Docker asks every 10 s. */
const WATCHED_MS = 15_000
/** Proxies that ask every second, or every two, have noticed by then. */
const DRAIN_MS = 4000

/**
 * Stops the server as soon as the requests in flight are answered, and refuses new ones. Fastify itself closes
 * connections that are idle after a response. It keeps alive those whose request is in flight, and leaves open those that
 * have not sent a whole request, for which Node has no time-out once the server closes.
 */
export function registerClosing(app: FastifyInstance): void {
  const { server } = app
  let inFlight = 0
  let closing = false
  let draining = false
  let watchedAt = Number.NEGATIVE_INFINITY
  server.on('request', (_, response) => {
    inFlight++
    response.once('close', () => inFlight--)
  })
  app.decorate('drain', async (maxMs: number) => {
    draining = true
    if (performance.now() - watchedAt < WATCHED_MS) await sleep(Math.min(DRAIN_MS, maxMs))
  })
  app.addHook('onRequest', async ({ routeOptions }) => {
    const asksWhetherReady = routeOptions.url === '/readyz'
    if (asksWhetherReady) watchedAt = performance.now()
    if (closing || (draining && asksWhetherReady))
      throw new RefusalError('unavailable', 'The server is shutting down.', RETRY_AFTER_SECONDS)
  })
  app.addHook('onSend', async (_, reply) => {
    if (closing || draining) reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => {
    closing = true
    const timer = setInterval(() => {
      if (inFlight === 0) server.closeAllConnections()
    }, CHECK_EVERY_MS)
    server.once('close', () => clearInterval(timer))
  })
}
