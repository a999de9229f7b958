import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createGuest } from '../people/guest.ts'
import { CLIENT, type IdentityProvider, startIdentityProvider } from '../people/identity-provider.ts'
import {
  codeOf,
  PASSWORD,
  registerPerson,
  registerUnconfirmed,
  sessionOf,
} from '../people/registered-person.ts'
import { openTravellingBrowser, type TravellingBrowser } from '../people/travelling-browser.ts'
import { type CallOperation, createCaller } from '../server/call-operation.ts'
import { startServer, type TestServer } from '../server/harness.ts'

const PUBLIC_URL = 'http://127.0.0.1:3000'
const START = '/api/v1/session/oidc'
const MINUTE = 60_000

let idp: IdentityProvider
let server: TestServer
const servers: TestServer[] = []
beforeAll(async () => {
  idp = await startIdentityProvider(PUBLIC_URL)
  server = await withProvider({})
})
afterAll(async () => {
  for (const each of servers.reverse()) await each.close()
  await idp?.close()
})
// discovery is kept for ten seconds
beforeEach(() => server.clock.advance(11_000))
afterEach(() => idp.lies.clear())

/** A site on the same database as the first one, with other settings. */
async function withProvider(env: Record<string, string>): Promise<TestServer> {
  const started = await startServer({
    now: servers[0]?.clock.now() ?? new Date(),
    env: {
      OIDC_ISSUER: idp.issuer,
      ...CLIENT,
      OIDC_NAME: 'Molenclub',
      REGISTER_LIMIT: '1000',
      ADMINS: 'chief',
      ...env,
    },
    ...(servers[0] && { database: servers[0].database }),
  })
  servers.push(started)
  return started
}

let serial = 0
/** Somebody whom the provider knows, who sits in front of the browser now. */
function somebody(claims: Record<string, unknown> = {}): { sub: string; name: string } {
  const name = `oidc${++serial}`
  const sub = `subject-${serial}`
  idp.people.set(sub, { preferred_username: name, ...claims } as never)
  idp.at.sub = sub
  return { sub, name }
}
const callsOf = (browser: TravellingBrowser, on = server): CallOperation =>
  createCaller(on.url, { cookie: browser.cookie(), origin: PUBLIC_URL })
const accountOf = async (browser: TravellingBrowser, on = server) =>
  (await callsOf(browser, on)('getSession')).body.account
const where = ([at]: URL[]) => `${at!.pathname}${at!.search}`
const complete = async (browser: TravellingBrowser, body: object, on = server) => {
  const answer = await callsOf(browser, on)('completeOidc', { body })
  browser.keep(answer.headers)
  return answer
}
/** Comes for the first time and takes the username that is offered. */
async function newcomer(claims: Record<string, unknown> = {}, on = server) {
  const person = somebody(claims)
  const browser = openTravellingBrowser(on)
  expect(where(await browser.travel(START))).toBe('/login/continue')
  const answer = await complete(browser, { username: person.name }, on)
  expect(codeOf(answer)).toBe(200)
  return { ...person, browser, account: answer.body.account }
}
const event = async (browser: TravellingBrowser) =>
  (await callsOf(browser)('listSecurityEvents')).body.items.map(({ kind }: any) => kind)

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
    const { account } = await newcomer({ email: `odd${serial}@example.org`, email_verified })
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
  expect(performance.now() - began).toBeLessThan(15_000)
})

test('the own second factor is still asked for', async () => {
  const { browser, sub } = await newcomer()
  const fresh = openTravellingBrowser(server)
  idp.at.sub = sub
  await fresh.travel(`${START}?fresh=true`)
  const calls = callsOf(fresh)
  const { secret } = (await calls('setUpTotp')).body
  const codeNow = () => new TOTP({ secret }).generate({ timestamp: server.clock.now().getTime() })
  expect(codeOf(await calls('confirmTotp', { body: { code: codeNow() } }))).toBe(200)
  server.clock.advance(MINUTE)
  const again = openTravellingBrowser(server)
  expect(where(await again.travel(`${START}?next=/games`))).toBe('/login/continue')
  expect(await accountOf(again)).toBeNull()
  expect((await callsOf(again)('getPendingOidc')).body).toMatchObject({
    step: 'second-factor',
    username: null,
    next: '/games',
  })
  expect(codeOf(await complete(again, { username: 'takesover' }))).toBe('conflict')
  expect(codeOf(await complete(again, { code: '000 000' }))).toBe('wrong-credentials')
  expect(codeOf(await complete(again, { code: codeNow() }))).toBe(200)
  expect(await accountOf(again)).not.toBeNull()
  expect(await accountOf(browser)).not.toBeNull()
})

