import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RefusalError } from '../refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages of any site may send this call, although it changes something. */
    anyOrigin?: boolean
  }
}

/**
 * Protects against CSRF: a browser's request that changes something must come from our own pages or carry a token. This
 * includes logging in, which another site could use to log people in to an account that is not theirs.
 */
export function registerOrigin(app: FastifyInstance, publicUrl: string): void {
  const check = async (request: FastifyRequest) => {
    const isByToken = request.caller !== null && request.caller.kind !== 'session'
    if (!isByToken && !isOwnOrigin(request, publicUrl))
      throw new RefusalError('forbidden', 'This was sent by a page of another site. Programs send a token.')
  }
  // after the route's own checks: 401 comes before 403
  app.addHook('onRoute', (route) => {
    if (route.config?.anyOrigin || [route.method].flat().every((method) => SAFE.has(method))) return
    route.preHandler = [...[route.preHandler ?? []].flat(), check]
  })
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a request comes from our own pages: from `publicUrl`, or from the host it was sent to, so that a local server
 * works by all its names. Browsers send `Origin` with every request but GET and with WebSocket handshakes: a request
 * without `Origin` and `Sec-Fetch-Site` comes from no browser.
 */
export function isOwnOrigin({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  const { origin } = headers
  if (origin === undefined)
    return [undefined, 'same-origin', 'none'].includes(headers['sec-fetch-site'] as string)
  if (origin === publicUrl) return true
  if (!URL.canParse(origin)) return false
  const from = new URL(origin)
  return from.host === host && from.protocol === new URL(publicUrl).protocol
}
