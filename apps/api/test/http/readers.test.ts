import { ENDPOINTS, type Endpoint, LIVE_PATH } from '@tegenzet/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGuest, type Guest } from '../people/guest.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { createCaller, type Request } from '../server/call-operation.ts'
import { PAGES, EVERY_PAGE as WEB_CLIENT } from '../server/every-page.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { openSocket } from '../server/live-socket.ts'
import { prepareRequests } from './authorisation-requests.ts'

/** By hand, so that a new call must be decided on: what opens without a log-in on a site that only members read. */
const OPEN = `
  getAbout getWelcome getRegistrationPuzzle createGuest register getSession logIn logInWithCode startOidc finishOidc getPendingOidc completeOidc challengePasskey verifyEmail requestPasswordReset
  resetPassword reportNotMe redeemUndoDeletion revokeLeakedToken appealClosure reportContent getContentReport unsubscribe
  authorizeApp issueToken revokeAppToken getAuthorizationServer listRules getRules getInvite getAnalysis`
  .trim()
  .split(/\s+/)
/** The same of everything that the contract does not describe. `GET` and `HEAD`. */
const OTHER_OPEN = [
  ...[
    '/healthz',
    '/readyz',
    '/metrics',
    '/robots.txt',
    '/sitemap.xml',
    '/favicon.ico',
    '/logo.svg',
    '/manifest.webmanifest',
  ],
  ...[
    '/page.css',
    '/about',
    '/terms',
    '/privacy',
    '/moderation',
    '/guides',
    '/guides/:name',
    '/calendar/:secret.ics',
    '/feeds/turns/:secret.atom',
  ],
]
const OPEN_PAGES = [
  ...[
    '/',
    '/rules',
    '/rules/[id]',
    '/login',
    '/login/continue',
    '/welcome',
    '/register',
    '/forgot-password',
    '/reset-password',
  ],
  ...['/verify-email', '/not-me', '/undo-deletion', '/appeal', '/invite', '/authorize', '/report-content'],
  ...['/report-content/status', '/unsubscribe/[token]'],
]

let open: TestServer
let members: TestServer
let requestOf: (label: string) => Promise<Request>
let player: TestPlayer
let guest: Guest
beforeAll(async () => {
  open = await startServer({ webClient: WEB_CLIENT, jobs: 'queue', env: { MAX_ACTIVE_GAMES: '1000' } })
  player = await open.player('anna')
  const people = {
    player,
    opponent: await open.player('bram'),
    bystander: await open.player('dirk'),
    bot: await open.player('robot', { kind: 'bot' }),
  }
  await open.database.prisma.account.updateMany({ data: { emailVerified: true } })
  requestOf = await prepareRequests(open, people)
  guest = await createGuest(open)
  members = await startServer({
    webClient: WEB_CLIENT,
    database: open.database,
    jobs: 'queue',
    env: { READERS: 'members', GUESTS: 'true', PUBLIC_URL: open.deps.config.publicUrl },
  })
})
afterAll(async () => {
  await members?.close()
  await open?.close()
})

/** Everybody else's answers: what they get is private. */
const CLOSED = { status: 401, cache: 'private, no-store', robots: 'noindex' }
const outcomeOf = ({ status, headers }: { status: number; headers: Headers }) => ({
  status,
  cache: headers.get('cache-control'),
  robots: headers.get('x-robots-tag'),
})

test('each call that needs no authentication is open, or for readers', () => {
  const free = Object.values(ENDPOINTS).filter(({ access }) => access === 'anyone')
  expect(free.map(({ operationId }) => operationId as string).sort()).toEqual([...OPEN].sort())
})

