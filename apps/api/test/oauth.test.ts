import { APP_SCOPES } from '@tegenzet/contract'
import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestPlayer, type TestServer } from './harness.ts'
import {
  asking,
  authorizePath,
  type Browser,
  browserOf,
  codeFor,
  connect,
  follow,
  post,
  REDIRECT_URI,
  redeeming,
  registerApp,
} from './oauth-app.ts'

let server: TestServer
let owner: Browser
let anna: TestPlayer
let browser: Browser
beforeAll(async () => {
  // the accounts library keeps tokens by a clock of its own
  server = await startServer({ now: new Date(), env: { MAX_APPS: '100' } })
  owner = await browserOf(server, await server.player('owner'))
  anna = await server.player('anna')
  browser = await browserOf(server, anna)
})
afterAll(() => server.close())

const isAsked = (to: URL): boolean =>
  to.origin === server.deps.config.publicUrl && to.pathname === '/authorize' && !to.searchParams.has('error')

test('a library that knows nothing of us discovers the server and gets a token that works', async () => {
  const app = await registerApp(owner)
  const { publicUrl } = server.deps.config
  // the server of a test listens elsewhere than its public address says
  const options = {
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: (url: string, init: any) => fetch(url.replace(publicUrl, server.url), init),
  }
  const issuer = new URL(publicUrl)
  const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...options })
  const as = await oauth.processDiscoveryResponse(issuer, found)
  const client = { client_id: app.id }

  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const address = new URL(as.authorization_endpoint!)
  address.search = `${new URLSearchParams(
    asking(app.id, {
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      scope: 'account:read',
    }),
  )}`
  const page = await browser.follow(address.pathname + address.search)
  expect(isAsked(page)).toBe(true)
  const { body } = await browser.call('consent', { body: { request: page.search.slice(1), accept: true } })

  const parameters = oauth.validateAuthResponse(as, client, new URL(body.redirectTo), state)
  const answer = await oauth.authorizationCodeGrantRequest(
    as,
    client,
    oauth.None(),
    parameters,
    REDIRECT_URI,
    verifier,
    options,
  )
  const tokens = await oauth.processAuthorizationCodeResponse(as, client, answer)
  expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'account:read' })
  const account = await oauth.protectedResourceRequest(
    tokens.access_token,
    'GET',
    new URL(`${publicUrl}/api/v1/account`),
    undefined,
    undefined,
    options,
  )
  expect(await account.json()).toMatchObject({ id: anna.id, username: 'anna' })

  const renewal = await oauth.refreshTokenGrantRequest(
    as,
    client,
    oauth.None(),
    tokens.refresh_token!,
    options,
  )
  const renewed = await oauth.processRefreshTokenResponse(as, client, renewal)
  expect(renewed.refresh_token).not.toBe(tokens.refresh_token)
  const revocation = await oauth.revocationRequest(as, client, oauth.None(), renewed.refresh_token!, options)
  expect(await oauth.processRevocationResponse(revocation)).toBeUndefined()
  for (const token of [tokens.access_token, renewed.access_token]) {
    const { status } = await server.call('getAccount', { headers: { authorization: `Bearer ${token}` } })
    expect(status).toBe(401)
  }
})

