import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { RefusalError } from '../refusal.ts'
import type { Caller } from './caller.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A page outside the API that names who is logged in. */
    showsCaller?: boolean
  }
  interface FastifyRequest {
    /** Set before validation. null: not authenticated. */
    caller: Caller | null
    /** The request has an invalid, expired or revoked token. It is refused after its validation. */
    tokenRefused: boolean
  }
}

export interface CallerFinder {
  /** Finds the caller by a personal token or an app's access token. null: unknown, revoked or expired. */
  byToken(token: string): Promise<Caller | null>
  /**
   * Finds the caller by the value of the session cookie. null: not signed by this server, or the session has ended.
   * `renewed`: the session was extended, and the cookie has to be extended too.
   */
  byCookie(cookie: string): Promise<{ caller: Caller; renewed: boolean } | null>
}

/** How long an unused session lasts. */
export const SESSION_MS = 30 * 86_400_000
/** How long after the log-in a session ends, however much it is used. */
export const MAX_SESSION_MS = 365 * 86_400_000

/** How long a guest's session lasts. Guests cannot log in again, so it outlives their pauses (see `forget-guests.ts`). */
export const GUEST_SESSION_MS = MAX_SESSION_MS

/** On HTTPS, the prefix `__Host-` makes browsers enforce that the cookie is secure, for this host only, and for `/`. */
export const sessionCookie = (publicUrl: string) => {
  const secure = publicUrl.startsWith('https:')
  const name = secure ? '__Host-tegenzet.session' : 'tegenzet.session'
  return { name, path: '/', httpOnly: true, sameSite: 'lax', secure } as const
}

export function setSessionCookie(
  reply: FastifyReply,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { value, maxAge }: { value: string; maxAge: number },
): void {
  const { name, ...attributes } = sessionCookie(publicUrl)
  reply.setCookie(name, value, { ...attributes, maxAge })
}

/** Finds the caller of each request to the API. A token takes precedence over a cookie. */
export async function registerSession(
  app: FastifyInstance,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  callers: CallerFinder,
): Promise<void> {
  const { name, ...attributes } = sessionCookie(publicUrl)
  await app.register(cookie)
  app.decorateRequest('caller', null)
  app.decorateRequest('tokenRefused', false)

  app.addHook('onRequest', async (request, reply) => {
    if (!hasCaller(request)) return
    const token = bearerToken(request.headers.authorization)
    if (token !== undefined) {
      request.caller = await callers.byToken(token)
      request.tokenRefused = request.caller === null
      return
    }
    const value = request.cookies[name]
    const session = value ? await callers.byCookie(value) : null
    if (!value || !session) return
    request.caller = session.caller
    const lastsMs = session.caller.guest ? GUEST_SESSION_MS : SESSION_MS
    if (session.renewed) reply.setCookie(name, value, { ...attributes, maxAge: lastsMs / 1000 })
  })
  app.addHook('preHandler', async (request) => {
    if (request.tokenRefused)
      throw new RefusalError('unauthenticated', 'The token is invalid, has expired or was revoked.')
  })
}

/** For requests with no valid credential. */
export const notLoggedIn = () =>
  new RefusalError('unauthenticated', 'Log in, or send a token as `Authorization: Bearer`.')

/** Only the API and such pages look at credentials. Health checks, calendars and files must work with an outdated token too. */
function hasCaller({ url, routeOptions }: FastifyRequest): boolean {
  if (routeOptions.config.forReaders || routeOptions.config.showsCaller) return true
  return (routeOptions.url ?? url).startsWith('/api/v1/') && !routeOptions.schema?.hide
}

/** @returns undefined for other schemes, such as the password of a proxy in front of the server */
const bearerToken = (authorization = ''): string | undefined => /^Bearer\b *(.*)$/i.exec(authorization)?.[1]