test('a visitor and a guest read nothing by any GET of the contract, a member what everybody reads elsewhere', async () => {
  const [visitor, asGuest] = [createCaller(members.app), createCaller(members.app, { cookie: guest.cookie })]
  const asMember = createCaller(members.app, { authorization: `Bearer ${player.token}` })
  const wrong: unknown[] = []
  for (const endpoint of Object.values<Endpoint>(ENDPOINTS)) {
    const id = endpoint.operationId
    const isRead = endpoint.method === 'GET' || endpoint.access === 'reader'
    if (!isRead || OPEN.includes(id)) continue
    const request = await requestOf(id)
    const seen = outcomeOf(await visitor(id, request))
    if (seen.status !== 401 || seen.robots !== 'noindex') wrong.push([id, 'visitor', seen])
    if (endpoint.access !== 'reader') continue
    const byGuest = outcomeOf(await asGuest(id, request))
    expect([id, seen, byGuest]).toEqual([id, CLOSED, CLOSED])
    if (endpoint.lines) continue
    const own = await asMember(id, request)
    const { status } = await createCaller(open.app, { authorization: `Bearer ${player.token}` })(id, request)
    if (own.status !== status) wrong.push([id, 'member', own.status, status])
    if (!/^private, no-(store|cache)$/.test(own.headers.get('cache-control') ?? ''))
      wrong.push([id, 'cached'])
  }
  expect(wrong).toEqual([])
})

test('a HEAD tells no more than a GET', async () => {
  for (const endpoint of Object.values<Endpoint>(ENDPOINTS)) {
    if (endpoint.method !== 'GET' || endpoint.access !== 'reader' || endpoint.lines) continue
    const { params = {}, query = {} } = await requestOf(endpoint.operationId)
    const path = endpoint.path.replace(/:(\w+)/g, (_, name) => `${(params as Record<string, unknown>)[name]}`)
    const url = `${path}?${new URLSearchParams(query as Record<string, string>)}`
    expect([url, (await members.app.inject({ method: 'HEAD', url })).statusCode]).toEqual([url, 401])
  }
})

test('every other address is one that opens, or answers only readers', async () => {
  const lines = members.app.printRoutes({ commonPrefix: false, method: 'GET' }).split('\n')
  const paths: string[] = []
  const above: string[] = []
  for (const line of lines) {
    const [, indent = '', part = ''] = /^([│ ]*)[├└]── (\S*)/.exec(line) ?? []
    if (!part) continue
    above.length = indent.length / 4
    above.push(part)
    if (line.includes('(GET')) paths.push(above.join(''))
  }
  const inContract = new Set(Object.values(ENDPOINTS).map(({ path }) => path as string))
  const isDocument = (path: string) => /^\/api\/(docs|v1\/openapi)/.test(path)
  const isFile = (path: string) => /\.(svg|png|js|css|txt|html)$|^(\/_app\/)?\*$/.test(path)
  const others = paths.filter(
    (path) => !inContract.has(path) && !isDocument(path) && !isFile(path) && !OTHER_OPEN.includes(path),
  )
  expect(paths.length).toBeGreaterThan(100)
  expect(others.sort()).toEqual(
    [
      LIVE_PATH,
      '/embed/analyses/:id',
      '/embed/games/:id',
      '/embed/puzzles/:id',
      '/feeds/clubs/:slug.atom',
      '/feeds/news.:language.atom',
      '/feeds/players/:username.atom',
      '/images/games/:file',
      '/images/positions/:file',
      '/images/puzzles/:file',
      '/oembed',
    ].sort(),
  )
})

