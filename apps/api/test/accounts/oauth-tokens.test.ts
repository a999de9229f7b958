import {
  ACCESS_TOKEN_SECONDS,
  type App,
  AUTHORIZATION_CODE_SECONDS,
  CLOSE_REVOKED,
  REFRESH_TOKEN_SECONDS,
} from '@tegenzet/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { findEndedCredentials } from '../../src/accounts/find-ended-credentials.ts'
import { pruneTokens } from '../../src/accounts/oauth/connections.ts'
import {
  authorizationRequest,
  authorize,
  type Browser,
  connectApp,
  openBrowser,
  postForm,
  registerApp,
  tokenRequest,
} from '../people/oauth-app.ts'
import type { Answer } from '../server/call-operation.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { openSocket } from '../server/live-socket.ts'

let server: TestServer
let owner: Browser
let browser: Browser
let app: App
beforeAll(async () => {
  server = await startServer({ now: new Date(), constants: { apps: 100 }, readingMs: 1 })
  owner = await openBrowser(server, await server.player('owner'))
  browser = await openBrowser(server, await server.player('anna'))
})
afterAll(() => server.close())
beforeEach(async () => {
  app = await registerApp(owner)
})
afterEach(() => {
  vi.useRealTimers()
  server.clock.set(new Date())
})

/** Moves the real clock too, because the accounts library uses it. */
function advance(seconds: number): void {
  server.clock.set(new Date(Date.now() + seconds * 1000))
  vi.useFakeTimers({ toFake: ['Date'], now: server.clock.now() })
}

const token = (form: Record<string, string>, headers?: Record<string, string>): Promise<Answer> =>
  postForm(server, 'token', form, headers)
const renew = (refreshToken: string, other: Record<string, string> = {}): Promise<Answer> =>
  token({ grant_type: 'refresh_token', refresh_token: refreshToken, client_id: app.id, ...other })
const revoke = (of: string, other: Record<string, string> = {}): Promise<Answer> =>
  postForm(server, 'revoke', { token: of, client_id: app.id, ...other })
/** Whether a token is accepted. */
const isAccepted = async (accessToken: string): Promise<boolean> => {
  const headers = { authorization: `Bearer ${accessToken}` }
  return (await server.call('listRules', { headers })).status === 200
}
const refusalOf = ({ status, body }: Answer) => [status, body.error]

