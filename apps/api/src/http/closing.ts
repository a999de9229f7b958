import type { FastifyInstance } from 'fastify'

const LOOK_EVERY = 50

/**
 * Closes as soon as the requests in flight are answered. Left to itself the server would wait for connections that are
 * kept alive after their answer, and for those that never finish asking.
 */
export function registerClosing(app: FastifyInstance): void {
  const { server } = app
  let inFlight = 0
  let closing = false
  server.on('request', (_, response) => {
    inFlight++
    response.once('close', () => inFlight--)
  })
  app.addHook('onSend', async (_, reply) => {
    if (closing) reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => {
    closing = true
    const timer = setInterval(() => {
      if (inFlight === 0) server.closeAllConnections()
    }, LOOK_EVERY)
    server.once('close', () => clearInterval(timer))
  })
}
