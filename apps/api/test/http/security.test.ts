import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { WebClient } from '../../src/pages/web-client.ts'
import { startServer, type TestServer } from '../server/harness.ts'

const PASSWORD = 'correct horse battery'
const registration = (username: string) => ({
  username,
  email: `${username}@example.org`,
  password: PASSWORD,
})
/** Reads the whole body, or the connection would stay open. */
const get = async (url: string | URL, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const cookieOf = (headers: Headers) => headers.getSetCookie()[0]!.split(';', 1)[0]!

const PAGE = '<html><head><!--head--></head><body></body></html>'
const webClient = (scriptHashes: string[]): WebClient => ({
  build: 'test',
  files: new URL('../../../web/static', import.meta.url).pathname,
  pages: { en: PAGE, nl: PAGE, de: PAGE, fr: PAGE },
  routes: [],
  missing: [],
  scriptHashes,
})

let server: TestServer
let cookie: string
beforeAll(async () => {
  server = await startServer({
    webClient: webClient(["'sha256-abc='"]),
    readingMs: 1,
  })
  cookie = cookieOf((await server.call('register', { body: registration('anna') })).headers)
})
afterAll(() => server.close())

describe('pages of other origins', () => {
  const create = (headers: Record<string, string>) =>
    server.call('createToken', { headers, body: { name: 'x', scopes: ['game:play'] } })

  test.each([
    ['https://evil.example'],
    ['http://127.0.0.1:1'],
    ['https://127.0.0.1'],
    ['null'],
    [''],
    ['http://127.0.0.1.evil.example'],
  ])('with the origin %j change nothing with the cookie', async (origin) => {
    const { status, body } = await create({ cookie, origin })
    expect([status, body.code]).toEqual([403, 'forbidden'])
  })

  test.each([['cross-site'], ['same-site']])('with Sec-Fetch-Site %s change nothing', async (site) => {
    expect((await create({ cookie, 'sec-fetch-site': site })).status).toBe(403)
  })

  test('of our own names and loopback addresses do', async () => {
    const { port } = new URL(server.url)
    expect((await create({ cookie, origin: server.url })).status).toBe(201)
    expect((await create({ cookie, origin: server.deps.config.publicUrl })).status).toBe(201)
    const byName = await fetch(`http://localhost:${port}/api/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: `http://localhost:${port}` },
      body: JSON.stringify({ username: 'anna', password: PASSWORD }),
    })
    expect(byName.status).toBe(200)
    expect((await create({ cookie, 'sec-fetch-site': 'same-origin' })).status).toBe(201)
  })

  test('behind TLS must use https', async () => {
    const tls = await startServer({
      database: server.database,
      env: { PUBLIC_URL: 'https://tegenzet.example', TRUST_PROXY: 'true' },
    })
    const register = (username: string, origin: string) =>
      tls.call('register', {
        body: registration(username),
        headers: { origin, 'x-forwarded-host': 'tegenzet.example' },
      })
    expect((await register('plain', 'http://tegenzet.example')).status).toBe(403)
    expect((await register('tls', 'https://tegenzet.example')).status).toBe(201)
    await tls.close()
  })

  test('cannot log in or register', async () => {
    const headers = { origin: 'https://evil.example' }
    const body = { username: 'anna', password: PASSWORD }
    expect((await server.call('logIn', { body, headers })).body.code).toBe('forbidden')
    expect((await server.call('register', { body: registration('mallory'), headers })).body.code).toBe(
      'forbidden',
    )
  })

  test('read public data, and do what a token may', async () => {
    const origin = 'https://friend.example'
    const read = await server.call('getUser', { params: { username: 'anna' }, headers: { origin } })
    expect([read.status, read.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    const player = await server.player('bram')
    expect(
      (await player.call('updateAccount', { body: { language: 'nl' }, headers: { origin } })).status,
    ).toBe(200)
  })

  test('are refused for their origin only after the login is checked', async () => {
    expect((await create({ origin: 'https://evil.example' })).status).toBe(401)
  })
})

describe('CORS', () => {
  test('lets any page send a token, and never a cookie', async () => {
    const response = await fetch(`${server.url}/api/v1/games/100001/moves`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://friend.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    })
    const { headers } = response
    expect(response.status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, PUT, PATCH, DELETE')
    expect(headers.get('access-control-allow-headers')).toBe(
      'Authorization, Content-Type, Idempotency-Key, If-None-Match, Analysis-Key',
    )
    expect(headers.has('access-control-allow-credentials')).toBe(false)
  })

  test('exposes the rate limit headers, also of refusals', async () => {
    const { headers } = await server.call('getAccount', { headers: { origin: 'https://friend.example' } })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-expose-headers')).toContain('RateLimit-Limit')
    expect(headers.get('access-control-expose-headers')).toContain('Retry-After')
    expect(headers.has('access-control-allow-credentials')).toBe(false)
  })
})

describe('response headers', () => {
  test('let our pages run our scripts only, and forbid framing', async () => {
    const { headers } = await get(`${server.url}/api/v1/openapi.json`)
    const policy = new Map(
      headers
        .get('content-security-policy')!
        .split(';')
        .map((directive): [string, string] => {
          const [name = '', ...sources] = directive.trim().split(' ')
          return [name, sources.join(' ')]
        }),
    )
    expect(policy.get('default-src')).toBe("'self'")
    expect(policy.get('script-src')).toBe("'self' 'sha256-abc='")
    expect(policy.get('style-src')).toBe("'self'")
    expect(policy.get('frame-ancestors')).toBe("'none'")
    expect(policy.get('object-src')).toBe("'none'")
    expect(policy.get('connect-src')).toBe("'self' ws://127.0.0.1:3000")
    expect(policy.has('upgrade-insecure-requests')).toBe(false)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.has('strict-transport-security')).toBe(false)
    expect(headers.has('x-powered-by')).toBe(false)
  })

  test('behind TLS include HSTS', async () => {
    const tls = await startServer({
      database: server.database,
      env: { PUBLIC_URL: 'https://tegenzet.example' },
    })
    const { headers } = await get(`${tls.url}/api/v1/openapi.json`)
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("connect-src 'self' wss://tegenzet.example")
    // would blank the page at an address without TLS, where it says which address to use
    expect(policy).not.toContain('upgrade-insecure-requests')
    await tls.close()
  })

  test('let the API reference run without inline scripts', async () => {
    const { status, headers, text } = await get(`${server.url}/api/docs/`)
    expect(status).toBe(200)
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'self'; style-src-attr /)
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>\s*\S/)
    expect(text).not.toMatch(/<style/)
    const sources = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source!)
    expect(sources.length).toBeGreaterThan(3)
    for (const source of sources)
      expect((await get(new URL(source, `${server.url}/api/docs/`))).status).toBe(200)
  })

  test('forbid caching of API answers by default', async () => {
    const { headers } = await server.call('getAccount', { headers: { cookie } })
    expect(headers.get('cache-control')).toBe('no-store')
  })
})

