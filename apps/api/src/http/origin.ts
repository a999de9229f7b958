import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RefusalError } from '../refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages of other sites may send this call, although it changes something. */
    anyOrigin?: boolean
  }
}

/**
 * Protects against CSRF: a browser's request that changes something must come from our own pages or carry a token. That
 * includes logging in, because another site could log people in to an account that is not theirs.
 */
export function registerOrigin(app: FastifyInstance, publicUrl: string): void {
  const check = async (request: FastifyRequest) => {
    const isByToken = request.caller !== null && request.caller.kind !== 'session'
    if (!isByToken && !isOwnOrigin(request, publicUrl))
      throw new RefusalError(
        'forbidden',
        'This request comes from a page of another site. Programs have to send a token.',
      )
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
 * works under all its names. Browsers send `Origin` with WebSocket handshakes and all requests but GET, so a request
 * without `Origin` and `Sec-Fetch-Site` does not come from a browser.
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