test('a log-in is a proof of identity only if they have just logged in there', async () => {
  const person = await newcomer()
  const create = (browser: TravellingBrowser) =>
    callsOf(browser)('createToken', { body: { name: 'x', scopes: ['account:read'] } })
  expect(codeOf(await create(person.browser))).toBe('proof-needed')
  // an identity can prove who they are, so it is no first time
  expect(codeOf(await callsOf(person.browser)('changePassword', { body: { newPassword: PASSWORD } }))).toBe(
    'proof-needed',
  )
  const { to } = await person.browser.step(`${START}?fresh=true&next=/account/tokens`)
  expect(to.searchParams.get('max_age')).toBe('0')
  expect(where(await person.browser.travel(to.href))).toBe('/account/tokens')
  expect(codeOf(await create(person.browser))).toBe(201)
  expect(await event(person.browser)).toContain('identity-proved')

  // a provider that ignores max_age
  const ignored = await newcomer()
  server.clock.advance(11_000)
  const asked = (await ignored.browser.step(`${START}?fresh=true`)).to
  asked.searchParams.delete('max_age')
  expect(where(await ignored.browser.travel(asked.href))).toBe('/account/security?problem=failed')
  expect(codeOf(await create(ignored.browser))).toBe('proof-needed')

  // somebody else's
  idp.at.sub = person.sub
  ignored.browser.leave(idp.issuer)
  expect(where(await ignored.browser.travel(`${START}?fresh=true`))).toBe(
    '/account/security?problem=other-account',
  )
  expect(codeOf(await create(ignored.browser))).toBe('proof-needed')
})

test('links with a proof, and unlinks all but the last way in', async () => {
  const anna = await registerPerson(server)
  const link = async (calls: CallOperation, cookie: string) => {
    const answer = await calls('linkIdentity')
    if (answer.status !== 200) return codeOf(answer)
    const browser = openTravellingBrowser(server)
    browser.keep(new Headers([['set-cookie', cookie]]))
    browser.keep(answer.headers)
    return where(await browser.travel(answer.body.url))
  }
  const logIn = await server.call('logIn', { body: { username: anna.username, password: PASSWORD } })
  const cookie = logIn.headers.getSetCookie()[0]!
  const { call } = await sessionOf(server, logIn)
  const { sub } = somebody()
  server.clock.advance(11 * MINUTE)
  expect(await link(call, cookie)).toBe('proof-needed')
  expect(codeOf(await call('proveIdentity', { body: { password: PASSWORD } }))).toBe(200)
  expect(await link(call, cookie)).toBe('/account/security')
  expect(await link(call, cookie)).toBe('/account/security')
  const { items } = (await call('listIdentities')).body
  expect(items).toHaveLength(1)
  const browser = openTravellingBrowser(server)
  await browser.travel(START)
  expect((await accountOf(browser)).username).toBe(anna.username)
  expect(await event(browser)).toContain('identity-linked')

  // not in another session, nor somebody else's identity
  const bram = await registerUnconfirmed(server)
  const started = await bram.call('linkIdentity')
  browser.keep(started.headers)
  expect(where(await browser.travel(started.body.url))).toBe('/account/security?problem=other-account')
  const bramsLogIn = await server.call('logIn', { body: { username: bram.username, password: PASSWORD } })
  idp.at.sub = sub
  expect(await link((await sessionOf(server, bramsLogIn)).call, bramsLogIn.headers.getSetCookie()[0]!)).toBe(
    '/account/security?problem=already-linked',
  )

  const unlink = (calls: CallOperation, id: number) => calls('unlinkIdentity', { body: { id } })
  expect(codeOf(await unlink(bram.call, items[0].id))).toBe('not-found')
  expect(codeOf(await unlink(call, items[0].id))).toBe(204)
  expect((await call('listIdentities')).body.items).toEqual([])
  expect(where(await openTravellingBrowser(server).travel(START))).toBe('/login/continue')

  const only = await newcomer()
  const fresh = openTravellingBrowser(server)
  await fresh.travel(`${START}?fresh=true`)
  const calls = callsOf(fresh)
  const [identity] = (await calls('listIdentities')).body.items
  expect(codeOf(await unlink(callsOf(only.browser), identity.id))).toBe('proof-needed')
  expect(codeOf(await unlink(calls, identity.id))).toBe('conflict')
  expect(codeOf(await calls('changePassword', { body: { newPassword: PASSWORD } }))).toBe(200)
  expect(codeOf(await unlink(calls, identity.id))).toBe(204)
})

test('a guest who comes with the provider stays the same player', async () => {
  const guest = await createGuest(server)
  const { name } = somebody()
  const browser = openTravellingBrowser(server)
  browser.keep(new Headers([['set-cookie', guest.cookie]]))
  expect(where(await browser.travel(START))).toBe('/login/continue')
  const { body } = await complete(browser, { username: name })
  expect(body.account).toMatchObject({ id: guest.id, username: name, kind: 'human', email: null })
})

