import argon2 from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { lockAccount } from '../../src/accounts/players/lock-account.ts'
import { inTransaction } from '../../src/store/transaction.ts'
import {
  codeOf,
  isAccepted,
  PASSWORD,
  type Person,
  registerPerson as registerIn,
  registerUnconfirmed,
  sessionOf as sessionIn,
} from '../people/registered-person.ts'
import type { Answer } from '../server/call-operation.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { type Mailbox, openMailbox } from '../server/mailbox.ts'
import { standStill } from '../server/stand-still.ts'

const OTHER = 'another horse entirely'
const HOUR = 3_600_000

let box: Mailbox
let server: TestServer
beforeAll(async () => {
  box = await openMailbox()
  server = await startServer({ env: { ...box.env, REGISTER_LIMIT: '1000', LOGIN_LIMIT: '5' }, readingMs: 1 })
})
afterAll(async () => {
  await server?.close()
  await box?.close()
})
// resets the rate limits
beforeEach(() => server.clock.advance(2 * HOUR))

const registerPerson = () => registerIn(server)
const sessionOf = (answer: Answer) => sessionIn(server, answer)
const logIn = (username: string, password = PASSWORD) =>
  server.call('logIn', { body: { username, password } })

describe('e-mail address', () => {
  const registerPerson = () => registerUnconfirmed(server)
  const verificationOf = (email: string, count?: number) => box.tokenTo(email, 'verify-email', count)

  test('the mailed link verifies an address without a log-in, and the address can then be used to log in', async () => {
    const { email, username, call } = await registerPerson()
    expect((await call('getAccount')).body).toMatchObject({ emailVerified: false, pendingEmail: null })
    const token = await verificationOf(email)
    const answer = await server.call('verifyEmail', { body: { token } })
    expect([answer.status, answer.body]).toEqual([200, { username, email }])
    expect((await call('getAccount')).body.emailVerified).toBe(true)
    expect((await logIn(email)).status).toBe(200)
    // opening it again shows no error
    expect((await server.call('verifyEmail', { body: { token } })).status).toBe(200)
    expect(codeOf(await call('requestVerification'))).toBe('conflict')
  })

  test('an expired or forged link does not verify an address', async () => {
    const { email, call } = await registerPerson()
    const token = await verificationOf(email)
    const [id, expires, signature] = token.split('.') as [string, string, string]
    const other = await registerPerson()
    const theirs = (await verificationOf(other.email)).split('.')[2]!
    for (const wrong of [
      `${id}.${Number(expires) + 1}.${signature}`,
      `${Number(id) + 1}.${expires}.${signature}`,
      `${id}.${expires}.${theirs}`,
      `9999999999.${expires}.${signature}`,
      'nonsense',
    ])
      expect(codeOf(await server.call('verifyEmail', { body: { token: wrong } }))).toBe('link-expired')
    server.clock.advance(48 * HOUR)
    expect(codeOf(await server.call('verifyEmail', { body: { token } }))).toBe('link-expired')
    expect((await call('getAccount')).body.emailVerified).toBe(false)
  })

  test('the verification link can be sent again five times an hour', async () => {
    const { email, call } = await registerPerson()
    for (let i = 0; i < 5; i++) {
      server.clock.advance(1)
      const answer = await call('requestVerification')
      expect([answer.status, answer.body]).toEqual([200, { delivery: 'mail' }])
    }
    const refused = await call('requestVerification')
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 3600])
    const token = await verificationOf(email, 6)
    expect((await server.call('verifyEmail', { body: { token } })).status).toBe(200)
  })

  test('an address changes when the link in the new one is opened, and the old address is notified', async () => {
    const { email, username, call } = await registerPerson()
    const own = await verificationOf(email)
    expect((await server.call('verifyEmail', { body: { token: own } })).status).toBe(200)
    const next = `${username}-new@example.net`
    const changed = await call('changeEmail', { body: { email: next.toUpperCase(), password: PASSWORD } })
    expect(changed.status).toBe(200)
    expect((await call('getAccount')).body).toMatchObject({ email, pendingEmail: next })
    const token = await verificationOf(next)
    expect((await server.call('verifyEmail', { body: { token } })).body).toEqual({ username, email: next })
    expect((await call('getAccount')).body).toMatchObject({
      email: next,
      emailVerified: true,
      pendingEmail: null,
    })
    expect((await box.newestTo(email, 2)).text).toContain(next)
    expect((await logIn(next)).status).toBe(200)
  })

  test('an old address that was never verified gets no link with which it could take the account', async () => {
    const { email, username, call } = await registerPerson()
    const next = `${username}-new@example.net`
    await call('changeEmail', { body: { email: next, password: PASSWORD } })
    const token = await verificationOf(next)
    expect((await server.call('verifyEmail', { body: { token } })).status).toBe(200)
    expect((await call('listSecurityEvents')).body.items[0]).toMatchObject({
      kind: 'email-changed',
      subject: next,
    })
    const mails = await server.database.prisma.mail.findMany({ where: { recipient: email } })
    expect(mails.map(({ kind }) => kind)).toEqual(['verify-email'])
  })

  test('links in earlier mails to an old address that was never verified stop working', async () => {
    const { email, username, call } = await registerPerson()
    // earlier versions mailed such links to any address
    const { account } = server.database.prisma
    await account.update({ where: { email }, data: { emailVerified: true } })
    await call('createToken', { body: { name: 'bot', scopes: ['game:read'] } })
    const notMe = await box.tokenTo(email, 'not-me')
    await account.update({ where: { email }, data: { emailVerified: false } })
    const next = `${username}-new@example.net`
    await call('changeEmail', { body: { email: next, password: PASSWORD } })
    const token = await verificationOf(next)
    expect((await server.call('verifyEmail', { body: { token } })).status).toBe(200)
    expect(codeOf(await server.call('reportNotMe', { body: { token: notMe } }))).toBe('link-expired')
    expect((await call('getAccount')).body.email).toBe(next)
  })

  test('a second change request invalidates the first', async () => {
    const { username, call } = await registerPerson()
    const [first, second] = [`${username}-1@example.net`, `${username}-2@example.net`] as const
    for (const email of [first, second]) await call('changeEmail', { body: { email, password: PASSWORD } })
    const token = await verificationOf(first)
    expect(codeOf(await server.call('verifyEmail', { body: { token } }))).toBe('link-expired')
    expect((await call('getAccount')).body.pendingEmail).toBe(second)
  })

  test('changing the address needs the password, and an address that is not in use', async () => {
    const { email, username, call } = await registerPerson()
    const other = await registerPerson()
    const next = `${username}@example.com`
    const change = (body: object) => call('changeEmail', { body })
    expect(codeOf(await change({ email: next, password: OTHER }))).toBe('wrong-credentials')
    expect(codeOf(await change({ email: other.email, password: PASSWORD }))).toBe('email-taken')
    expect(codeOf(await change({ email, password: PASSWORD }))).toBe('conflict')
    expect((await call('getAccount')).body).toMatchObject({ email, pendingEmail: null })
  })

  test('of two accounts that want one address, the first to open its link gets it', async () => {
    const [one, two] = [await registerPerson(), await registerPerson()]
    const email = `wanted-${one.username}@example.net`
    const tokens = []
    for (const [i, each] of [one, two].entries()) {
      expect((await each.call('changeEmail', { body: { email, password: PASSWORD } })).status).toBe(200)
      tokens.push(await verificationOf(email, i + 1))
    }
    const answers = await Promise.all(tokens.map((token) => server.call('verifyEmail', { body: { token } })))
    expect(answers.map(codeOf).sort()).toEqual([200, 'email-taken'])
  })

  test('a token cannot change the address', async () => {
    const { call } = await server.player('program')
    const body = { email: 'thief@example.org', password: PASSWORD }
    expect(codeOf(await call('changeEmail', { body }))).toBe('forbidden')
  })
})

