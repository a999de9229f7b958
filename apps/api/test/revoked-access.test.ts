import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCaller } from './call-operation.ts'
import { startServer, type TestServer } from './harness.ts'
import { type Mailbox, openMailbox, tokenIn } from './mailbox.ts'
import { connectApp, registerApp } from './oauth-app.ts'
import { codeOf, isAccepted, PASSWORD, type Person, registerPerson, sessionOf } from './registered-person.ts'

let box: Mailbox
let server: TestServer
beforeAll(async () => {
  box = await openMailbox()
  // the accounts library uses the real clock
  server = await startServer({ now: new Date(), env: box.env })
})
afterAll(async () => {
  await server?.close()
  await box?.close()
})

const logIn = ({ username }: Person) => server.call('logIn', { body: { username, password: PASSWORD } })

/** Gives an account a token and a connected app, each with a webhook, and one more webhook. */
async function connectPrograms(owner: Person) {
  const { call } = owner
  const scopes = ['account:read', 'game:read'] as const
  const { body: made } = await call('createToken', { body: { name: 'my bot', scopes } })
  const program = createCaller(server.url, { authorization: `Bearer ${made.token}` })
  const { call: app } = await connectApp(server, await registerApp(owner), owner, scopes)
  for (const each of [program, app, call])
    expect((await each('createWebhook', { body: { url: 'https://hook.example/' } })).status).toBe(201)
  return {
    tokenId: made.id as string,
    areWorking: () => Promise.all([program, app].map((call) => isAccepted({ call }))),
  }
}

describe('resetting a forgotten password', () => {
  const REVOKED = { sessionsEnded: 1, tokensRevoked: 1, appsDisconnected: 1, webhooksDeleted: 3 }
  const KEPT = { sessionsEnded: 1, tokensRevoked: 0, appsDisconnected: 0, webhooksDeleted: 0 }
  async function reset({ username, email }: Person, more: object) {
    await server.call('requestPasswordReset', { body: { name: username } })
    const token = tokenIn(await box.mailWith(email, '/reset-password#'), 'reset-password')
    return server.call('resetPassword', { body: { token, password: 'another horse entirely', ...more } })
  }

  test('ends all tokens, connected apps and webhooks', async () => {
    const anna = await registerPerson(server)
    const programs = await connectPrograms(anna)
    const { status, body } = await reset(anna, {})
    expect([status, body]).toEqual([200, REVOKED])
    expect(await programs.areWorking()).toEqual([false, false])
    expect(server.published.revoked).toEqual(
      expect.arrayContaining([`token:${programs.tokenId}`, expect.stringMatching(/^app:/)]),
    )
    const webhooks = { where: { account: { email: anna.email } } }
    expect(await server.database.prisma.webhook.count(webhooks)).toBe(0)
    await box.mailWith(anna.email, 'tokens were revoked')
  })

  test('keeps them if the person says so', async () => {
    const anna = await registerPerson(server)
    const programs = await connectPrograms(anna)
    const { status, body } = await reset(anna, { keepPrograms: true })
    expect([status, body]).toEqual([200, KEPT])
    expect(await programs.areWorking()).toEqual([true, true])
    await box.mailWith(anna.email, 'keep working')
  })
})

describe('revoking everything', () => {
  test('ends all other sessions, tokens, connected apps and webhooks', async () => {
    const [anna, bram] = [await registerPerson(server), await registerPerson(server)]
    const elsewhere = await sessionOf(server, await logIn(anna))
    const [programs, theirs] = [await connectPrograms(anna), await connectPrograms(bram)]
    const answer = await anna.call('revokeAll')
    const revoked = { sessionsEnded: 1, tokensRevoked: 1, appsDisconnected: 1, webhooksDeleted: 3 }
    expect([answer.status, answer.body]).toEqual([200, revoked])
    expect([await isAccepted(anna), await isAccepted(elsewhere)]).toEqual([true, false])
    expect(await programs.areWorking()).toEqual([false, false])
    expect(server.published.revoked).toEqual(
      expect.arrayContaining([`session:${elsewhere.sessionId}`, `token:${programs.tokenId}`]),
    )
    expect(await theirs.areWorking()).toEqual([true, true])
    const nothing = { sessionsEnded: 0, tokensRevoked: 0, appsDisconnected: 0, webhooksDeleted: 0 }
    expect((await anna.call('revokeAll')).body).toEqual(nothing)
  })

  test('needs a session', async () => {
    const { call } = await server.player('revoker')
    expect(codeOf(await call('revokeAll'))).toBe('forbidden')
  })
})
