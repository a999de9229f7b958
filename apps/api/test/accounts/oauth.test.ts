import { APP_SCOPES } from '@tegenzet/contract'
import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  authorizationRequest,
  authorize,
  authorizePath,
  type Browser,
  connectApp,
  follow,
  openBrowser,
  postForm,
  REDIRECT_URI,
  registerApp,
  tokenRequest,
} from '../people/oauth-app.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'

let server: TestServer
let owner: Browser
let anna: TestPlayer
let browser: Browser
beforeAll(async () => {
  // the accounts library uses the real clock
  server = await startServer({ now: new Date(), constants: { apps: 100 } })
  owner = await openBrowser(server, await server.player('owner'))
  anna = await server.player('anna')
  browser = await openBrowser(server, anna)
})
afterAll(() => server.close())

const isConsentPage = (to: URL): boolean =>
  to.origin === server.deps.config.publicUrl && to.pathname === '/authorize' && !to.searchParams.has('error')

test('a standard OAuth library discovers the server and gets a working token', async () => {
  const app = await registerApp(owner)
  const { publicUrl } = server.deps.config
  // the test server listens at another address than its public URL
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
    authorizationRequest(app.id, {
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      scope: 'account:read',
    }),
  )}`
  const page = await browser.follow(address.pathname + address.search)
  expect(isConsentPage(page)).toBe(true)
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

describe('the consent page', () => {
  test('shows the app and only the requested scopes', async () => {
    const app = await registerApp(owner, { name: 'Windmolen', homepage: 'https://windmolen.example.org' })
    const page = await browser.follow(
      authorizePath({ ...authorizationRequest(app.id), nonce: 'x', prompt: 'login' }),
    )
    expect(isConsentPage(page)).toBe(true)
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

  test('is where a logged-out player is sent, and asks them to log in', async () => {
    const app = await registerApp(owner)
    expect(isConsentPage(await follow(server, authorizePath(authorizationRequest(app.id))))).toBe(true)
    const request = `${new URLSearchParams(authorizationRequest(app.id))}`
    expect((await server.call('getAuthorizationRequest', { query: { request } })).status).toBe(401)
    expect((await server.call('consent', { body: { request, accept: true } })).status).toBe(401)
  })

  test('never redirects to an unknown app or redirect URI', async () => {
    const app = await registerApp(owner)
    const wrong = [
      authorizationRequest('nobody'),
      authorizationRequest(app.id, { client_id: undefined }),
      authorizationRequest(app.id, { redirect_uri: undefined }),
      authorizationRequest(app.id, { redirect_uri: `${REDIRECT_URI}/` }),
      authorizationRequest(app.id, { redirect_uri: `${REDIRECT_URI}?more=1` }),
      authorizationRequest(app.id, { redirect_uri: 'https://app.example.org.evil.example/callback' }),
      authorizationRequest(app.id, { redirect_uri: `${REDIRECT_URI}#fragment` }),
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
  ])('returns the error to the app: %s %j', async (error, other) => {
    const app = await registerApp(owner)
    const to = await browser.follow(authorizePath(authorizationRequest(app.id, other)))
    expect(to.href.startsWith(REDIRECT_URI)).toBe(true)
    expect(Object.fromEntries(to.searchParams)).toMatchObject({
      error,
      state: 'where I was',
      iss: server.deps.config.publicUrl,
    })
  })

  test('does not repeat texts of the request', async () => {
    const app = await registerApp(owner)
    const text = 'Call+this+number+now'
    for (const name of Object.keys(authorizationRequest(app.id))) {
      const parameters = authorizationRequest(app.id, { [name]: text })
      const request = `${new URLSearchParams(parameters)}`
      const { body } = await browser.call('getAuthorizationRequest', { query: { request } })
      expect(body.detail ?? '').not.toContain(text)
    }
  })

  test('returns a refusal with the state', async () => {
    const app = await registerApp(owner)
    const request = `${new URLSearchParams(authorizationRequest(app.id))}`
    const { body } = await browser.call('consent', { body: { request, accept: false } })
    const back = new URL(body.redirectTo)
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'where I was',
      iss: server.deps.config.publicUrl,
    })
    expect(isConsentPage(await browser.follow(authorizePath(authorizationRequest(app.id))))).toBe(true)
  })

  test('asks again only for scopes that were not granted, and adds them', async () => {
    const app = await registerApp(owner)
    await connectApp(server, app, browser, ['game:read', 'game:play'])
    const straightOn = await browser.follow(
      authorizePath(authorizationRequest(app.id, { scope: 'game:play' })),
    )
    expect(straightOn.searchParams.get('code')).toBeTruthy()
    expect(
      isConsentPage(await browser.follow(authorizePath(authorizationRequest(app.id, { prompt: 'consent' })))),
    ).toBe(true)
    const more = authorizationRequest(app.id, { scope: 'message:write' })
    expect(isConsentPage(await browser.follow(authorizePath(more)))).toBe(true)
    await authorize(browser, more)
    const { body } = await browser.call('listConnectedApps')
    expect(body.items[0]).toMatchObject({
      app: { id: app.id },
      scopes: ['game:read', 'game:play', 'message:write'],
    })
  })

  test('accepts any port on the player’s own machine, and always asks there', async () => {
    const app = await registerApp(owner, {
      redirectUris: ['http://127.0.0.1/back', 'org.example.molen:/back'],
    })
    for (const redirect_uri of ['http://127.0.0.1:49152/back', 'org.example.molen:/back']) {
      const parameters = authorizationRequest(app.id, { redirect_uri })
      const code = await authorize(browser, parameters)
      const { status } = await postForm(server, 'token', { ...tokenRequest(app.id, code), redirect_uri })
      expect(status).toBe(200)
      expect(isConsentPage(await browser.follow(authorizePath(parameters)))).toBe(true)
    }
    const elsewhere = authorizationRequest(app.id, { redirect_uri: 'http://localhost:49152/back' })
    expect((await browser.follow(authorizePath(elsewhere))).searchParams.get('error')).toBeTruthy()
  })

  test('grants an admin scope to admins only', async () => {
    const app = await registerApp(owner)
    const admin = await openBrowser(server, await server.player('arbiter', { role: 'admin' }))
    const parameters = authorizationRequest(app.id, { scope: 'game:read admin:claims' })
    const request = `${new URLSearchParams(parameters)}`
    const scopesFor = async (player: Browser) =>
      (await player.call('getAuthorizationRequest', { query: { request } })).body.scopes
    expect(await scopesFor(admin)).toEqual(['game:read', 'admin:claims'])
    expect(await scopesFor(browser)).toEqual(['game:read'])
    const given = async (player: Browser) =>
      (await postForm(server, 'token', tokenRequest(app.id, await authorize(player, parameters)))).body
    const ofPlayer = await given(browser)
    expect(ofPlayer.scope).toBe('game:read')
    const ofAdmin = await given(admin)
    expect(ofAdmin.scope).toBe('game:read admin:claims')
    const queue = (token: string) =>
      server.call('listClaimQueue', { headers: { authorization: `Bearer ${token}` } })
    expect((await queue(ofPlayer.access_token)).status).toBe(403)
    expect((await queue(ofAdmin.access_token)).status).toBe(200)
    const alone = authorizationRequest(app.id, { scope: 'admin:claims' })
    expect((await browser.follow(authorizePath(alone))).searchParams.get('error')).toBe('invalid_scope')
  })

  test('connects once for two concurrent answers', async () => {
    const app = await registerApp(owner)
    const codes = await Promise.all([1, 2, 3].map(() => authorize(browser, authorizationRequest(app.id))))
    expect(new Set(codes).size).toBe(3)
    const { body } = await browser.call('listConnectedApps')
    expect(body.items.filter((each: any) => each.app.id === app.id)).toHaveLength(1)
  })

  test('cannot be answered by a page of another site, nor framed', async () => {
    const app = await registerApp(owner)
    const request = `${new URLSearchParams(authorizationRequest(app.id))}`
    const { status, headers } = await browser.call('consent', {
      body: { request, accept: true },
      headers: { origin: 'https://evil.example' },
    })
    expect(status).toBe(403)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })
})

