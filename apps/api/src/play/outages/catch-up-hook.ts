import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { catchUp } from './heartbeat.ts'

/** After an outage no call of the API is served before its time has been given back (`outages/beat.ts`). */
export function registerCatchingUp(app: FastifyInstance, deps: Deps): void {
  app.addHook('onRequest', async (request) => {
    if (request.url.startsWith('/api/v1/')) await catchUp(deps)
  })
}
