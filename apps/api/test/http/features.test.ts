import {
  ENDPOINTS,
  type Endpoint,
  featuresWithout,
  OPTIONAL_FEATURES,
  type OperationId,
  type OptionalFeature,
} from '@tegenzet/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { grantAdmin } from '../../src/accounts/admins/grant-admin.ts'
import { codeOf, PASSWORD, registerPerson } from '../people/registered-person.ts'
import { createCaller, type Request } from '../server/call-operation.ts'
import { EVERY_PAGE, PAGES } from '../server/every-page.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { prepareRequests } from './authorisation-requests.ts'

/** By hand, so that a new call must be decided on: what the calls with a tag belong to. */
const TAGS: Record<string, OptionalFeature[]> = {
  Tournaments: ['tournaments', 'ladders'],
  Leagues: ['leagues'],
  Clubs: ['clubs', 'matches'],
  Puzzles: ['puzzles'],
  Analysis: ['analysis'],
  Ratings: ['ratings'],
  Messages: ['chat'],
  Webhooks: ['webhooks'],
  Apps: ['apps'],
}
/** Features of calls with other tags. */
const OTHERS: Partial<Record<OperationId, OptionalFeature>> = {
  listNews: 'news',
  publishNews: 'news',
  changeNews: 'news',
  removeNews: 'news',
  changeLadder: 'ladders',
  createLeague: 'leagues',
  listUnusualRuns: 'ratings',
}
const ENDPOINT_LIST = Object.values<Endpoint>(ENDPOINTS)
const LIMITS = { MAX_ACTIVE_GAMES: '1000', MAX_TOURNAMENTS: '1000', RATE_LIMIT: '1000000' }

let on: TestServer
let requestOf: (label: string) => Promise<Request>
let cookie: string
const servers: TestServer[] = []

beforeAll(async () => {
  // the library for log-ins goes by the real time
  on = await startServer({ now: new Date(), jobs: 'queue', env: LIMITS })
  const [player, opponent] = [await on.player('anna'), await on.player('bram')]
  const [bystander, bot] = [await on.player('dirk'), await on.player('robot', { kind: 'bot' })]
  await on.database.prisma.account.updateMany({ data: { emailVerified: true } })
  requestOf = await prepareRequests(on, { player, opponent, bystander, bot })
  await registerPerson(on, 'boss')
  await grantAdmin(on.store, 'boss', on.clock.now())
  const { headers } = await on.call('logIn', {
    body: { username: 'boss', password: PASSWORD },
  })
  cookie = headers.getSetCookie()[0]!.split(';')[0]!
  // the pages of somebody else's are missing
  const { prisma } = on.database
  const { id } = await prisma.account.findFirstOrThrow({ where: { name: 'boss' } })
  await prisma.webhook.updateMany({ data: { accountId: id } })
  await prisma.app.updateMany({ data: { userId: id } })
})
afterAll(async () => {
  for (const server of servers) await server.close()
  await on?.close()
})

/** A call that reads can be made again. */
const known = new Map<string, Request>()
async function requestFor({ operationId: id, method }: Endpoint): Promise<Request> {
  const request = known.get(id) ?? (await requestOf(id))
  if (method === 'GET') known.set(id, request)
  return request
}

/** Another server on the same database, with these settings. */
async function serverWith(env: Record<string, string>): Promise<TestServer> {
  const server = await startServer({
    database: on.database,
    jobs: 'queue',
    webClient: EVERY_PAGE,
    now: on.clock.now(),
    env: { ...LIMITS, PUBLIC_URL: on.deps.config.publicUrl, ...env },
  })
  servers.push(server)
  return server
}
const adminAt = (server: TestServer) =>
  createCaller(server.app, { cookie, origin: server.deps.config.publicUrl })

/** Ends everything that the requests are about, as time would. */
async function endEverything(): Promise<void> {
  const { prisma } = on.database
  const endedAt = on.clock.now()
  await prisma.tournament.updateMany({ data: { state: 'cancelled', endedAt } })
  await prisma.match.updateMany({ data: { state: 'cancelled', endedAt } })
  await prisma.ladderGame.updateMany({ data: { settledAt: endedAt } })
  await prisma.accessToken.deleteMany()
  await prisma.message.deleteMany()
  await prisma.game.updateMany({ data: { rated: false } })
}

test('the contract says of each call what it belongs to', () => {
  for (const { operationId, tag, feature } of ENDPOINT_LIST) {
    const expected = TAGS[tag] ?? [OTHERS[operationId]]
    expect([operationId, expected.includes(feature)]).toEqual([operationId, true])
  }
  for (const { feature, begins } of ENDPOINT_LIST) if (begins) expect(feature).toBeDefined()
  // built-in bots have no calls of their own
  const used = new Set(ENDPOINT_LIST.map(({ feature }) => feature))
  expect(OPTIONAL_FEATURES.filter((feature) => !used.has(feature))).toEqual(['bots'])
})

