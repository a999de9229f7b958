import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { type Moment, momentNow } from '../play/games/recent-changes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** When it arrived: deadlines are judged by this, however long the rest takes. */
    arrivedAt: Date
    /** When it arrived, in changes of games (`games/recent-changes.ts`). */
    moment: Moment
  }
}

/** Notes when each request arrives, before the look-up of who asks: what changes meanwhile overtakes it. */
export function registerArrival(app: FastifyInstance, { database, now }: Deps): void {
  app.decorateRequest('arrivedAt')
  app.decorateRequest('moment')
  app.addHook('onRequest', async (request) => {
    request.arrivedAt = now()
    const { operationId } = (request.routeOptions.schema ?? {}) as { operationId?: string }
    request.moment = momentNow(database, operationId === ENDPOINTS.fileClaim.operationId)
  })
}
