import { ok, type Result } from '@tegenzet/common'
import { clubSlug, ENDPOINTS, LANGUAGES, usernameSchema } from '@tegenzet/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { etagOf, isKnown } from '../../http/etag.ts'
import { sendRefusal } from '../../http/problems.ts'
import { serve } from '../../http/serve.ts'
import { type Refusal, RefusalError } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { createAddress, deleteAddress, getAddress } from '../calendar/secret-address.ts'
import { clubFeed, newsFeed, playerFeed } from './public-feeds.ts'
import { turnFeed } from './turn-feed.ts'
import { type Feed, writeAtom } from './write-atom.ts'

export function registerFeeds(app: FastifyInstance, deps: Deps, db: Db): void {
  const { config, now } = deps
  const { publicUrl, siteName } = config
  serve(app, ENDPOINTS.getTurnFeed, async ({ db, caller: { accountId } }) =>
    ok({ status: 200, body: await getAddress(db, 'turn_feeds', accountId) }),
  )
  serve(app, ENDPOINTS.createTurnFeed, async ({ db, caller: { accountId }, arrivedAt: at }) => {
    const { secret, ...state } = await createAddress(db, 'turn_feeds', { accountId, at })
    return ok({ status: 201, body: { url: `${publicUrl}/feeds/turns/${secret}.atom`, ...state } })
  })
  serve(app, ENDPOINTS.deleteTurnFeed, async ({ db, caller: { accountId } }) => {
    await deleteAddress(db, 'turn_feeds', accountId)
    return ok({ status: 204, body: undefined })
  })

  const routeOf = (params: z.ZodRawShape) => ({
    schema: { hide: true, params: z.object(params) },
    config: { forReaders: config.readers === 'members' },
  })
  const isRead = async (endpoint: Parameters<typeof app.featureRefused>[0], request: FastifyRequest) =>
    (await app.featureRefused(endpoint, request)) === null

  app.get('/feeds/news.:language.atom', routeOf({ language: z.enum(LANGUAGES) }), async (request, reply) => {
    const { language } = request.params as { language: (typeof LANGUAGES)[number] }
    const off = await app.featureRefused(ENDPOINTS.listNews, request)
    return send(reply, { request, feed: off ?? (await newsFeed(db, language, siteName)) })
  })

  app.get('/feeds/players/:username.atom', routeOf({ username: usernameSchema }), async (request, reply) => {
    const { username } = request.params as { username: string }
    const { lang } = request.query as { lang?: unknown }
    const asked = LANGUAGES.find((each) => each === lang)
    const feed = await playerFeed(db, { username, language: asked ?? 'en', at: now() })
    return send(reply, { request, feed, query: asked && `?lang=${asked}` })
  })

  app.get('/feeds/clubs/:slug.atom', routeOf({ slug: clubSlug }), async (request, reply) => {
    const { slug } = request.params as { slug: string }
    const off = await app.featureRefused(ENDPOINTS.getClub, request)
    if (off) return sendRefusal(reply, off.error)
    // as much as the three lists
    const tooMany = app.countReads(request, reply, 2)
    if (tooMany) return sendRefusal(reply, tooMany.error)
    const shows = {
      matches: await isRead(ENDPOINTS.listMatches, request),
      tournaments: await isRead(ENDPOINTS.listTournaments, request),
    }
    return send(reply, { request, feed: await clubFeed(db, slug, shows) })
  })

  // feed readers cannot log in: the secret is the only credential
  app.get('/feeds/turns/:secret.atom', { schema: { hide: true } }, async (request, reply) => {
    const { secret } = request.params as { secret: string }
    const feed = await turnFeed(db, config, { secret, at: now() })
    if (!feed) throw new RefusalError('not-found', 'There is no feed at this URL.')
    return send(reply, { request, feed: ok(feed), cache: 'private' })
  })

  interface Sent {
    request: FastifyRequest
    feed: Result<Feed, Refusal>
    query?: string | undefined
    cache?: 'public' | 'private'
  }

  function send(reply: FastifyReply, { request, feed, query, cache = 'public' }: Sent): FastifyReply {
    if (!feed.ok) return sendRefusal(reply, feed.error)
    const text = writeAtom(feed.value, publicUrl, query)
    const etag = etagOf(text)
    reply.headers({ etag, 'cache-control': `${cache}, max-age=300`, 'x-robots-tag': 'noindex' })
    if (isKnown(etag, request)) return reply.code(304).send()
    return reply.type('application/atom+xml; charset=utf-8').send(text)
  }
}
