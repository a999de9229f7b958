import { testDatabase } from '@tegenzet/db/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { lockAccount } from '../../src/accounts/players/lock-account.ts'
import { inTransaction } from '../../src/store/transaction.ts'
import { authorizationRequest, connectApp, REDIRECT_URI, registerApp } from '../people/oauth-app.ts'
import {
  codeOf,
  isAccepted,
  PASSWORD,
  type Person,
  registerPerson,
  sessionOf,
} from '../people/registered-person.ts'
import { type Answer, createCaller } from '../server/call-operation.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { type Mailbox, openMailbox } from '../server/mailbox.ts'

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

/** Gives an account a token and a connected app, each with a webhook, one more webhook, and a calendar. */
async function connectPrograms(owner: Person) {
  const { call } = owner
  const scopes = ['account:read', 'game:read'] as const
  const { body: made } = await call('createToken', { body: { name: 'my bot', scopes } })
  const program = createCaller(server.url, { authorization: `Bearer ${made.token}` })
  const { call: app } = await connectApp(server, await registerApp(owner), owner, scopes)
  for (const each of [program, app, call])
    expect((await each('createWebhook', { body: { url: 'https://hook.example/' } })).status).toBe(201)
  const { url } = (await call('createCalendar')).body
  return {
    tokenId: made.id as string,
    areWorking: () =>
      Promise.all([
        ...[program, app].map((call) => isAccepted({ call })),
        fetch(server.url + new URL(url).pathname).then(({ ok }) => ok),
      ]),
  }
}

describe('resetting a forgotten password', () => {
  const REVOKED = { sessionsEnded: 1, tokensRevoked: 1, appsDisconnected: 1, webhooksDeleted: 3 }
  const KEPT = { sessionsEnded: 1, tokensRevoked: 0, appsDisconnected: 0, webhooksDeleted: 0 }
  async function reset({ username, email }: Person, more: object) {
    await server.call('requestPasswordReset', { body: { name: username } })
    const token = await box.tokenTo(email, 'reset-password')
    return server.call('resetPassword', { body: { token, password: 'another horse entirely', ...more } })
  }

  test('ends all tokens, connected apps, webhooks and the calendar address', async () => {
    const anna = await registerPerson(server)
    const programs = await connectPrograms(anna)
    const { status, body } = await reset(anna, {})
    expect([status, body]).toEqual([200, REVOKED])
    expect(await programs.areWorking()).toEqual([false, false, false])
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
    expect(await programs.areWorking()).toEqual([true, true, true])
    await box.mailWith(anna.email, 'keep working')
  })
})

describe('revoking everything', () => {
  test('ends all other sessions, tokens, connected apps, webhooks and the calendar address', async () => {
    const [anna, bram] = [await registerPerson(server), await registerPerson(server)]
    const elsewhere = await sessionOf(server, await logIn(anna))
    const [programs, theirs] = [await connectPrograms(anna), await connectPrograms(bram)]
    const answer = await anna.call('revokeAll')
    const revoked = { sessionsEnded: 1, tokensRevoked: 1, appsDisconnected: 1, webhooksDeleted: 3 }
    expect([answer.status, answer.body]).toEqual([200, revoked])
    expect([await isAccepted(anna), await isAccepted(elsewhere)]).toEqual([true, false])
    expect(await programs.areWorking()).toEqual([false, false, false])
    expect(server.published.revoked).toEqual(
      expect.arrayContaining([`session:${elsewhere.sessionId}`, `token:${programs.tokenId}`]),
    )
    expect(await theirs.areWorking()).toEqual([true, true, true])
    const nothing = { sessionsEnded: 0, tokensRevoked: 0, appsDisconnected: 0, webhooksDeleted: 0 }
    expect((await anna.call('revokeAll')).body).toEqual(nothing)
  })

  test.runIf(process.env.TEST_DATABASE_URL)('ends a token that is just being created', async () => {
    const anna = await registerPerson(server)
    const { prisma } = server.database
    const { id } = await prisma.account.findUniqueOrThrow({ where: { email: anna.email } })
    const [revoking] = await inTransaction(server.store, async (tx) => {
      await lockAccount(tx, id)
      await tx.token.create({
        data: { accountId: id, name: 'bot', scopes: [], hash: new Uint8Array(32), createdAt: new Date() },
      })
      const revoking = anna.call('revokeAll')
      await expect
        .poll(
          () => prisma.$queryRaw`
            SELECT true FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
        .toHaveLength(1)
      return [revoking]
    })
    expect((await revoking)?.body.tokensRevoked).toBe(1)
  })

  test('needs a session', async () => {
    const { call } = await server.player('revoker')
    expect(codeOf(await call('revokeAll'))).toBe('forbidden')
  })
})

describe('a session that ends while its request waits for the account', () => {
  const transaction = vi.fn()
  /** Without mail, so that only requests begin transactions. */
  let quiet: TestServer
  beforeAll(async () => {
    const database = await testDatabase()
    const begin = database.prisma.$transaction.bind(database.prisma)
    transaction.mockImplementation(begin)
    Object.assign(database.prisma, { $transaction: transaction })
    quiet = await startServer({ now: new Date(), database })
    return async () => {
      await quiet.close()
      await database.close()
    }
  })

  /** Makes a call in a session that a change of the password ends just before the call's transaction begins. */
  async function callAcrossChange(
    { username, call }: Person,
    operation: Parameters<Person['call']>[0],
    body: object | undefined,
  ): Promise<Answer> {
    const login = await quiet.call('logIn', { body: { username, password: PASSWORD } })
    const owner = await sessionOf(quiet, login)
    const begin = transaction.getMockImplementation()!
    transaction.mockImplementationOnce(async (...given) => {
      const change = { currentPassword: PASSWORD, newPassword: 'another horse entirely' }
      expect((await owner.call('changePassword', { body: change })).body).toEqual({ sessionsEnded: 1 })
      return begin(...given)
    })
    return call(operation, { body })
  }

  test.each([
    ['createToken', { name: 'bot', scopes: ['game:read'] }],
    ['createWebhook', { url: 'https://thief.example/' }],
    ['createApp', { name: 'Thief', redirectUris: [REDIRECT_URI] }],
    ['changeUsername', { username: 'thief' }],
    ['requestExport', undefined],
  ] as const)('cannot %s', async (operation, body) => {
    const anna = await registerPerson(quiet)
    const answer = await callAcrossChange(anna, operation, body)
    expect(['unauthenticated', 'proof-needed']).toContain(codeOf(answer))
    const { prisma } = quiet.database
    const account = { email: anna.email }
    expect(await prisma.player.count({ where: { username: anna.username, account } })).toBe(1)
    expect([
      await prisma.token.count({ where: { account } }),
      await prisma.webhook.count({ where: { account } }),
      await prisma.app.count({ where: { account } }),
      await prisma.accountExport.count({ where: { account } }),
    ]).toEqual([0, 0, 0, 0])
  })

  test('cannot connect an app', async () => {
    const [anna, owner] = [await registerPerson(quiet), await registerPerson(quiet)]
    const { id } = await registerApp(owner)
    const body = { request: `${new URLSearchParams(authorizationRequest(id))}`, accept: true }
    expect(codeOf(await callAcrossChange(anna, 'consent', body))).toBe('unauthenticated')
    expect(await quiet.database.prisma.connection.count({ where: { clientId: id } })).toBe(0)
  })
})