test('pictures are for members, and in no shared cache', async () => {
  const { params } = await requestOf('getGame')
  const games = `/images/games/${(params as { id: number }).id}.png`
  const position = encodeURIComponent('.../.../.../....../.../.../... w 9 9 0 1')
  const puzzle = `/images/puzzles/${((await requestOf('getPuzzle')).params as { id: string }).id}.png`
  for (const path of [games, `/images/positions/muehle.png?position=${position}`, puzzle]) {
    for (const headers of [undefined, { cookie: guest.cookie }])
      expect([path, outcomeOf(await fetch(members.url + path, { ...(headers && { headers }) }))]).toEqual([
        path,
        CLOSED,
      ])
    const headers = { authorization: `Bearer ${player.token}` }
    const own = await fetch(members.url + path, { headers })
    expect([path, outcomeOf(own)]).toEqual([path, { ...CLOSED, status: 200 }])
    expect(own.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    const everybody = await fetch(open.url + path)
    expect([everybody.status, everybody.headers.get('x-robots-tag')]).toEqual([200, null])
    expect(everybody.headers.get('cache-control')).toMatch(/^public/)
  }
})

test('sockets and streams are for members', async () => {
  const refused = (handshake?: object) => openSocket(members.url, handshake).then(() => 'opened', String)
  expect(await refused()).toBe('Error: 401')
  const ofGuest = { cookie: guest.cookie, origin: open.deps.config.publicUrl }
  expect(await refused({ headers: ofGuest })).toBe('Error: 401')
  const { params } = await requestOf('getGame')
  const game = (params as { id: number }).id
  const own = await openSocket(members.url, { token: player.token })
  own.send({ type: 'watch', game })
  expect((await own.waitFor('watching')).game.id).toBe(game)
  own.socket.close()

  const stream = `${members.url}/api/v1/games/${game}/events`
  for (const accept of ['application/x-ndjson', 'text/event-stream'])
    expect((await fetch(stream, { headers: { accept } })).status).toBe(401)
})

test('every page leads visitors and guests to the log-in and back, but for the open ones', async () => {
  expect(PAGES.length).toBeGreaterThan(60)
  for (const id of PAGES) {
    const path = id.replace(/\[\w+\]/g, id.startsWith('/rules') ? 'muehle' : '1')
    if (id === '/analysis/[id]') continue
    for (const cookie of ['', guest.cookie]) {
      const page = await fetch(`${members.url}${path}?tab=2`, {
        headers: { accept: 'text/html', ...(cookie && { cookie }) },
        redirect: 'manual',
      })
      const location = page.headers.get('location')
      const wanted = OPEN_PAGES.includes(id)
        ? [200, null]
        : [302, `/login?next=${encodeURIComponent(`${path}?tab=2`)}`]
      expect([id, page.status, location]).toEqual([id, ...wanted])
      if (wanted[0] === 302) expect(page.headers.get('cache-control')).toBe('private, no-store')
    }
  }
})

test('the analysis board is for members, a shared analysis for those who have its link', async () => {
  const status = async (path: string) =>
    (await fetch(members.url + path, { headers: { accept: 'text/html' }, redirect: 'manual' })).status
  expect([await status('/analysis/muehle'), await status('/analysis/12')]).toEqual([302, 200])
  const { params } = await requestOf('getAnalysis')
  const shared = await player.call('shareAnalysis', { params } as Request)
  const key = new URL(shared.body.url).hash.slice(1)
  const read = await createCaller(members.app)('getAnalysis', {
    params,
    headers: { 'analysis-key': key },
  } as Request)
  expect(read.status).toBe(200)
})

test('search engines find the home page and the rules, and nothing else', async () => {
  const page = async (path: string) => {
    const response = await fetch(members.url + path, { headers: { accept: 'text/html' } })
    return { robots: response.headers.get('x-robots-tag'), html: await response.text() }
  }
  for (const path of ['/', '/nl', '/rules', '/de/rules/muehle']) {
    const { robots, html } = await page(path)
    expect([path, robots, html.includes('noindex')]).toEqual([path, null, false])
    expect(html).toContain('<link rel="canonical"')
  }
  for (const path of ['/games', '/watch', '/login', '/players/anna', '/terms', '/guides', '/api/docs'])
    expect([path, (await page(path)).robots]).toEqual([path, 'noindex'])
  const { html } = await page('/')
  expect(html).not.toContain('anna')
  const sitemap = await (await fetch(`${members.url}/sitemap.xml`)).text()
  for (const [, path = ''] of sitemap.matchAll(/<loc>[^<]*\/(?:nl|de|en|fr)([^<]*)<\/loc>/g))
    expect(path).toMatch(/^(\/rules(\/[\w-]+)?)?$/)
})

test('a page of a site that everybody reads is as before', async () => {
  for (const path of ['/games', '/watch', '/players/anna', '/images/positions/muehle.png']) {
    const { status, headers } = await fetch(open.url + path, { redirect: 'manual' })
    expect([path, status, headers.get('x-robots-tag')]).toEqual([path, 200, null])
  }
})
