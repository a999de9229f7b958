import { LANGUAGES } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Caller } from './caller.ts'
import { pathOf } from './path-of.ts'
import { notLoggedIn } from './session.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Where only members read (`READERS`), the route needs a log-in. */
    forReaders?: boolean
  }
}

/** Whether a caller may read everything on a site that only members read. Everybody can become a guest. */
export const isReader = (caller: Pick<Caller, 'guest'> | null): boolean => caller !== null && !caller.guest

/** The home page, the rules with their lessons, and the list of both. */
const FOR_SEARCH_ENGINES = new RegExp(
  `^(/(${LANGUAGES.join('|')}))?(/|/rules(/[^/]+)?)?$|^/(sitemap.xml|_app/.*)$`,
)

/** Keeps visitors, guests and search engines out where only members read, and the answers out of shared caches. */
export function registerReaders(app: FastifyInstance, { readers }: Pick<Config, 'readers'>): void {
  if (readers === 'everyone') return
  app.addHook('preHandler', async ({ caller, routeOptions }) => {
    if (routeOptions.config.forReaders && !isReader(caller)) throw notLoggedIn()
  })
  app.addHook('onSend', async ({ url, routeOptions }, reply) => {
    if (!FOR_SEARCH_ENGINES.test(pathOf(url))) reply.header('x-robots-tag', 'noindex')
    if (!routeOptions.config.forReaders) return
    // a browser asks again, so that a copy shows nothing after the log-out
    reply.header('cache-control', reply.hasHeader('etag') ? 'private, no-cache' : 'private, no-store')
    reply.header('cross-origin-resource-policy', 'same-origin')
  })
}
