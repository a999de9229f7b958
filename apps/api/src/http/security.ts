import { IncomingMessage, type OutgoingHttpHeader, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import cors from '@fastify/cors'
import { ANALYSIS_KEY } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import { existing } from '../store/existing.ts'

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
  const headers = headersOf(setHeaders)
  app.addHook('onRequest', (_, { raw }, done) => {
    for (const [name, value] of headers) raw.setHeader(name, value)
    done()
  })
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

/** The headers that helmet sets, which are the same for every request. It would compose them anew for each. */
function headersOf(setHeaders: ReturnType<typeof helmet>): [name: string, value: OutgoingHttpHeader][] {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  setHeaders(request, response, (error) => {
    if (error) throw error
  })
  return response.getHeaderNames().map((name) => [name, existing(response.getHeader(name))])
}
