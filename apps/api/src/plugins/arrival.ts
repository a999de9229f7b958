import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { changeCount } from '../games/recent-changes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** When it arrived: deadlines are judged by this, however long the rest takes. */
    arrivedAt: Date
    /** When it arrived, in changes of games (`games/recent-changes.ts`). */
    moment: number
  }
}

/** Notes when each request arrives, before the look-up of who asks: what changes meanwhile overtakes it. */
export function registerArrival(app: FastifyInstance, { database, now }: Deps): void {
  app.decorateRequest('arrivedAt')
  app.decorateRequest('moment', 0)
  app.addHook('onRequest', async (request) => {
    request.arrivedAt = now()
    request.moment = changeCount(database)
  })
}
