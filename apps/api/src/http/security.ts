import cors from '@fastify/cors'
import { ANALYSIS_KEY } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

/**
 * Sets the security headers of our pages, and CORS: pages of any site can call the API with a token, but never with a
 * cookie, because `Access-Control-Allow-Credentials` is not sent.
 * @param scriptHashes CSP sources of the inline scripts in the web client's page
 */
export async function registerSecurity(
  app: FastifyInstance,
  { publicUrl, scriptHashes }: { publicUrl: string; scriptHashes: readonly string[] },
): Promise<void> {
  const { protocol, host } = new URL(publicUrl)
  const secure = protocol === 'https:'
  // not through @fastify/helmet, which composes the policy again for each request
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scriptHashes],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'"],
        // a board's SVG positions its stones by `style` attributes, which cannot run code
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        // older Safari does not apply 'self' to WebSockets
        connectSrc: ["'self'", `${secure ? 'wss' : 'ws'}://${host}`],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: secure && { maxAge: 31_536_000, includeSubDomains: false },
    // `no-referrer` would make the `Origin` of our own forms `null`
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', (request, reply, done) => setHeaders(request.raw, reply.raw, () => done()))
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-None-Match', ANALYSIS_KEY],
    exposedHeaders: [
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
      'Retry-After',
      'Idempotency-Replayed',
      'ETag',
      'Content-Disposition',
    ],
    maxAge: 86_400,
    strictPreflight: false,
  })
  // routes with cacheable responses override this
  app.addHook('onSend', async (request, reply) => {
    if ((request.routeOptions.url ?? request.url).startsWith('/api/v1/') && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
  })
}
