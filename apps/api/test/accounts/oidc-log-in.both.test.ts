import { expect, test } from 'vitest'
import type { IdentityProvider } from '../people/identity-provider.ts'
import {
  accountOf,
  callsOf,
  complete,
  idp,
  newcomer,
  PUBLIC_URL,
  START,
  server,
  somebody,
  useOidcSite,
  where,
} from '../people/oidc-site.ts'
import { codeOf, registerPerson } from '../people/registered-person.ts'
import { openTravellingBrowser } from '../people/travelling-browser.ts'

useOidcSite()

const MINUTE = 60_000

test('who comes first chooses a username, and is known from then on', async () => {
  const { sub, name } = somebody({ email: 'First@example.org', email_verified: true })
  const browser = openTravellingBrowser(server)
  const stops = await browser.travel(`${START}?next=/games/100001`)
  expect(where(stops)).toBe('/login/continue')
  const asked = stops.find(({ origin, pathname }) => origin === idp.issuer && pathname === '/auth')!
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: `${PUBLIC_URL}${START}/callback`,
    scope: 'openid profile email',
    state: expect.stringMatching(/.{40}/),
    nonce: expect.stringMatching(/.{40}/),
  })
  expect(await accountOf(browser)).toBeNull()
  const pending = await callsOf(browser)('getPendingOidc')
  expect(pending.body).toEqual({
    step: 'username',
    username: name,
    email: 'first@example.org',
    invitationNeeded: false,
    next: '/games/100001',
  })
  for (const username of ['admin', 'chief', 'guest-3'])
    expect([username, codeOf(await complete(browser, { username }))]).toEqual([username, 'username-taken'])
  const taken = await registerPerson(server)
  expect(codeOf(await complete(browser, { username: taken.username }))).toBe('username-taken')
  const { status, body } = await complete(browser, { username: 'Firstcomer', language: 'nl' })
  expect([status, body]).toMatchObject([
    200,
    {
      next: '/games/100001',
      account: { username: 'Firstcomer', email: 'first@example.org', emailVerified: true },
    },
  ])
  expect(body.account).toMatchObject({ language: 'nl', managed: false, role: 'player' })
  // the step is used up
  expect(codeOf(await callsOf(browser)('getPendingOidc'))).toBe('not-found')
  expect((await accountOf(browser)).username).toBe('Firstcomer')

  const again = openTravellingBrowser(server)
  idp.at.sub = sub
  idp.people.set(sub, { preferred_username: 'somebody else', email: 'new@example.org' } as never)
  expect(where(await again.travel(`${START}?next=/games?page=2`))).toBe('/games?page=2')
  expect(await accountOf(again)).toMatchObject({ username: 'Firstcomer', email: 'first@example.org' })
  const { items } = (await callsOf(again)('listIdentities')).body
  expect(items).toEqual([
    {
      id: expect.any(Number),
      provider: 'Molenclub',
      usable: true,
      createdAt: expect.any(String),
      lastUsedAt: server.clock.now().toISOString(),
    },
  ])
})

test('an address is confirmed only if the provider says so, and joins no accounts', async () => {
  const unverified = await newcomer({ email: 'maybe@example.org' })
  expect(unverified.account).toMatchObject({ email: 'maybe@example.org', emailVerified: false })
  for (const email_verified of ['true', 1, false]) {
    const { account } = await newcomer({ email: `odd-${email_verified}@example.org`, email_verified })
    expect([email_verified, account.emailVerified]).toEqual([email_verified, false])
  }
  const victim = await registerPerson(server)
  const liar = await newcomer({ email: victim.email, email_verified: true })
  expect(liar.account).toMatchObject({ username: liar.name, email: null, emailVerified: false })
  expect((await victim.call('getAccount')).body).toMatchObject({
    email: victim.email,
    username: victim.username,
  })
  // the same address with another sub is another person
  const first = await newcomer({ email: 'twice@example.org', email_verified: true })
  const second = await newcomer({ email: 'twice@example.org', email_verified: true })
  expect(second.account.id).not.toBe(first.account.id)
  for (const email of ['no address', 7, `${'x'.repeat(300)}@example.org`])
    expect((await newcomer({ email, email_verified: true })).account.email).toBeNull()
})

test('names that the provider tells become usernames, or none is offered', async () => {
  const offered = async (preferred_username: unknown) => {
    somebody({ preferred_username })
    const browser = openTravellingBrowser(server)
    await browser.travel(START)
    return (await callsOf(browser)('getPendingOidc')).body.username
  }
  expect([
    await offered('zoë.van-dijk@school.example'),
    await offered('Anna Maria de Vries Pietersen'),
    await offered('x'),
    await offered('张伟'),
    await offered(undefined),
    await offered(['a', 'b']),
  ]).toEqual(['zoe-van-dijk', 'Anna-Vries-Pietersen', 'x10', null, null, null])
})

test('leads only to pages of this site', async () => {
  const odd = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'evil',
    '/a b',
    '/a\tb',
    '',
    `/${'x'.repeat(600)}`,
  ]
  for (const next of odd)
    expect([next, codeOf(await server.call('startOidc', { query: { next } }))]).toEqual([next, 'validation'])
})

