import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RefusalError } from '../refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages of any site may send it, though it changes something. */
    anyOrigin?: boolean
  }
}

/**
 * Whatever changes something and is sent by a browser comes from our own pages, or with a token: a browser sends the
 * cookie along for other sites too, and logs people in to accounts that are not theirs.
 */
export function registerOrigin(app: FastifyInstance, publicUrl: string): void {
  const check = async (request: FastifyRequest) => {
    const isByToken = request.caller !== null && request.caller.kind !== 'session'
    if (!isByToken && !isOwnOrigin(request, publicUrl))
      throw new RefusalError('forbidden', 'This was sent by a page of another site. Programs send a token.')
  }
  // after the route's own checks, since who one is comes before what one may do
  app.addHook('onRoute', (route) => {
    if (route.config?.anyOrigin || [route.method].flat().every((method) => SAFE.has(method))) return
    route.preHandler = [...[route.preHandler ?? []].flat(), check]
  })
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a request comes from a page of ours: of `publicUrl`, or of the very host it was sent to, so that a server on
 * this machine answers to all its names. Where neither `Origin` nor `Sec-Fetch-Site` is there no browser sent it (they
 * all send `Origin` with what is not a GET, and with a socket's handshake), and nobody's cookie was borrowed.
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
