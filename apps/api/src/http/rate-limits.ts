import { setTimeout as wait } from 'node:timers/promises'
import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { RefusalError, type Refused, refuse } from '../refusal.ts'
import { RequestCounts, type SharedCounts } from './request-counts.ts'

const MINUTE_MS = 60_000
const SHARE_EVERY_MS = 1000
/** How many counts fit into one message to the other processes. */
const MAX_SHARED = 100

/** Prefixes of the limited URLs. Pages are limited too, files and health checks are not. */
const LIMITED = ['/api/v1/', '/calendar/', '/feeds/', '/images/']

/** Separate limits, each with its share of the requests allowed per minute. */
const KINDS = {
  read: { share: 1, name: 'requests that read' },
  write: { share: 1 / 2, name: 'requests that change something' },
  stream: { share: 1 / 20, name: 'streams and exports' },
  command: { share: 1, name: 'commands on live sockets' },
  // readers open far fewer, also where a school has one address
  page: { share: 1, name: 'pages' },
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts more reads for a request that answers as many. @returns the refusal if its owner has made too many */
    countReads(request: FastifyRequest, reply: FastifyReply, more: number): Refused | null
    /**
     * Counts more reads for an answer that is being sent. Beyond half of the limit it waits, so that the owner's other
     * requests have the other half.
     */
    paceReads(request: FastifyRequest, more: number): Promise<void>
    /** Counts a command on a live socket. @returns the refusal if its owner has sent too many */
    countCommand(request: FastifyRequest, kind: 'read' | 'command'): Refused | null
  }
}

/**
 * Limits the requests per minute to the API, to calendars, feeds and pictures of positions, by account over all its tokens and
 * sessions, or else by IP address (IPv6: by /64). Every process counts, and shares significant counts with the others once a second.
 */
export async function registerRateLimits(
  app: FastifyInstance,
  { config: { limits }, now }: Deps,
  shared: SharedCounts,
): Promise<void> {
  const counts = new RequestCounts(now)
  shared.onReceived((from, received) => counts.receive(from, received))
  const timer = setInterval(() => {
    for (let next = counts.takeUnshared(MAX_SHARED); next; next = counts.takeUnshared(MAX_SHARED))
      shared.share(next)
  }, SHARE_EVERY_MS)
  timer.unref()
  app.addHook('onClose', () => clearInterval(timer))

  const maxOf = ({ caller }: FastifyRequest, kind: keyof typeof KINDS) =>
    Math.max(1, Math.floor((caller?.bot ? limits.botRequests : limits.requests) * KINDS[kind].share))
  const keyOf = (request: FastifyRequest, kind: keyof typeof KINDS) => `${kind} ${ownerOf(request)}`

  app.decorate('countCommand', (request: FastifyRequest, kind: 'read' | 'command') => {
    const max = maxOf(request, kind)
    const { current, ttl } = counts.add(keyOf(request, kind), max)
    return current <= max ? null : refusalOf(kind, max, ttl)
  })

  app.decorate('countReads', (request: FastifyRequest, reply: FastifyReply, more: number) => {
    if (more < 1) return null
    const max = maxOf(request, 'read')
    const { current, ttl } = counts.add(keyOf(request, 'read'), max, more)
    reply.header('ratelimit-remaining', Math.max(0, max - current))
    return current <= max ? null : refusalOf('read', max, ttl)
  })

  app.decorate('paceReads', async (request: FastifyRequest, more: number) => {
    if (more < 1) return
    const max = maxOf(request, 'read')
    const { current } = counts.add(keyOf(request, 'read'), max, more)
    const pause = pauseMs(more, current, max)
    if (pause > 0) await wait(pause)
  })

  await app.register(rateLimit, {
    max: (request: FastifyRequest) => maxOf(request, kindOf(request)),
    timeWindow: MINUTE_MS,
    enableDraftSpec: true,
    keyGenerator: (request) => keyOf(request, kindOf(request)),
    allowList: (request) => !isLimited(request) && !isPage(request),
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
      new RefusalError('rate-limited', tooMany(kindOf(request), max, after)),
  })
}

const refusalOf = (kind: keyof typeof KINDS, max: number, ttl: number): Refused => {
  const retryAfter = Math.ceil(ttl / 1000)
  return refuse('rate-limited', tooMany(kind, max, `${retryAfter} seconds`), { retryAfter })
}

const tooMany = (kind: keyof typeof KINDS, max: number, after: string): string =>
  `More than ${max} ${KINDS[kind].name} per minute. Try again in ${after}.`

/** Guests share the limit of their address, because everybody can be many guests. */
export const ownerOf = ({ caller, ip }: Pick<FastifyRequest, 'caller' | 'ip'>): string =>
  caller && !caller.guest ? `account ${caller.accountId}` : `address ${normalizeIP(ip)}`

/** How long an answer waits that has just counted more reads: above half of the limit, they use it up in a minute. */
export function pauseMs(more: number, current: number, max: number): number {
  const half = max / 2
  return (Math.min(more, Math.max(0, current - half)) * MINUTE_MS) / half
}

/** By route, because a URL can be spelled in several ways. */
const isLimited = ({ routeOptions, url }: FastifyRequest): boolean =>
  LIMITED.some((path) => (routeOptions.url ?? url).startsWith(path))

/** The client's pages have no routes: they answer what nothing else does. */
const isPage = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.url === undefined || routeOptions.config.page === true

function kindOf(request: FastifyRequest): keyof typeof KINDS {
  if (!isLimited(request)) return 'page'
  const { method, routeOptions } = request
  if (routeOptions.config.lines) return 'stream'
  if (routeOptions.config.reads) return 'read'
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS' ? 'read' : 'write'
}
