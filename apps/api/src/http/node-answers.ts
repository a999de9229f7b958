import type { FastifyInstance } from 'fastify'
import { RefusalError } from '../refusal.ts'

/**
 * Handles requests that Node's HTTP server would answer itself, with an empty body: those with an unknown `Expect`
 * header (417) and those without `Host` (400, unless the server is created with `requireHostHeader: false`).
 */
export function registerNodeAnswers(app: FastifyInstance): void {
  // a server may ignore an expectation that it does not know (RFC 9110, 10.1.1)
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.httpVersion === '1.1' && raw.headers.host === undefined)
      throw new RefusalError('bad-request', 'The Host header is missing.')
  })
}