describe('an authorization code', () => {
  test.each([
    ['invalid_grant', { code_verifier: 'x'.repeat(43) }],
    ['invalid_request', { code_verifier: '' }],
    ['invalid_grant', { redirect_uri: 'https://app.example.org/other' }],
    ['invalid_request', { redirect_uri: '' }],
    ['invalid_request', { code: '' }],
    ['invalid_grant', { code: 'made-up' }],
    ['invalid_request', { grant_type: '' }],
    ['unsupported_grant_type', { grant_type: 'password' }],
    ['unsupported_grant_type', { grant_type: 'client_credentials' }],
    ['invalid_request', { client_id: '' }],
  ])('is refused as %s with %j', async (error, other) => {
    const form = { ...tokenRequest(app.id, await authorize(browser, authorizationRequest(app.id))), ...other }
    const answer = await token(form)
    expect(refusalOf(answer)).toEqual([400, error])
    expect(answer.body.error_description).toMatch(/\S/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('is refused to another app', async () => {
    const other = await registerApp(owner)
    const code = await authorize(browser, authorizationRequest(app.id))
    expect(refusalOf(await token(tokenRequest(other.id, code)))).toEqual([400, 'invalid_grant'])
    expect(refusalOf(await token(tokenRequest('nobody', code)))).toEqual([400, 'invalid_grant'])
  })

  test('that is used twice revokes the tokens of its first use', async () => {
    const { code, accessToken, refreshToken } = await connectApp(server, app, browser)
    const elsewhere = await connectApp(server, app, browser)
    const { body: renewed } = await renew(refreshToken)
    expect(await isAccepted(accessToken)).toBe(true)
    expect(refusalOf(await token(tokenRequest(app.id, code)))).toEqual([400, 'invalid_grant'])
    for (const each of [accessToken, renewed.access_token]) expect(await isAccepted(each)).toBe(false)
    for (const each of [refreshToken, renewed.refresh_token])
      expect(refusalOf(await renew(each))).toEqual([400, 'invalid_grant'])
    expect(await isAccepted(elsewhere.accessToken)).toBe(true)
  })

  test('that is redeemed by several requests at once gives tokens to one, and none stays valid', async () => {
    for (let round = 0; round < 5; round++) {
      const form = tokenRequest(app.id, await authorize(browser, authorizationRequest(app.id)))
      const answers = await Promise.all([1, 2, 3, 4].map(() => token(form)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
      const { body } = answers.find(({ status }) => status === 200)!
      expect(await isAccepted(body.access_token)).toBe(false)
      expect(refusalOf(await renew(body.refresh_token))).toEqual([400, 'invalid_grant'])
    }
  })

  test('expires after ten minutes', async () => {
    const form = tokenRequest(app.id, await authorize(browser, authorizationRequest(app.id)))
    advance(AUTHORIZATION_CODE_SECONDS + 1)
    expect(refusalOf(await token(form))).toEqual([400, 'invalid_grant'])
  })

  test('is refused once the player has disconnected the app', async () => {
    const form = tokenRequest(app.id, await authorize(browser, authorizationRequest(app.id)))
    const { body } = await browser.call('listConnectedApps')
    await browser.call('disconnectApp', { params: { id: body.items[0].id } })
    expect(refusalOf(await token(form))).toEqual([400, 'invalid_grant'])
  })

  test('can be redeemed with a JSON body', async () => {
    const { status, body } = await server.call('issueToken', {
      body: tokenRequest(app.id, await authorize(browser, authorizationRequest(app.id))),
    })
    expect([status, body.token_type]).toEqual([200, 'Bearer'])
  })
})

describe('a refresh token', () => {
  test('gets the next tokens with the same scopes; the access token lasts an hour', async () => {
    const { accessToken, refreshToken } = await connectApp(server, app, browser)
    advance(ACCESS_TOKEN_SECONDS - 60)
    expect(await isAccepted(accessToken)).toBe(true)
    advance(60)
    expect(await isAccepted(accessToken)).toBe(false)
    const { status, body } = await renew(refreshToken)
    expect([status, body.scope, body.expires_in]).toEqual([200, 'game:read game:play', 3600])
    expect(await isAccepted(body.access_token)).toBe(true)
    expect((await renew(body.refresh_token)).status).toBe(200)
  })

  test('can get fewer scopes, and no more than were granted', async () => {
    const { refreshToken } = await connectApp(server, app, browser)
    expect(refusalOf(await renew(refreshToken, { scope: 'account:write' }))).toEqual([400, 'invalid_scope'])
    expect((await renew(refreshToken, { scope: 'game:read' })).body.scope).toBe('game:read')
  })

  test('repeats its answer within a minute in case the first was lost', async () => {
    const { refreshToken } = await connectApp(server, app, browser)
    const first = await renew(refreshToken)
    advance(30)
    const again = await renew(refreshToken)
    expect(again.status).toBe(200)
    expect(again.body.refresh_token).toBe(first.body.refresh_token)
    expect(again.body.access_token).toBe(first.body.access_token)
    expect((await renew(first.body.refresh_token)).status).toBe(200)
  })

  test('sent by several requests at once gets the same answer', async () => {
    for (let round = 0; round < 5; round++) {
      const { refreshToken } = await connectApp(server, app, browser)
      const answers = await Promise.all([1, 2, 3, 4].map(() => renew(refreshToken)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
      expect(await isAccepted(answers[0]!.body.access_token)).toBe(true)
      expect((await renew(answers[3]!.body.refresh_token)).status).toBe(200)
    }
  })

  test('that is used again later revokes all tokens of its grant', async () => {
    const { accessToken, refreshToken } = await connectApp(server, app, browser)
    const { body } = await renew(refreshToken)
    advance(61)
    expect(await isAccepted(accessToken)).toBe(true)
    expect(refusalOf(await renew(refreshToken))).toEqual([400, 'invalid_grant'])
    expect(await isAccepted(accessToken)).toBe(false)
    expect(await isAccepted(body.access_token)).toBe(false)
    expect(refusalOf(await renew(body.refresh_token))).toEqual([400, 'invalid_grant'])
  })

  test('lasts 90 days and works for its own app only', async () => {
    const { refreshToken } = await connectApp(server, app, browser)
    const other = await registerApp(owner)
    expect(refusalOf(await renew(refreshToken, { client_id: other.id }))).toEqual([400, 'invalid_grant'])
    expect(refusalOf(await renew('tzr_unknown'))).toEqual([400, 'invalid_grant'])
    expect(refusalOf(await renew('unknown'))).toEqual([400, 'invalid_grant'])
    const { refreshToken: rows } = server.database.prisma
    const { id, createdAt, expiresAt } = await rows.findFirstOrThrow({ orderBy: { id: 'desc' } })
    expect(expiresAt.getTime() - createdAt.getTime()).toBe(REFRESH_TOKEN_SECONDS * 1000)
    await rows.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1000) } })
    expect(refusalOf(await renew(refreshToken))).toEqual([400, 'invalid_grant'])
  })

  test('is not reported as invalid when the server fails', async () => {
    const { accessToken, refreshToken } = await connectApp(server, app, browser)
    const { pool } = server.database
    await pool.query('ALTER TABLE refresh_tokens RENAME TO out_of_reach')
    try {
      expect([(await renew(refreshToken)).status, (await revoke(refreshToken)).status]).toEqual([500, 500])
    } finally {
      await pool.query('ALTER TABLE out_of_reach RENAME TO refresh_tokens')
    }
    expect(await isAccepted(accessToken)).toBe(true)
    expect((await renew(refreshToken)).status).toBe(200)
  })

  test('outlives the session in which it was granted', async () => {
    const player = await server.player('logs-out')
    const here = await openBrowser(server, player)
    const { accessToken, refreshToken } = await connectApp(server, app, here)
    await here.call('logOut')
    expect(await isAccepted(accessToken)).toBe(true)
    expect((await renew(refreshToken)).status).toBe(200)
  })

  test('and other tokens are pruned once they have expired', async () => {
    const old = await connectApp(server, app, browser)
    await authorize(browser, authorizationRequest(app.id))
    const { accessToken, refreshToken, verification } = server.database.prisma
    const expired = { data: { expiresAt: new Date(0) } }
    await accessToken.updateMany(expired)
    await refreshToken.updateMany(expired)
    await verification.updateMany(expired)
    const current = await connectApp(server, app, browser)
    expect(await pruneTokens(server.deps, server.store)).toBeGreaterThanOrEqual(3)
    expect(await pruneTokens(server.deps, server.store)).toBe(0)
    expect(await Promise.all([accessToken.count(), refreshToken.count(), verification.count()])).toEqual([
      1, 1, 0,
    ])
    expect(refusalOf(await renew(old.refreshToken))).toEqual([400, 'invalid_grant'])
    expect(await isAccepted(current.accessToken)).toBe(true)
  })
})

describe('a confidential app', () => {
  const basic = (id: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
  })

  test('sends its secret by Basic or in the body but not both', async () => {
    const { id, secret } = await registerApp(owner, { confidential: true })
    expect(secret).toMatch(/^tzs_/)
    const form = async () => {
      const { client_id, ...rest } = tokenRequest(id, await authorize(browser, authorizationRequest(id)))
      return rest
    }
    expect((await token(await form(), basic(id, secret!))).status).toBe(200)
    expect((await token({ ...(await form()), client_id: id, client_secret: secret! })).status).toBe(200)
    const both = { ...(await form()), client_id: id, client_secret: secret! }
    expect(refusalOf(await token(both, basic(id, secret!)))).toEqual([400, 'invalid_request'])
  })

  test('is refused without its secret or with another; a public app is refused with one', async () => {
    const { id, secret } = await registerApp(owner, { confidential: true })
    const code = () => authorize(browser, authorizationRequest(id))
    expect(refusalOf(await token(tokenRequest(id, await code())))).toEqual([401, 'invalid_client'])
    const wrong = await token(tokenRequest(id, await code()), basic(id, 'tzs_wrong'))
    expect(refusalOf(wrong)).toEqual([401, 'invalid_client'])
    expect(wrong.headers.get('www-authenticate')).toMatch(/^Basic/)
    const open = tokenRequest(app.id, await authorize(browser, authorizationRequest(app.id)))
    expect(refusalOf(await token({ ...open, client_secret: secret! }))).toEqual([401, 'invalid_client'])
    // PKCE is required as well
    const { code_verifier, ...bare } = tokenRequest(id, await code())
    expect(refusalOf(await token({ ...bare, client_secret: secret! }))).toEqual([400, 'invalid_request'])
  })

  test('renews with its new secret after rotation, and not with the old one', async () => {
    const { id, secret } = await registerApp(owner, { confidential: true })
    const form = tokenRequest(id, await authorize(browser, authorizationRequest(id)))
    const { body } = await token({ ...form, client_secret: secret! })
    const renewed = (await owner.call('rotateAppSecret', { params: { id } })).body.secret
    const again = { client_id: id, client_secret: secret! }
    expect(refusalOf(await renew(body.refresh_token, again))).toEqual([401, 'invalid_client'])
    expect((await renew(body.refresh_token, { ...again, client_secret: renewed })).status).toBe(200)
  })
})

describe('revoking', () => {
  /** A live socket opened with an app's token. */
  async function listening(player = browser) {
    const connected = await connectApp(server, app, player)
    return { ...connected, socket: await openSocket(server.url, { token: connected.accessToken }) }
  }

  test('an access token closes its sockets and streams', async () => {
    const { socket, accessToken, refreshToken } = await listening()
    expect((await revoke(accessToken)).status).toBe(200)
    expect(await socket.closed).toBe(CLOSE_REVOKED)
    expect(await isAccepted(accessToken)).toBe(false)
    expect((await renew(refreshToken)).status).toBe(200)
  })

  test('a refresh token revokes all access tokens of that grant and no other', async () => {
    const { socket, accessToken, refreshToken } = await listening()
    const elsewhere = await connectApp(server, app, browser)
    const { body } = await renew(refreshToken)
    expect((await revoke(body.refresh_token)).status).toBe(200)
    expect(await socket.closed).toBe(CLOSE_REVOKED)
    for (const each of [accessToken, body.access_token]) expect(await isAccepted(each)).toBe(false)
    expect(await isAccepted(elsewhere.accessToken)).toBe(true)
    expect((await renew(elsewhere.refreshToken)).status).toBe(200)
  })

  test('an unknown token succeeds; another app’s token stays valid', async () => {
    for (const unknown of ['tzo_x', 'tzr_x', 'tz_x', 'a.b.c', 'eyJhbGciOiJIUzI1NiJ9.e30.x'])
      expect((await revoke(unknown)).status).toBe(200)
    const { accessToken, refreshToken } = await connectApp(server, app, browser)
    const other = await registerApp(owner)
    for (const each of [accessToken, refreshToken])
      expect((await revoke(each, { client_id: other.id })).status).toBe(200)
    expect(await isAccepted(accessToken)).toBe(true)
    expect((await renew(refreshToken)).status).toBe(200)
    expect(refusalOf(await revoke(accessToken, { client_id: 'nobody' }))).toEqual([401, 'invalid_client'])
    expect(refusalOf(await revoke(''))).toEqual([400, 'invalid_request'])
  })

  test('by a reused code or refresh token closes sockets and streams', async () => {
    const first = await listening()
    await token(tokenRequest(app.id, first.code))
    expect(await first.socket.closed).toBe(CLOSE_REVOKED)
    const second = await listening()
    await renew(second.refreshToken)
    advance(61)
    await renew(second.refreshToken)
    expect(await second.socket.closed).toBe(CLOSE_REVOKED)
  })

  test('by disconnecting an app ends its tokens and sockets; it has to ask again', async () => {
    const { socket, accessToken, refreshToken } = await listening()
    const { body } = await browser.call('listConnectedApps')
    const { id } = body.items.find((each: any) => each.app.id === app.id)
    expect((await owner.call('disconnectApp', { params: { id } })).status).toBe(404)
    expect((await browser.call('disconnectApp', { params: { id } })).status).toBe(204)
    expect(await socket.closed).toBe(CLOSE_REVOKED)
    expect(await isAccepted(accessToken)).toBe(false)
    expect(refusalOf(await renew(refreshToken))).toEqual([400, 'invalid_grant'])
    expect((await browser.call('disconnectApp', { params: { id } })).status).toBe(404)
    const request = `${new URLSearchParams(authorizationRequest(app.id))}`
    const asked = await browser.call('getAuthorizationRequest', { query: { request } })
    expect(asked.body.allowed).toEqual([])
  })

  test('by deleting an app ends it for everybody', async () => {
    const other = await openBrowser(server, await server.player(`of-${app.id.slice(0, 8)}`))
    const [one, two] = [await listening(), await listening(other)]
    expect((await browser.call('deleteApp', { params: { id: app.id } })).status).toBe(404)
    expect((await owner.call('deleteApp', { params: { id: app.id } })).status).toBe(204)
    for (const { socket, accessToken } of [one, two]) {
      expect(await socket.closed).toBe(CLOSE_REVOKED)
      expect(await isAccepted(accessToken)).toBe(false)
    }
    expect(refusalOf(await renew(one.refreshToken))[0]).toBeGreaterThanOrEqual(400)
  })

  test('tokens that expired or were revoked by another process are found as ended', async () => {
    const { accessToken } = await connectApp(server, app, browser)
    const { prisma } = server.database
    const { id } = await prisma.accessToken.findFirstOrThrow({ orderBy: { id: 'desc' } })
    const ended = () => findEndedCredentials(server.store, both, server.clock.now())
    const both = [`app:${id}`, 'app:2147483647']
    expect(await ended()).toEqual(['app:2147483647'])
    await revoke(accessToken)
    expect(await ended()).toEqual(both)
  })
})

describe('a malformed request', () => {
  test('is answered with the RFC’s error codes', async () => {
    const send = async (body: string, type: string) => {
      const response = await fetch(`${server.url}/api/v1/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      })
      return { status: response.status, body: await response.json() }
    }
    const form = 'application/x-www-form-urlencoded'
    for (const [body, type] of [
      ['grant_type=refresh_token&grant_type=refresh_token', form],
      ['grant_type=refresh_token&refresh_token=%00&client_id=x', form],
      [`grant_type=${'x'.repeat(5000)}`, form],
      ['', form],
      ['[1]', 'application/json'],
      ['{"grant_type": 1}', 'application/json'],
      ['{', 'application/json'],
    ] as const)
      expect([body, await send(body, type)]).toMatchObject([
        body,
        { status: 400, body: { error: 'invalid_request', error_description: expect.stringMatching(/\S/) } },
      ])
    expect((await send('x', 'text/plain')).status).toBe(415)
    const withBearer = await token({ grant_type: 'refresh_token' }, { authorization: 'Bearer tz_x' })
    expect(refusalOf(withBearer)).toEqual([401, 'invalid_client'])
    for (const authorization of ['Basic', 'Basic !', 'Basic Og==', 'Basic JTAwOng=', 'Basic JQ=='])
      for (const [operation, form] of [
        ['token', { grant_type: 'refresh_token', refresh_token: 'x' }],
        ['revoke', { token: 'tzr_x' }],
      ] as const)
        expect((await postForm(server, operation, form, { authorization })).status).toBeLessThan(402)
  })

  test('gets a redirect or an error page, never a server error', async () => {
    const odd = [
      '%',
      '\u0001',
      '😀',
      'x'.repeat(3000),
      '[]',
      ' ',
      'null',
      '-1',
      "' OR 1=1 --",
      'data:,x',
      'http://[',
    ]
    for (const name of Object.keys(authorizationRequest(app.id)))
      for (const value of odd) {
        const query = new URLSearchParams({ ...authorizationRequest(app.id), [name]: value })
        const response = await fetch(`${server.url}/api/v1/oauth/authorize?${query}`, { redirect: 'manual' })
        expect([name, value, response.status]).toEqual([name, value, 302])
        const { status } = await browser.call('getAuthorizationRequest', { query: { request: `${query}` } })
        expect(status).toBeLessThan(404)
      }
    const twice = `${new URLSearchParams(authorizationRequest(app.id))}&client_id=x`
    expect((await fetch(`${server.url}/api/v1/oauth/authorize?${twice}`)).status).toBe(400)
  })
})
