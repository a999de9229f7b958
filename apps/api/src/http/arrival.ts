import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** When the request arrived. Deadlines are judged by this, however long the processing takes. */
    arrivedAt: Date
  }
}

/** Records when each request arrives, before its session or token is looked up. */
export function registerArrival(app: FastifyInstance, { now }: Pick<Deps, 'now'>): void {
  app.decorateRequest('arrivedAt')
  app.addHook('onRequest', async (request) => {
    request.arrivedAt = now()
  })
}