test('a browser finishes only what it has begun, once, and in time', async () => {
  const known = await newcomer()
  const begin = async () => {
    idp.at.sub = known.sub
    const browser = openTravellingBrowser(server)
    let { to } = await browser.step(START)
    while (to.origin === idp.issuer) to = (await browser.step(to.href)).to
    return { browser, back: to }
  }
  const FAILED = '/login?problem=failed'
  // another browser, and none
  const { browser, back } = await begin()
  const other = openTravellingBrowser(server)
  expect(where(await other.travel(back.href))).toBe(FAILED)
  await other.step(START)
  expect(where(await other.travel(back.href))).toBe(FAILED)
  expect(await accountOf(other)).toBeNull()

  // the right one, and again with the same cookies
  const before = browser.cookie()
  expect(where(await browser.travel(back.href))).toBe('/')
  expect((await accountOf(browser)).username).toBe(known.name)
  const replaying = openTravellingBrowser(server)
  replaying.keep(new Headers(before.split('; ').map((cookie): [string, string] => ['set-cookie', cookie])))
  expect(where(await replaying.travel(back.href))).toBe(FAILED)

  // a code that was used, with the state of a new log-in
  const next = await begin()
  const stolen = new URL(next.back)
  stolen.searchParams.set('code', back.searchParams.get('code')!)
  expect(where(await next.browser.travel(stolen.href))).toBe(FAILED)
  expect(await accountOf(next.browser)).toBeNull()

  for (const tamper of [
    (url: URL) => url.searchParams.set('state', 'x'),
    (url: URL) => url.searchParams.delete('state'),
    (url: URL) => url.searchParams.set('iss', 'https://evil.example'),
    (url: URL) => url.searchParams.delete('code'),
    (url: URL) => url.searchParams.set('error', 'interaction_required'),
  ]) {
    const trip = await begin()
    tamper(trip.back)
    expect(where(await trip.browser.travel(trip.back.href))).toBe(FAILED)
    expect(await accountOf(trip.browser)).toBeNull()
  }
  const denied = await begin()
  denied.back.searchParams.delete('code')
  denied.back.searchParams.set('error', 'access_denied')
  expect(where(await denied.browser.travel(denied.back.href))).toBe('/login?problem=denied')

  const late = await begin()
  server.clock.advance(15 * MINUTE)
  expect(where(await late.browser.travel(late.back.href))).toBe(FAILED)
})

test('a log-in with another nonce, another issuer or another sub is refused', async () => {
  const known = await newcomer()
  const arrive = async (change: (asked: URL) => void = () => {}) => {
    idp.at.sub = known.sub
    const browser = openTravellingBrowser(server)
    const { to } = await browser.step(START)
    change(to)
    const stops = await browser.travel(to.href)
    expect(await accountOf(browser)).toBeNull()
    return where(stops)
  }
  expect(await arrive((asked) => asked.searchParams.set('nonce', 'of somebody else'))).toBe(
    '/login?problem=failed',
  )
  idp.lies.set('/me', (_, response) =>
    response.setHeader('content-type', 'application/json').end('{"sub":"another"}'),
  )
  expect(await arrive()).toBe('/login?problem=failed')
  idp.lies.clear()

  const found = await fetch(`${idp.issuer}/.well-known/openid-configuration`)
  const discovery = (await found.json()) as object
  server.clock.advance(11_000)
  idp.lies.set('/.well-known/openid-configuration', (_, response) =>
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ ...discovery, issuer: 'https://evil.example' })),
  )
  const browser = openTravellingBrowser(server)
  expect(where(await browser.travel(START))).toBe('/login?problem=failed')
})

test('says so when the provider is away, answers rubbish, too much or too late', async () => {
  const DISCOVERY = '/.well-known/openid-configuration'
  const lie = async (path: string, answer: Parameters<IdentityProvider['lies']['set']>[1]) => {
    server.clock.advance(11_000)
    idp.lies.set(path, answer)
    const stops = await openTravellingBrowser(server).travel(`${START}?next=/games`)
    idp.lies.clear()
    return where(stops)
  }
  const AWAY = '/login?problem=unavailable&next=%2Fgames'
  expect(await lie(DISCOVERY, (_, response) => response.writeHead(503).end())).toBe(AWAY)
  expect(await lie(DISCOVERY, (request) => request.destroy())).toBe(AWAY)
  expect(
    await lie(DISCOVERY, (_, response) =>
      response.setHeader('content-type', 'application/json').end('x'.repeat(1_100_000)),
    ),
  ).toBe(AWAY)
  expect(await lie(DISCOVERY, (_, response) => response.end('<html>'))).toMatch(/problem=failed/)
  somebody()
  for (const path of ['/token', '/jwks', '/me'])
    expect([path, await lie(path, (_, response) => response.writeHead(500).end())]).toEqual([path, AWAY])
  const began = performance.now()
  expect(await lie('/token', () => {})).toBe(AWAY)
  expect(performance.now() - began).toBeLessThan(60_000)
})