describe('an app’s access token', () => {
  test('is limited to its scopes', async () => {
    const { call } = await connectApp(server, await registerApp(owner), browser, ['game:read'])
    expect((await call('listGames', { query: { turn: 'mine' } })).status).toBe(200)
    expect((await call('getAccount')).body.code).toBe('missing-scope')
    const challenge = { rules: 'molenspel', colour: 'white', clock: { kind: 'per-move', days: 3 } }
    expect((await call('createChallenge', { body: challenge })).body.code).toBe('missing-scope')
  })

  test('never creates tokens, apps or connections, whatever its scopes', async () => {
    const scopes = APP_SCOPES.filter((scope) => scope !== 'admin:claims')
    const { call } = await connectApp(server, await registerApp(owner), browser, scopes)
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

  test('shares its account’s rate limit and records its last use', async () => {
    const app = await registerApp(owner)
    const { call } = await connectApp(server, app, browser)
    const { headers } = await anna.call('getAccount')
    const left = Number(headers.get('ratelimit-remaining'))
    expect(Number((await call('listRules')).headers.get('ratelimit-remaining'))).toBe(left - 1)
    const { body } = await browser.call('listConnectedApps')
    const at = new Date(server.clock.now().setSeconds(0, 0)).toISOString()
    expect(body.items.find((each: any) => each.app.id === app.id).lastUsedAt).toBe(at)
  })

  test('is stored as a hash, as are refresh tokens and secrets', async () => {
    const app = await registerApp(owner, { confidential: true })
    const code = await authorize(browser, authorizationRequest(app.id))
    const form = { ...tokenRequest(app.id, code), client_secret: app.secret! }
    const { body } = await postForm(server, 'token', form)
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

  test('works from a page of any origin', async () => {
    const app = await registerApp(owner)
    const code = await authorize(browser, authorizationRequest(app.id))
    const elsewhere = { origin: 'https://app.example.org' }
    const issued = await postForm(server, 'token', tokenRequest(app.id, code), elsewhere)
    expect([issued.status, issued.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    const challenge = await server.call('createChallenge', {
      body: { rules: 'molenspel', colour: 'white', clock: { kind: 'per-move', days: 3 } },
      headers: { ...elsewhere, authorization: `Bearer ${issued.body.access_token}` },
    })
    expect(challenge.body.code).toBe('missing-scope')
    const form = { token: issued.body.access_token, client_id: app.id }
    expect((await postForm(server, 'revoke', form, elsewhere)).status).toBe(200)
  })
})