describe('forgotten password', () => {
  const ask = (name: string) => server.call('requestPasswordReset', { body: { name } })
  const linkOf = ({ email }: Person) => box.tokenTo(email, 'reset-password')
  const reset = (token: string, password = OTHER) =>
    server.call('resetPassword', { body: { token, password } })

  test('a reset by link ends all sessions and sends a mail', async () => {
    const anna = await registerPerson()
    const elsewhere = await sessionOf(await logIn(anna.username))
    await ask(anna.username.toUpperCase())
    const token = await linkOf(anna)
    const answer = await reset(token)
    expect([answer.status, answer.body.sessionsEnded]).toEqual([200, 2])
    expect([await isAccepted(anna), await isAccepted(elsewhere)]).toEqual([false, false])
    expect(server.published.revoked).toEqual(
      expect.arrayContaining([`session:${anna.sessionId}`, `session:${elsewhere.sessionId}`]),
    )
    expect(codeOf(await logIn(anna.username))).toBe('wrong-credentials')
    expect((await logIn(anna.username, OTHER)).status).toBe(200)
    expect((await box.newestTo(anna.email, 3)).subject).toBe('Your password was changed')
    // opening the link proves the address, so it is verified
    expect((await logIn(anna.email, OTHER)).status).toBe(200)
  })

  /** Makes a call whose check of the password succeeds just before a reset. */
  async function callDuringReset(token: string, call: () => Promise<Answer>): Promise<Answer> {
    const { verify } = argon2
    const checked = vi.spyOn(argon2, 'verify').mockImplementationOnce(async (...given) => {
      const isRight = await verify(...given)
      expect((await reset(token)).status).toBe(200)
      return isRight
    })
    try {
      return await call()
    } finally {
      checked.mockRestore()
    }
  }

  test('a log-in that has checked the old password just before a reset gets no session', async () => {
    const anna = await registerPerson()
    await ask(anna.username)
    const answer = await callDuringReset(await linkOf(anna), () => logIn(anna.username))
    expect(codeOf(answer)).toBe('wrong-credentials')
    const account = { email: anna.email }
    expect(await server.database.prisma.session.count({ where: { account } })).toBe(0)
    expect((await logIn(anna.username, OTHER)).status).toBe(200)
  })

  test('a reset cancels a change of the address, which a thief may have asked for', async () => {
    const anna = await registerPerson()
    const email = `thief-${anna.username}@example.net`
    await anna.call('changeEmail', { body: { email, password: PASSWORD } })
    const token = await box.tokenTo(email, 'verify-email')
    await ask(anna.username)
    expect((await reset(await linkOf(anna))).status).toBe(200)
    expect(codeOf(await server.call('verifyEmail', { body: { token } }))).toBe('link-expired')
  })

  test('a change of the address that has checked the old password just before a reset is refused', async () => {
    const anna = await registerPerson()
    await ask(anna.username)
    const body = { email: `thief-${anna.username}@example.net`, password: PASSWORD }
    const answer = await callDuringReset(await linkOf(anna), () => anna.call('changeEmail', { body }))
    expect(codeOf(answer)).toBe('wrong-credentials')
    const account = await server.database.prisma.account.findUniqueOrThrow({ where: { email: anna.email } })
    expect(account.pendingEmail).toBeNull()
  })

  test('a reset can be requested by e-mail address', async () => {
    const anna = await registerPerson()
    await ask(` ${anna.email.toUpperCase()} `)
    expect((await reset(await linkOf(anna))).status).toBe(200)
  })

  test('a reset link works once, even for concurrent requests', async () => {
    const anna = await registerPerson()
    await ask(anna.username)
    const token = await linkOf(anna)
    const answers = await Promise.all([reset(token), reset(token, 'a third horse entirely')])
    expect(answers.map(codeOf).sort()).toEqual([200, 'link-expired'])
    expect(codeOf(await reset(token))).toBe('link-expired')
  })

  test('an easily guessed password is refused, and the link still works', async () => {
    const anna = await registerPerson()
    await ask(anna.username)
    const token = await linkOf(anna)
    expect(codeOf(await reset(token, 'password123'))).toBe('weak-password')
    expect((await reset(token)).status).toBe(200)
  })

  test('an expired link, or a link for another purpose, does not reset the password', async () => {
    const anna = await registerPerson()
    const verification = await box.tokenTo(anna.email, 'verify-email')
    expect(codeOf(await reset(verification))).toBe('link-expired')
    await ask(anna.username)
    const token = await linkOf(anna)
    server.clock.advance(HOUR)
    expect(codeOf(await reset(token))).toBe('link-expired')
    expect((await logIn(anna.username)).status).toBe(200)
  })

  test('a link mailed to a former address does not reset the password', async () => {
    const anna = await registerPerson()
    await ask(anna.username)
    const token = await linkOf(anna)
    await server.database.prisma.account.update({
      where: { email: anna.email },
      data: { email: `moved-${anna.email}` },
    })
    expect(codeOf(await reset(token))).toBe('link-expired')
  })

  test('a request for an unknown account gets the same answer and writes nothing', async () => {
    const anna = await registerPerson()
    const there = await ask(anna.username)
    await linkOf(anna)
    const before = await server.database.prisma.mail.count()
    for (const name of ['nobody-at-all', 'nobody@example.org', "x' OR true --"]) {
      const answer = await ask(name)
      expect([answer.status, answer.body]).toEqual([there.status, there.body])
    }
    expect(await server.database.prisma.mail.count()).toBe(before)
  })

  test('requests are limited to five an hour, whether the account exists or not', async () => {
    const anna = await registerPerson()
    for (const name of [anna.username, 'nobody-there']) {
      for (let i = 0; i < 5; i++) expect((await ask(name)).status).toBe(200)
      expect(codeOf(await ask(name))).toBe('rate-limited')
    }
  })

  test('mails to one account are limited, whichever name or address is given', async () => {
    const anna = await registerPerson()
    for (let i = 0; i < 5; i++) {
      for (const name of [anna.username, anna.email]) {
        server.clock.advance(1)
        await ask(name)
      }
    }
    const where = { recipient: anna.email, kind: 'reset-password' }
    expect(await server.database.prisma.mail.count({ where })).toBe(5)
  })

  test('a reset lifts the lock that failed log-ins caused', async () => {
    const anna = await registerPerson()
    for (let i = 0; i < 5; i++) await logIn(anna.username, 'not the password')
    expect(codeOf(await logIn(anna.username))).toBe('rate-limited')
    await ask(anna.username)
    await reset(await linkOf(anna))
    expect((await logIn(anna.username, OTHER)).status).toBe(200)
  })
})