describe('rate limits', () => {
  const SECONDS = expect.stringMatching(/^\d{1,2}$/)
  const limits = ({ headers }: { headers: Headers }) =>
    ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'].map((name) =>
      headers.get(name),
    )

  test('are shared by an account’s tokens and sessions, and apply to each account', async () => {
    const limited = await startServer({ database: server.database, env: { RATE_LIMIT: '4' } })
    const registered = await limited.call('register', { body: registration('carla') })
    const session = { headers: { cookie: cookieOf(registered.headers) } }
    const scopes = ['account:read']
    const tokens: string[] = []
    for (const name of ['one', 'two'])
      tokens.push((await limited.call('createToken', { ...session, body: { name, scopes } })).body.token)
    const withToken = (token: string) =>
      limited.call('getAccount', { headers: { authorization: `Bearer ${token}` } })

    // writes have half the limit of reads and are counted separately
    const third = await limited.call('createToken', { ...session, body: { name: 'three', scopes } })
    expect([third.status, ...limits(third)]).toEqual([429, '2', '0', ...Array(2).fill(SECONDS)])
    expect(limits(await withToken(tokens[0]!))).toEqual(['4', '3', SECONDS, null])
    expect((await withToken(tokens[1]!)).headers.get('ratelimit-remaining')).toBe('2')
    await limited.call('getAccount', session)
    await withToken(tokens[0]!)
    const refused = await withToken(tokens[0]!)
    expect([refused.status, refused.body.code]).toEqual([429, 'rate-limited'])
    expect(limits(refused)).toEqual(['4', '0', SECONDS, SECONDS])
    expect((await limited.call('getAccount', session)).status).toBe(429)

    const other = await limited.player('dirk')
    expect((await other.call('getAccount')).status).toBe(200)
    // anonymous requests count by address
    expect((await limited.call('getAccount')).headers.get('ratelimit-remaining')).toBe('3')
    limited.clock.advance(60_000)
    expect((await withToken(tokens[0]!)).status).toBe(200)
    await limited.close()
  })

  test('are separate for bots, and stricter for streams', async () => {
    const env = { RATE_LIMIT: '40', BOT_RATE_LIMIT: '80' }
    const limited = await startServer({ database: server.database, env })
    const bot = await limited.player('robot')
    await limited.database.prisma.player.update({ where: { id: bot.id }, data: { kind: 'bot' } })
    expect(limits(await bot.call('getAccount'))[0]).toBe('80')
    const human = await limited.player('human')
    expect(limits(await human.call('getAccount'))[0]).toBe('40')
    for (const [player, most] of [
      [human, '2'],
      [bot, '4'],
    ] as const) {
      const stream = await fetch(`${limited.url}/api/v1/account/events`, {
        headers: { authorization: `Bearer ${player.token}` },
      })
      expect([stream.status, stream.headers.get('ratelimit-limit')]).toEqual([200, most])
      await stream.body?.cancel()
    }
    await limited.close()
  })

  test('apply to unknown paths, and to pages on their own', async () => {
    const limited = await startServer({
      database: server.database,
      env: { RATE_LIMIT: '2' },
      webClient: webClient([]),
    })
    const statuses: number[] = []
    for (let n = 0; n < 3; n++) statuses.push((await get(`${limited.url}/api/v1/nothing/${n}`)).status)
    expect(statuses).toEqual([404, 404, 429])
    const accept = { accept: 'text/html' }
    const pages = ['/', '/rules', '/privacy', '/guides', '/nothing-here']
    for (const path of pages) {
      limited.clock.advance(60_000)
      const answers = [1, 2, 3].map(() => get(`${limited.url}${path}`, accept))
      expect((await Promise.all(answers)).filter(({ status }) => status === 429).length, path).toBe(1)
    }
    const refused = await get(`${limited.url}/lobby`, accept)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, SECONDS])
    // what a page loads is not counted
    expect((await get(`${limited.url}/robots.txt`)).status).toBe(200)
    await limited.close()
  })

  test('count anonymous requests by address; health checks are exempt', async () => {
    const limited = await startServer({
      database: server.database,
      env: { RATE_LIMIT: '2', TRUST_PROXY: 'true' },
    })
    const from = (address: string) =>
      limited.call('getUser', { params: { username: 'nobody' }, headers: { 'x-forwarded-for': address } })
    expect([(await from('192.0.2.1')).status, (await from('192.0.2.1')).status]).toEqual([404, 404])
    expect((await from('192.0.2.1')).status).toBe(429)
    // the address the client claims is ignored, only the proxy's counts
    expect((await from('192.0.2.99, 192.0.2.1')).status).toBe(429)
    expect((await from('192.0.2.2')).status).toBe(404)
    for (let i = 0; i < 4; i++) {
      const health = await get(`${limited.url}/healthz`, { 'x-forwarded-for': '192.0.2.1' })
      expect([health.status, health.headers.has('ratelimit-limit')]).toEqual([200, false])
    }
    await limited.close()
  })
})