describe('asking', () => {
  test('the page that asks is told of the app and of nothing that nobody asked for', async () => {
    const app = await registerApp(owner, { name: 'Windmolen', homepage: 'https://windmolen.example.org' })
    const page = await browser.follow(authorizePath({ ...asking(app.id), nonce: 'x', prompt: 'login' }))
    expect(isAsked(page)).toBe(true)
    const { body } = await browser.call('getAuthorizationRequest', {
      query: { request: page.search.slice(1) },
    })
    expect(body).toMatchObject({
      app: { id: app.id, name: 'Windmolen', homepage: 'https://windmolen.example.org' },
      scopes: ['game:read', 'game:play'],
      redirectUri: REDIRECT_URI,
      allowed: [],
    })
  })

  test('who is not logged in is led to the page, and the page asks them to', async () => {
    const app = await registerApp(owner)
    expect(isAsked(await follow(server, authorizePath(asking(app.id))))).toBe(true)
    const request = `${new URLSearchParams(asking(app.id))}`
    expect((await server.call('getAuthorizationRequest', { query: { request } })).status).toBe(401)
    expect((await server.call('consent', { body: { request, accept: true } })).status).toBe(401)
  })

  test('an app or an address that is not known is never sent an answer', async () => {
    const app = await registerApp(owner)
    const wrong = [
      asking('nobody'),
      asking(app.id, { client_id: undefined }),
      asking(app.id, { redirect_uri: undefined }),
      asking(app.id, { redirect_uri: `${REDIRECT_URI}/` }),
      asking(app.id, { redirect_uri: `${REDIRECT_URI}?more=1` }),
      asking(app.id, { redirect_uri: 'https://app.example.org.evil.example/callback' }),
      asking(app.id, { redirect_uri: `${REDIRECT_URI}#fragment` }),
    ]
    for (const parameters of wrong) {
      const to = await browser.follow(authorizePath(parameters))
      expect([to.origin, to.pathname]).toEqual([server.deps.config.publicUrl, '/authorize'])
      expect(to.searchParams.get('error')).toBeTruthy()
      const request = `${new URLSearchParams(parameters)}`
      const answer = await browser.call('consent', { body: { request, accept: true } })
      expect([answer.status, answer.body.code]).toEqual([400, 'validation'])
    }
  })

  test.each([
    ['unsupported_response_type', { response_type: 'words' }],
    ['invalid_request', { response_type: undefined }],
    ['invalid_request', { code_challenge: undefined }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['invalid_request', { code_challenge_method: undefined }],
    ['invalid_scope', { scope: 'game:read everything' }],
    ['invalid_scope', { scope: undefined }],
    ['invalid_scope', { scope: 'openid' }],
  ])('what else is wrong is told to the app: %s %j', async (error, other) => {
    const app = await registerApp(owner)
    const to = await browser.follow(authorizePath(asking(app.id, other)))
    expect(to.href.startsWith(REDIRECT_URI)).toBe(true)
    expect(Object.fromEntries(to.searchParams)).toMatchObject({
      error,
      state: 'where I was',
      iss: server.deps.config.publicUrl,
    })
  })

  test('who refuses sends that back, with the state', async () => {
    const app = await registerApp(owner)
    const request = `${new URLSearchParams(asking(app.id))}`
    const { body } = await browser.call('consent', { body: { request, accept: false } })
    const back = new URL(body.redirectTo)
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'where I was',
      iss: server.deps.config.publicUrl,
    })
    expect(isAsked(await browser.follow(authorizePath(asking(app.id))))).toBe(true)
  })

  test('what was allowed is not asked again, more is, and more adds to it', async () => {
    const app = await registerApp(owner)
    await connect(server, app, browser, ['game:read', 'game:play'])
    const straightOn = await browser.follow(authorizePath(asking(app.id, { scope: 'game:play' })))
    expect(straightOn.searchParams.get('code')).toBeTruthy()
    expect(isAsked(await browser.follow(authorizePath(asking(app.id, { prompt: 'consent' }))))).toBe(true)
    const more = asking(app.id, { scope: 'message:write' })
    expect(isAsked(await browser.follow(authorizePath(more)))).toBe(true)
    await codeFor(browser, more)
    const { body } = await browser.call('listConnectedApps')
    expect(body.items[0]).toMatchObject({
      app: { id: app.id },
      scopes: ['game:read', 'game:play', 'message:write'],
    })
  })

  test('on the player’s own machine the port may differ, and an app there is never let in unseen', async () => {
    const app = await registerApp(owner, {
      redirectUris: ['http://127.0.0.1/back', 'org.example.molen:/back'],
    })
    for (const redirect_uri of ['http://127.0.0.1:49152/back', 'org.example.molen:/back']) {
      const parameters = asking(app.id, { redirect_uri })
      const code = await codeFor(browser, parameters)
      const { status } = await post(server, 'token', { ...redeeming(app.id, code), redirect_uri })
      expect(status).toBe(200)
      expect(isAsked(await browser.follow(authorizePath(parameters)))).toBe(true)
    }
    const elsewhere = asking(app.id, { redirect_uri: 'http://localhost:49152/back' })
    expect((await browser.follow(authorizePath(elsewhere))).searchParams.get('error')).toBeTruthy()
  })

  test('an admin’s scope is given by admins alone', async () => {
    const app = await registerApp(owner)
    const admin = await browserOf(server, await server.player('arbiter', { role: 'admin' }))
    const parameters = asking(app.id, { scope: 'game:read admin:claims' })
    const request = `${new URLSearchParams(parameters)}`
    const scopesFor = async (player: Browser) =>
      (await player.call('getAuthorizationRequest', { query: { request } })).body.scopes
    expect(await scopesFor(admin)).toEqual(['game:read', 'admin:claims'])
    expect(await scopesFor(browser)).toEqual(['game:read'])
    const given = async (player: Browser) =>
      (await post(server, 'token', redeeming(app.id, await codeFor(player, parameters)))).body
    const ofPlayer = await given(browser)
    expect(ofPlayer.scope).toBe('game:read')
    const ofAdmin = await given(admin)
    expect(ofAdmin.scope).toBe('game:read admin:claims')
    const queue = (token: string) =>
      server.call('listClaimQueue', { headers: { authorization: `Bearer ${token}` } })
    expect((await queue(ofPlayer.access_token)).status).toBe(403)
    expect((await queue(ofAdmin.access_token)).status).toBe(200)
    const alone = asking(app.id, { scope: 'admin:claims' })
    expect((await browser.follow(authorizePath(alone))).searchParams.get('error')).toBe('invalid_scope')
  })

  test('two answers at once make one connection', async () => {
    const app = await registerApp(owner)
    const codes = await Promise.all([1, 2, 3].map(() => codeFor(browser, asking(app.id))))
    expect(new Set(codes).size).toBe(3)
    const { body } = await browser.call('listConnectedApps')
    expect(body.items.filter((each: any) => each.app.id === app.id)).toHaveLength(1)
  })

  test('a page of another site cannot answer for a player, nor frame the page that asks', async () => {
    const app = await registerApp(owner)
    const request = `${new URLSearchParams(asking(app.id))}`
    const { status, headers } = await browser.call('consent', {
      body: { request, accept: true },
      headers: { origin: 'https://evil.example' },
    })
    expect(status).toBe(403)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })
})

