import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/**
 * The headers that tell a browser what our pages may do, and that pages of any other site may call the API with a
 * token: never with a cookie, for `Access-Control-Allow-Credentials` is never sent.
 * @param scriptHashes CSP sources of the inline scripts in the web client's page
 */
export async function registerSecurity(
  app: FastifyInstance,
  { publicUrl, scriptHashes }: { publicUrl: string; scriptHashes: readonly string[] },
): Promise<void> {
  const { protocol, host } = new URL(publicUrl)
  const secure = protocol === 'https:'
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scriptHashes],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'"],
        // a board's SVG places its stones by `style` attributes; they cannot run anything
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        // older Safari does not take 'self' for sockets
        connectSrc: ["'self'", `${secure ? 'wss' : 'ws'}://${host}`],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: secure && { maxAge: 31_536_000, includeSubDomains: false },
    // `no-referrer` would make the origin of our own forms `null`
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key'],
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
  // whoever answers with something that may be kept says so
  app.addHook('onSend', async (request, reply) => {
    if ((request.routeOptions.url ?? request.url).startsWith('/api/v1/') && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
  })
}
