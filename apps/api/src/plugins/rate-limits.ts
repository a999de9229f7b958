import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { RefusalError } from '../refusal.ts'

const MINUTE_MS = 60_000

/**
 * Requests to the API a minute: of an account, whatever its tokens and sessions, or else of an address (IPv6: of a /64).
 * Counted in this process's memory: of several processes each allows as many.
 */
export async function registerRateLimits(app: FastifyInstance, { limits }: Config): Promise<void> {
  await app.register(rateLimit, {
    max: limits.requests,
    timeWindow: MINUTE_MS,
    // keys remembered; an older one that is forgotten begins anew
    cache: 50_000,
    enableDraftSpec: true,
    keyGenerator: ({ caller, ip }) => (caller ? `account ${caller.accountId}` : normalizeIP(ip)),
    // by the route that answers: its address has more than one spelling
    allowList: ({ routeOptions }) => !routeOptions.url?.startsWith('/api/v1/'),
    errorResponseBuilder: (_request, { after }) =>
      new RefusalError('rate-limited', `More than ${limits.requests} requests a minute. Go on in ${after}.`),
  })
}