describe('password', () => {
  test('a change with the current password ends all other sessions', async () => {
    const anna = await registerPerson()
    const elsewhere = await sessionOf(await logIn(anna.username))
    const body = { currentPassword: PASSWORD, newPassword: OTHER }
    const answer = await anna.call('changePassword', { body })
    expect([answer.status, answer.body]).toEqual([200, { sessionsEnded: 1 }])
    expect([await isAccepted(anna), await isAccepted(elsewhere)]).toEqual([true, false])
    expect(server.published.revoked).toContain(`session:${elsewhere.sessionId}`)
    expect((await logIn(anna.username, OTHER)).status).toBe(200)
    expect((await box.newestTo(anna.email, 2)).subject).toBe('Your password was changed')
  })

  test('a change without the current password is refused, and attempts are limited', async () => {
    const anna = await registerPerson()
    const change = (currentPassword: string) =>
      anna.call('changePassword', { body: { currentPassword, newPassword: OTHER } })
    for (let i = 0; i < 5; i++) expect(codeOf(await change('not the password'))).toBe('wrong-credentials')
    expect(codeOf(await change(PASSWORD))).toBe('rate-limited')
    expect(await isAccepted(anna)).toBe(true)
  })

  test('a change to an easily guessed password is refused', async () => {
    const anna = await registerPerson()
    for (const newPassword of ['1234567890', anna.email]) {
      const body = { currentPassword: PASSWORD, newPassword }
      expect(codeOf(await anna.call('changePassword', { body }))).toBe('weak-password')
    }
    expect((await logIn(anna.username)).status).toBe(200)
  })

  test('of two concurrent changes one succeeds', async () => {
    const anna = await registerPerson()
    const answers = await Promise.all(
      [OTHER, 'a third horse entirely'].map((newPassword) =>
        anna.call('changePassword', { body: { currentPassword: PASSWORD, newPassword } }),
      ),
    )
    expect(answers.map(codeOf).sort()).toEqual([200, 'wrong-credentials'])
  })
})