/** By hand, so that a new page must be decided on: the pages of each feature. `+`: where something of it begins. */
const PAGES_OF: Record<string, string> = {
  tournaments: '/tournaments /tournaments/[id] +/tournaments/new',
  leagues: '/leagues /leagues/[rules] +/admin/leagues',
  ladders: '/ladders/[rules]',
  clubs: '/clubs /clubs/[id] +/clubs/new',
  matches: '/matches/[id] +/matches/new',
  puzzles: '/puzzles /puzzles/[id]',
  analysis: '/analysis /analysis/[id] /analysis/saved /analysis/set-up',
  ratings: '/leaderboards /admin/ratings',
  webhooks: '/account/webhooks /account/webhooks/[id]',
  apps: '/account/apps /account/apps/[id] /account/connected +/authorize',
  news: '/news /admin/news',
}
const OF_A_FEATURE = Object.values(PAGES_OF).flatMap((pages) => pages.replaceAll('+', '').split(' '))

/** The pages that are not there, of all or some. */
async function missingPages(server: TestServer, pages: readonly string[]): Promise<string[]> {
  const missing: string[] = []
  const names: Record<string, string> = {}
  for (const [operation, page] of [
    ['getTournament', '/tournaments/[id]'],
    ['getClub', '/clubs/[id]'],
    ['getMatch', '/matches/[id]'],
    ['getPuzzle', '/puzzles/[id]'],
    ['getWebhook', '/account/webhooks/[id]'],
    ['getApp', '/account/apps/[id]'],
  ] as const) {
    const { id, slug } = (await requestFor(ENDPOINTS[operation])).params as Record<string, string>
    names[page] = `${id ?? slug}`
  }
  for (const page of pages) {
    const path = page.replace(/\[\w+\]/, names[page] ?? (page.startsWith('/players') ? 'anna' : 'muehle'))
    const { statusCode } = await server.app.inject({ url: path, headers: { accept: 'text/html', cookie } })
    if (statusCode === 404) missing.push(page)
  }
  return missing
}

test('a feature has only fields that the body has', () => {
  for (const { operationId, body, fieldFeatures = {} } of ENDPOINT_LIST)
    for (const path of Object.keys(fieldFeatures)) {
      const schema = JSON.stringify(z.toJSONSchema(body!, { io: 'input', unrepresentable: 'any' }))
      expect(schema, operationId).toContain(`"${path.split('.').at(-1)}":`)
    }
})

test.each(OPTIONAL_FEATURES)('without %s its calls are refused, and no others', async (feature) => {
  const server = await serverWith({ WITHOUT: feature })
  const off = OPTIONAL_FEATURES.filter((each) => !featuresWithout([feature]).includes(each))
  const call = adminAt(server)
  const { body: about } = await call('getAbout')
  expect(OPTIONAL_FEATURES.filter((each) => !about.features.includes(each))).toEqual(off)
  const wrong: unknown[] = []
  for (const endpoint of ENDPOINT_LIST) {
    const { operationId, feature: its, begins } = endpoint
    const isOff = its !== undefined && off.includes(its)
    const isRead = endpoint.method === 'GET' || endpoint.reads
    if (!isOff && (!isRead || endpoint.lines || endpoint.zip)) continue
    const isRefused = isOff && (begins || !about.ending.includes(its))
    const code = codeOf(await call(operationId, await requestFor(endpoint)))
    if ((code === 'feature-off') !== isRefused) wrong.push([operationId, code])
  }
  expect(wrong).toEqual([])

  const gone = off.flatMap((each) => {
    const pages = PAGES_OF[each]?.split(' ') ?? []
    return pages.filter((page) => page.startsWith('+') || !about.ending.includes(each))
  })
  expect(await missingPages(server, OF_A_FEATURE)).toEqual(
    OF_A_FEATURE.filter((page) => gone.some((each) => each.replace('+', '') === page)),
  )
})

test('what is off can be read until it is over, and then nothing of it', async () => {
  const server = await serverWith({ WITHOUT: OPTIONAL_FEATURES.join() })
  const call = adminAt(server)
  const { body } = await call('getAbout')
  expect(body.ending).toEqual(expect.arrayContaining(['tournaments', 'clubs', 'matches']))
  expect((await call('getTournament', await requestOf('getTournament'))).status).toBe(200)
  expect(codeOf(await call('enterTournament', await requestOf('enterTournament')))).toBe('feature-off')
  // prepared before everything ends
  const requests: [Endpoint, Request][] = []
  for (const endpoint of ENDPOINT_LIST)
    if (endpoint.feature) requests.push([endpoint, await requestOf(endpoint.operationId)])
  await endEverything()
  server.clock.advance(5001)
  expect((await call('getAbout')).body).toMatchObject({ ending: [] })
  const isOthers = (page: string) => !page.includes('[') && !OF_A_FEATURE.includes(page)
  expect(await missingPages(server, PAGES.filter(isOthers))).toEqual([])
  expect(await missingPages(server, OF_A_FEATURE)).toEqual(OF_A_FEATURE)
  const guides = await (await server.app.inject({ url: '/guides' })).body
  expect(guides).not.toMatch(
    /guides\/(webhooks|oauth|competition)|href="\/(puzzles|clubs|tournaments|analysis)"/,
  )
  expect((await server.app.inject({ url: '/guides/webhooks' })).statusCode).toBe(404)
  const { body: bots } = await server.app.inject({ url: '/guides/api-guide' })
  expect(bots).not.toMatch(/href="\/guides\/(webhooks|oauth|competition)/)
  const wrong: unknown[] = []
  for (const [{ operationId }, request] of requests) {
    const code = codeOf(await call(operationId, request))
    if (code !== 'feature-off') wrong.push([operationId, code])
  }
  expect(wrong).toEqual([])
})
