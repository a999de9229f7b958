import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** When it arrived: deadlines are judged by this, however long the rest takes. */
    arrivedAt: Date
  }
}

/** Notes when each request arrives, before the look-up of its session or token. */
export function registerArrival(app: FastifyInstance, { now }: Pick<Deps, 'now'>): void {
  app.decorateRequest('arrivedAt')
  app.addHook('onRequest', async (request) => {
    request.arrivedAt = now()
  })
}