describe('sessions', () => {
  test('are listed with their devices, newest first', async () => {
    standStill(server.clock)
    const anna = await registerPerson()
    const startedAt = server.clock.now().toISOString()
    server.clock.advance(HOUR)
    await sessionOf(await logIn(anna.username))
    const { body } = await anna.call('listSessions')
    expect(body.items).toMatchObject([
      { browser: null, system: null, current: false, createdAt: server.clock.now().toISOString() },
      { id: anna.sessionId, browser: 'Firefox', system: 'Linux', current: true, createdAt: startedAt },
    ])
  })

  test('can be named', async () => {
    const [anna, bram] = [await registerPerson(), await registerPerson()]
    const rename = (id: number, body: object) => anna.call('nameSession', { params: { id }, body })
    const id = anna.sessionId
    const [before] = (await anna.call('listSessions')).body.items
    expect((await rename(id, { name: 'my phone' })).body).toEqual({ ...before, name: 'my phone' })
    await rename(id, { name: 'my phone' })
    expect((await anna.call('listSessions')).body.items).toEqual([{ ...before, name: 'my phone' }])
    const log = (await anna.call('listSecurityEvents')).body.items
    expect(log).toMatchObject([{ kind: 'session-named', subject: 'my phone' }, { kind: 'registered' }])
    expect((await rename(id, { name: null })).body).toEqual(before)
    for (const body of [{ name: ' ' }, { name: 'x'.repeat(61) }, {}])
      expect(codeOf(await rename(id, body))).toBe('validation')
    for (const other of [bram.sessionId, 2 ** 40])
      expect(codeOf(await rename(other, { name: 'mine' }))).toBe('not-found')
  })

  test('can be ended one by one', async () => {
    const anna = await registerPerson()
    const elsewhere = await sessionOf(await logIn(anna.username))
    const id = elsewhere.sessionId
    expect((await anna.call('endSession', { params: { id } })).status).toBe(204)
    expect(await isAccepted(elsewhere)).toBe(false)
    expect(server.published.revoked).toContain(`session:${id}`)
    expect(codeOf(await anna.call('endSession', { params: { id } }))).toBe('not-found')
  })

  test('of other accounts cannot be ended', async () => {
    const [anna, bram] = [await registerPerson(), await registerPerson()]
    for (const id of [bram.sessionId, 2 ** 40])
      expect(codeOf(await anna.call('endSession', { params: { id } }))).toBe('not-found')
    expect(await isAccepted(bram)).toBe(true)
  })

  test('can all be ended except the current one', async () => {
    const anna = await registerPerson()
    const others = [await sessionOf(await logIn(anna.username)), await sessionOf(await logIn(anna.username))]
    expect((await anna.call('endOtherSessions')).body).toEqual({ sessionsEnded: 2 })
    for (const other of others) expect(await isAccepted(other)).toBe(false)
    expect(await isAccepted(anna)).toBe(true)
    expect((await anna.call('endOtherSessions')).body).toEqual({ sessionsEnded: 0 })
  })
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'notifications are written while a log-in or another change locks the account',
  async () => {
    const { accountId } = await server.player('nora')
    await inTransaction(server.store, async (tx) => {
      await lockAccount(tx, accountId)
      await server.database.prisma.notification.create({
        data: { accountId, kind: 'claim', params: {}, key: 'a claim', createdAt: server.clock.now() },
      })
    })
  },
)