test('no password, token or cookie is ever logged', async () => {
  const lines: string[] = []
  // the accounts library prints its own errors
  const printed = vi.spyOn(console, 'error').mockImplementation((...args) => void lines.push(inspect(args)))
  const logging = await startServer({ log: (line) => lines.push(line) })
  const registered = await logging.call('register', { body: registration('erik') })
  const session = { headers: { cookie: cookieOf(registered.headers) } }
  const loggedIn = await logging.call('logIn', { body: { username: 'erik', password: PASSWORD }, ...session })
  await logging.call('logIn', { body: { username: 'erik', password: 'a wrong guess of mine' } })
  await logging.call('logIn', { body: { username: PASSWORD, password: 'typed into the wrong field' } })
  await logging.call('register', { body: { ...registration('erik'), password: 'another password' } })
  const again = { headers: { cookie: cookieOf(loggedIn.headers) } }
  const { token } = (
    await logging.call('createToken', { ...again, body: { name: 'x', scopes: ['account:read'] } })
  ).body
  await logging.call('getAccount', { headers: { authorization: `Bearer ${token}` } })
  await logging.call('getAccount', { headers: { authorization: 'Bearer tz_not-a-token-of-anybody' } })
  // an internal error is logged with all details
  await logging.database.prisma.$executeRaw`ALTER TABLE credentials RENAME COLUMN password TO secret`
  for (const [path, body] of [
    ['accounts', registration('frits')],
    ['session', { username: 'erik', password: PASSWORD }],
  ] as const) {
    const response = await fetch(`${logging.url}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({ code: 'internal' })
  }
  await logging.close()
  printed.mockRestore()

  const log = lines.join('')
  expect(log).toContain('"url":"/api/v1/session"')
  expect(log).toContain('request failed')
  const secrets = [
    PASSWORD,
    'a wrong guess of mine',
    'typed into the wrong field',
    'another password',
    token.slice(3),
    'not-a-token-of-anybody',
    '$argon2id$',
    ...[session, again].map(
      ({ headers }) => decodeURIComponent(headers.cookie.split('=')[1]!).split('.')[0]!,
    ),
  ]
  for (const secret of secrets) expect(log).not.toContain(secret)
})

test('no secret URL is ever logged, whatever it answers', async () => {
  const lines: string[] = []
  const logging = await startServer({ log: (line) => lines.push(line) })
  const registered = await logging.call('register', { body: registration('fleur') })
  const session = { headers: { cookie: cookieOf(registered.headers) } }
  const { body: calendar } = await logging.call('createCalendar', session)
  const secret = /([\w-]{43})\.ics$/.exec(calendar.url)![1]!
  const { body: feed } = await logging.call('createTurnFeed', session)
  const feedSecret = /([\w-]{43})\.atom$/.exec(feed.url)![1]!
  const { body: invitation } = await logging.call('createChallenge', {
    ...session,
    body: { rules: 'muehle', colour: 'white', clock: { kind: 'per-move', days: 3 }, invite: true },
  })
  const code = new URL(invitation.inviteUrl).hash.slice(1)
  const invites = '/api/v1/challenges/invites'
  const statuses: number[] = []
  for (const path of [
    `/calendar/${secret}.ics`,
    `/%63alendar/${secret}.ics`,
    `/calendar/${secret}`,
    `/calendar/${secret}.ics/more`,
    `/calendar/wrong${secret}.ics?nocache=1`,
    `/feeds/turns/${feedSecret}.atom`,
    `/feeds/turns/${feedSecret}`,
    `${invites}/${code}`,
    `${invites}/${code}?x=1`,
    `${invites}/${code}/nothing`,
  ])
    statuses.push((await get(logging.url + path)).status)
  expect(statuses).toEqual([200, 200, 404, 404, 404, 200, 404, 200, 400, 404])
  const bram = await logging.player('bram')
  expect((await bram.call('acceptInvite', { params: { code } })).status).toBe(201)
  // an internal error is logged with all details
  await logging.database.prisma.$executeRaw`ALTER TABLE calendars RENAME COLUMN last_fetched_at TO fetched`
  await logging.database.prisma.$executeRaw`ALTER TABLE challenges RENAME COLUMN expires_at TO ends_at`
  expect((await get(`${logging.url}/calendar/${secret}.ics`)).status).toBe(500)
  expect((await get(`${logging.url}${invites}/${code}`)).status).toBe(500)
  await logging.close()

  const log = lines.join('')
  expect(log).toContain('"url":"/calendar/:secret.ics"')
  expect(log).toContain(`"url":"${invites}/:code/accept"`)
  expect(log).toContain('request failed')
  for (const each of [secret, feedSecret, code, code.slice(code.indexOf('-') + 1)])
    expect(log).not.toContain(each)
})
