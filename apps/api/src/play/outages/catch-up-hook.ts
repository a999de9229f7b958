import type { FastifyInstance } from 'fastify'
import type { Heartbeat } from './heartbeat.ts'

/** Gives an outage back before an API call is served. */
export function registerCatchUp(app: FastifyInstance, heartbeat: Heartbeat): void {
  app.addHook('onRequest', async (request) => {
    if (request.url.startsWith('/api/v1/')) await heartbeat.catchUp()
  })
}
