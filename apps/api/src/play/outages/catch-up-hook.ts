import type { FastifyInstance } from 'fastify'
import type { Heartbeat } from './heartbeat.ts'

/** Records an outage before an API call is served. The API's description does not need the database. */
export function registerCatchUp(app: FastifyInstance, heartbeat: Heartbeat): void {
  app.addHook('onRequest', async (request) => {
    const { url, routeOptions } = request
    if (url.startsWith('/api/v1/') && !routeOptions.schema?.hide) await heartbeat.catchUp()
  })
}