test('a site without provider has nothing there', async () => {
  const without = await startServer({
    now: server.clock.now(),
    database: server.database,
    env: { REGISTER_LIMIT: '1000' },
  })
  servers.push(without)
  expect(codeOf(await without.call('startOidc'))).toBe('not-found')
  expect(codeOf(await without.call('finishOidc', { query: { state: 'x' } }))).toBe('not-found')
  expect((await without.call('getAbout')).body.oidc).toBeNull()
  const { call } = await registerPerson(without)
  expect(codeOf(await call('linkIdentity'))).toBe('not-found')
  expect((await server.call('getAbout')).body.oidc).toEqual({ name: 'Molenclub', signup: true, only: false })
})

test('OIDC_REQUIRE lets in only those for whom the claim holds, known people too', async () => {
  const strict = await withProvider({ OIDC_REQUIRE: 'groups=chess' })
  const known = await newcomer({ groups: ['chess', 'go'] }, strict)
  const come = async (groups: unknown) => {
    idp.at.sub = known.sub
    idp.people.set(known.sub, { groups } as never)
    return where(await openTravellingBrowser(strict).travel(START))
  }
  const REFUSED = '/login?problem=not-admitted'
  expect([
    await come(['go']),
    await come('chess'),
    await come('chess2'),
    await come(undefined),
    await come({ chess: true }),
  ]).toEqual([REFUSED, '/', REFUSED, REFUSED, REFUSED])
})

test('OIDC_ONLY ends passwords and codes, but for the named admins', async () => {
  const registered = await server.call('register', {
    body: { username: 'chief', email: 'chief@example.org', password: PASSWORD },
  })
  const chief = registered.headers.getSetCookie()[0]!.split(';')[0]!
  const anna = await registerPerson(server)
  const only = await withProvider({ OIDC_ONLY: 'true' })
  const logIn = (username: string) => only.call('logIn', { body: { username, password: PASSWORD } })
  for (const name of [anna.username, anna.email, 'nobody'])
    expect([name, codeOf(await logIn(name))]).toEqual([name, 'password-login-off'])
  expect(codeOf(await logIn('Chief'))).toBe(200)
  expect(codeOf(await only.call('logInWithCode', { body: { code: 'AAAA-AAAA' } }))).toBe('password-login-off')
  const body = { username: 'newbie', email: 'newbie@example.org', password: PASSWORD }
  expect(codeOf(await only.call('register', { body }))).toBe('password-login-off')
  const staff = createCaller(only.url, { cookie: chief, origin: PUBLIC_URL })
  expect(codeOf(await staff('createMembers', { body: { members: [{ username: 'kid1' }] } }))).toBe(
    'password-login-off',
  )
  expect((await only.call('getAbout')).body.oidc).toEqual({ name: 'Molenclub', signup: true, only: true })

  // a password is no way in there
  const { browser } = await newcomer({}, only)
  await browser.travel(`${START}?fresh=true`)
  const calls = callsOf(browser, only)
  expect(codeOf(await calls('changePassword', { body: { newPassword: PASSWORD } }))).toBe(200)
  const [identity] = (await calls('listIdentities')).body.items
  expect(codeOf(await calls('unlinkIdentity', { body: { id: identity.id } }))).toBe('conflict')
})

test('where signup is closed only known people come in, with an invitation others too', async () => {
  const { sub } = await newcomer()
  const inviting = await newcomer({ email: 'inviting@example.org', email_verified: true })
  for (const env of [{ OIDC_SIGNUP: 'false' }, { REGISTRATION: 'closed' }] as Record<string, string>[]) {
    const closed = await withProvider(env)
    expect((await closed.call('getAbout')).body.oidc.signup).toBe(false)
    somebody()
    expect(where(await openTravellingBrowser(closed).travel(START))).toBe(
      '/login?problem=registration-closed',
    )
    idp.at.sub = sub
    expect(where(await openTravellingBrowser(closed).travel(START))).toBe('/')
  }
  // a step from before the host closed it
  const early = somebody()
  const browser = openTravellingBrowser(server)
  await browser.travel(START)
  const closed = servers.at(-1)!
  expect(codeOf(await complete(browser, { username: early.name }, closed))).toBe('registration-closed')

  const invited = await withProvider({ REGISTRATION: 'invite' })
  const maker = callsOf(inviting.browser, invited)
  const { body } = await maker('createSiteInvitation', { body: { uses: 1, days: 1 } })
  const key = new URL(body.invitation.url).hash.slice(1)
  const guest = somebody()
  const theirs = openTravellingBrowser(invited)
  expect(where(await theirs.travel(START))).toBe('/login/continue')
  expect((await callsOf(theirs, invited)('getPendingOidc')).body.invitationNeeded).toBe(true)
  expect(codeOf(await complete(theirs, { username: guest.name }, invited))).toBe('invitation-needed')
  expect(codeOf(await complete(theirs, { username: guest.name, invitation: key }, invited))).toBe(200)

  const open = await withProvider({ REGISTRATION: 'closed', OIDC_SIGNUP: 'true' })
  await newcomer({}, open)
})
