import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { RefusalError } from '../refusal.ts'
import { RequestCounts, type SharedCounts } from './request-counts.ts'

const MINUTE_MS = 60_000
const SHARE_EVERY = 1000
/** How many counts fit into one message to the other processes. */
const SHARED_AT_ONCE = 100

/** The URLs that are limited. Health checks and pages are not. */
const COUNTED = ['/api/v1/', '/calendar/']

/** Separate limits, each a share of the requests allowed in a minute. */
const KINDS = {
  read: { part: 1, name: 'requests that read' },
  write: { part: 1 / 2, name: 'requests that change something' },
  stream: { part: 1 / 20, name: 'streams and exports' },
}

/**
 * Limits requests to the API and for calendars in a minute, by account whatever its tokens and sessions, else by IP address
 * (IPv6: by /64). Every process counts and shares counts near the limit with the others once a second.
 */
export async function registerRateLimits(
  app: FastifyInstance,
  { config: { limits }, now }: Deps,
  shared: SharedCounts,
): Promise<void> {
  const counts = new RequestCounts(now)
  shared.onReceived((from, heard) => counts.heard(from, heard))
  const timer = setInterval(() => {
    for (let news = counts.news(SHARED_AT_ONCE); news; news = counts.news(SHARED_AT_ONCE)) shared.share(news)
  }, SHARE_EVERY)
  timer.unref()
  app.addHook('onClose', () => clearInterval(timer))

  await app.register(rateLimit, {
    max: (request: FastifyRequest) => {
      const all = request.caller?.bot ? limits.botRequests : limits.requests
      return Math.max(1, Math.floor(all * KINDS[kindOf(request)].part))
    },
    timeWindow: MINUTE_MS,
    enableDraftSpec: true,
    keyGenerator: (request) => `${kindOf(request)} ${ownerOf(request)}`,
    // by route, since one URL has several spellings
    allowList: ({ routeOptions, url }) => !COUNTED.some((path) => (routeOptions.url ?? url).startsWith(path)),
    store: class {
      incr(
        key: string,
        done: (error: null, count: { current: number; ttl: number }) => void,
        _: number,
        max: number,
      ) {
        done(null, counts.add(key, max))
      }
      child() {
        return this
      }
    },
    errorResponseBuilder: (request, { max, after }) =>
      new RefusalError(
        'rate-limited',
        `More than ${max} ${KINDS[kindOf(request)].name} a minute. Go on in ${after}.`,
      ),
  })
}

const ownerOf = ({ caller, ip }: FastifyRequest): string =>
  caller ? `account ${caller.accountId}` : normalizeIP(ip)

function kindOf({ method, routeOptions }: FastifyRequest): keyof typeof KINDS {
  if (routeOptions.config.lines) return 'stream'
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS' ? 'read' : 'write'
}