describe('an app’s token', () => {
  test('does what its scopes say and no more', async () => {
    const { call } = await connect(server, await registerApp(owner), browser, ['game:read'])
    expect((await call('listGames', { query: { turn: 'mine' } })).status).toBe(200)
    expect((await call('getAccount')).body.code).toBe('missing-scope')
    const challenge = { rules: 'molenspel', colour: 'white', clock: { kind: 'per-move', days: 3 } }
    expect((await call('createChallenge', { body: challenge })).body.code).toBe('missing-scope')
  })

  test('never makes tokens, apps or connections, whatever its scopes', async () => {
    const scopes = APP_SCOPES.filter((scope) => scope !== 'admin:claims')
    const { call } = await connect(server, await registerApp(owner), browser, scopes)
    const refused = [
      await call('createToken', { body: { name: 'mine', scopes: ['game:play'] } }),
      await call('listTokens'),
      await call('createApp', { body: { name: 'x', redirectUris: [REDIRECT_URI] } }),
      await call('listConnectedApps'),
      await call('consent', { body: { request: 'client_id=x', accept: true } }),
      await call('logOut'),
    ]
    for (const { status, body } of refused) expect([status, body.code]).toEqual([403, 'forbidden'])
  })

  test('shares its account’s allowance, and shows when it was used', async () => {
    const app = await registerApp(owner)
    const { call } = await connect(server, app, browser)
    const { headers } = await anna.call('getAccount')
    const left = Number(headers.get('ratelimit-remaining'))
    expect(Number((await call('listRules')).headers.get('ratelimit-remaining'))).toBe(left - 1)
    const { body } = await browser.call('listConnectedApps')
    const at = new Date(server.clock.now().setSeconds(0, 0)).toISOString()
    expect(body.items.find((each: any) => each.app.id === app.id).lastUsedAt).toBe(at)
  })

  test('is kept hashed, as are refresh tokens and secrets', async () => {
    const app = await registerApp(owner, { confidential: true })
    const code = await codeFor(browser, asking(app.id))
    const form = { ...redeeming(app.id, code), client_secret: app.secret! }
    const { body } = await post(server, 'token', form)
    const { prisma } = server.database
    const kept = JSON.stringify([
      await prisma.accessToken.findMany(),
      await prisma.refreshToken.findMany(),
      await prisma.app.findMany(),
      await prisma.verification.findMany(),
    ])
    for (const secret of [body.access_token, body.refresh_token, app.secret!, code])
      expect(kept).not.toContain(secret.slice(4))
  })

  test('comes from a page of any site, and answers it', async () => {
    const app = await registerApp(owner)
    const code = await codeFor(browser, asking(app.id))
    const elsewhere = { origin: 'https://app.example.org' }
    const issued = await post(server, 'token', redeeming(app.id, code), elsewhere)
    expect([issued.status, issued.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    const challenge = await server.call('createChallenge', {
      body: { rules: 'molenspel', colour: 'white', clock: { kind: 'per-move', days: 3 } },
      headers: { ...elsewhere, authorization: `Bearer ${issued.body.access_token}` },
    })
    expect(challenge.body.code).toBe('missing-scope')
    const form = { token: issued.body.access_token, client_id: app.id }
    expect((await post(server, 'revoke', form, elsewhere)).status).toBe(200)
  })
})
