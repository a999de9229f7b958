import type { FastifyInstance } from 'fastify'
import { RETRY_AFTER_SECONDS, RefusalError } from '../refusal.ts'

const CHECK_EVERY_MS = 50

/**
 * Stops the server as soon as the requests in flight are answered, and refuses new ones. Fastify itself closes
 * connections that are idle after a response. It keeps alive those whose request is in flight, and leaves open those that
 * have not sent a whole request, for which Node has no time-out once the server closes.
 */
export function registerClosing(app: FastifyInstance): void {
  const { server } = app
  let inFlight = 0
  let closing = false
  server.on('request', (_, response) => {
    inFlight++
    response.once('close', () => inFlight--)
  })
  app.addHook('onRequest', async () => {
    if (closing) throw new RefusalError('unavailable', 'The server is shutting down.', RETRY_AFTER_SECONDS)
  })
  app.addHook('onSend', async (_, reply) => {
    if (closing) reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => {
    closing = true
    const timer = setInterval(() => {
      if (inFlight === 0) server.closeAllConnections()
    }, CHECK_EVERY_MS)
    server.once('close', () => clearInterval(timer))
  })
}
