import { createHash } from 'node:crypto'
import type { OperationId } from '@tegenzet/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, PASSWORD, type Person, registerPerson, sessionOf } from '../people/registered-person.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { type Mailbox, openMailbox } from '../server/mailbox.ts'

const MINUTE = 60_000
const OTHER = 'another horse entirely'

let box: Mailbox
let server: TestServer
beforeAll(async () => {
  box = await openMailbox()
  // consent goes by the real time
  server = await startServer({ now: new Date(), env: { ...box.env, LOGIN_LIMIT: '5' } })
})
afterAll(async () => {
  await server?.close()
  await box?.close()
})

const logIn = ({ username }: Person) => server.call('logIn', { body: { username, password: PASSWORD } })

describe('proof of identity', () => {
  const makeToken = ({ call }: Person) =>
    call('createToken', { body: { name: 'bot', scopes: ['game:play'] } })
  const makeApp = ({ call }: Person) =>
    call('createApp', { body: { name: 'Molenaar', redirectUris: ['https://app.example.org/back'] } })
  const prove = ({ call }: Person, password = PASSWORD) => call('proveIdentity', { body: { password } })

  test('a token or an app needs a log-in or a proof in the last ten minutes', async () => {
    const anna = await registerPerson(server)
    server.clock.advance(10 * MINUTE - 1)
    expect((await makeToken(anna)).status).toBe(201)
    expect((await makeApp(anna)).status).toBe(201)
    server.clock.advance(1)
    for (const make of [makeToken, makeApp]) {
      const { status, body } = await make(anna)
      expect([status, body.code]).toEqual([403, 'proof-needed'])
    }
    const proved = await prove(anna)
    const validUntil = new Date(server.clock.now().getTime() + 10 * MINUTE).toISOString()
    expect([proved.status, proved.body]).toEqual([200, { validUntil }])
    expect((await makeToken(anna)).status).toBe(201)
    expect((await makeApp(anna)).status).toBe(201)
    server.clock.advance(10 * MINUTE)
    expect(codeOf(await makeToken(anna))).toBe('proof-needed')
    const again = { ...anna, ...(await sessionOf(server, await logIn(anna))) }
    expect((await makeToken(again)).status).toBe(201)
  })

  test('whatever lets others act or read for the account needs a proof by session, and none by token', async () => {
    const anna = await registerPerson(server)
    const body = { name: 'bot', scopes: ['game:read'] }
    const { token } = (await anna.call('createToken', { body })).body
    const redirectUris = ['https://app.example.org/back']
    const { id } = (
      await anna.call('createApp', { body: { name: 'Molenaar', redirectUris, confidential: true } })
    ).body
    const app = { params: { id } }
    const url = 'https://hooks.example.org/all'
    const webhook = await anna.call('createWebhook', { body: { url } })
    const hook = { params: { id: webhook.body.id } }
    const challenge = createHash('sha256').update('v'.repeat(43)).digest('base64url')
    const request = new URLSearchParams({
      response_type: 'code',
      client_id: id,
      redirect_uri: redirectUris[0]!,
      scope: 'game:read',
      state: 'xyz',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    }).toString()
    const changes: [OperationId, object][] = [
      ['updateApp', { ...app, body: { redirectUris: [...redirectUris, 'https://thief.example.org/back'] } }],
      ['rotateAppSecret', app],
      ['consent', { body: { request, accept: true } }],
      ['createWebhook', { body: { url } }],
      ['updateWebhook', { ...hook, body: { url: 'https://thief.example.org/all' } }],
      ['rotateWebhookSecret', hook],
      ['createCalendar', {}],
      ['createTurnFeed', {}],
      ['deleteApp', app],
    ]
    server.clock.advance(10 * MINUTE)
    for (const [operation, given] of changes)
      expect([operation, codeOf(await anna.call(operation, given))]).toEqual([operation, 'proof-needed'])
    // what gives nobody more than before needs none
    expect((await anna.call('consent', { body: { request, accept: false } })).status).toBe(200)
    const unchanged = { url, enabled: false }
    expect((await anna.call('updateWebhook', { ...hook, body: unchanged })).status).toBe(200)
    const byToken = await server.call('createWebhook', {
      body: { url },
      headers: { authorization: `Bearer ${token}` },
    })
    expect(byToken.status).toBe(201)
    await prove(anna)
    for (const [operation, given] of changes)
      expect([operation, (await anna.call(operation, given)).status]).toEqual([
        operation,
        expect.toSatisfy((status: number) => status < 300),
      ])
  })

  test('a proof counts for its own session only', async () => {
    const anna = await registerPerson(server)
    const elsewhere = { ...anna, ...(await sessionOf(server, await logIn(anna))) }
    server.clock.advance(10 * MINUTE)
    await prove(elsewhere)
    expect(codeOf(await makeToken(anna))).toBe('proof-needed')
    expect((await makeToken(elsewhere)).status).toBe(201)
  })

  test('a wrong password proves nothing, and attempts are limited', async () => {
    const anna = await registerPerson(server)
    server.clock.advance(10 * MINUTE)
    for (let i = 0; i < 5; i++) expect(codeOf(await prove(anna, OTHER))).toBe('wrong-credentials')
    expect(codeOf(await prove(anna))).toBe('rate-limited')
    expect(codeOf(await makeToken(anna))).toBe('proof-needed')
  })

  test('a token cannot prove an identity', async () => {
    const { call } = await server.player('prover')
    expect(codeOf(await call('proveIdentity', { body: { password: PASSWORD } }))).toBe('forbidden')
  })

  test('a new token is announced by mail', async () => {
    const anna = await registerPerson(server)
    expect((await makeToken(anna)).status).toBe(201)
    const { subject, text } = await box.newestTo(anna.email, 2)
    expect(subject).toBe('A new token for your account')
    expect(text).toContain('“bot”')
    expect(text).toContain('/account/tokens')
  })
})
