import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Milliseconds until the handler was called; null: it was not. */
    preparedMs: number | null
  }
}

/**
 * Tells clients of the API how long an answer took: `prepare` (who calls, rate limits, validation) and `handle` (the use case
 * with its queries). Registered after all other `preHandler` hooks.
 */
export function registerServerTiming(app: FastifyInstance): void {
  app.decorateRequest('preparedMs', null)
  app.addHook('preHandler', (request, reply, done) => {
    request.preparedMs = reply.elapsedTime
    done()
  })
  app.addHook('onSend', (request, reply, _, done) => {
    const total = reply.elapsedTime
    const prepared = request.preparedMs ?? total
    if (request.routeOptions.url?.startsWith('/api/'))
      reply.header(
        'server-timing',
        `prepare;dur=${prepared.toFixed(1)}, handle;dur=${(total - prepared).toFixed(1)}`,
      )
    done()
  })
}
