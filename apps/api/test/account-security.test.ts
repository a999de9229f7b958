import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type CallOperation, caller, startServer, type TestServer } from './harness.ts'
import { type Mailbox, openMailbox, tokenIn } from './mailbox.ts'

const PASSWORD = 'correct horse battery'
const OTHER = 'another horse entirely'
const HOUR = 3_600_000
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let box: Mailbox
let server: TestServer
beforeAll(async () => {
  box = await openMailbox()
  server = await startServer({ env: { ...box.env, REGISTER_LIMIT: '1000', LOGIN_LIMIT: '5' } })
})
afterAll(async () => {
  await server?.close()
  await box?.close()
})
// limits open anew
beforeEach(() => server.clock.advance(2 * HOUR))

interface Person {
  username: string
  email: string
  sessionId: number
  call: CallOperation
}

let serial = 0
const emailOf = (username: string) => `${username}@example.org`
async function person(): Promise<Person> {
  const username = `person${++serial}`
  const email = emailOf(username)
  const answer = await server.call('register', {
    body: { username, email, password: PASSWORD },
    headers: { 'user-agent': FIREFOX },
  })
  return { username, email, ...(await entered(answer)) }
}
async function entered(answer: Answer): Promise<{ call: CallOperation; sessionId: number }> {
  expect(answer.status).toBeLessThan(300)
  const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!
  const call = caller(server.url, { cookie, origin: server.deps.config.publicUrl })
  const { body } = await call('listSessions')
  return { call, sessionId: body.items.find(({ current }: { current: boolean }) => current).id }
}
const logIn = (username: string, password = PASSWORD) =>
  server.call('logIn', { body: { username, password } })
const codeOf = ({ status, body }: Answer) => body?.code ?? status
const isLoggedIn = async ({ call }: Pick<Person, 'call'>) => (await call('getAccount')).status === 200

describe('an address', () => {
  const verificationOf = async (email: string, count = 1) =>
    tokenIn(await box.to(email, count), 'verify-email')

  test('is verified by the link that was mailed there, without logging in, and logs in from then on', async () => {
    const { email, username, call } = await person()
    expect((await call('getAccount')).body).toMatchObject({ emailVerified: false, pendingEmail: null })
    const token = await verificationOf(email)
    const answer = await server.call('verifyEmail', { body: { token } })
    expect([answer.status, answer.body]).toEqual([200, { username, email }])
    expect((await call('getAccount')).body.emailVerified).toBe(true)
    expect((await logIn(email)).status).toBe(200)
    // who opens it twice is not told that something is wrong
    expect((await server.call('verifyEmail', { body: { token } })).status).toBe(200)
    expect(codeOf(await call('requestVerification'))).toBe('conflict')
  })

  test('is not verified by a link that is too old, or was made up', async () => {
    const { email, call } = await person()
    const token = await verificationOf(email)
    const [id, expires, signature] = token.split('.') as [string, string, string]
    const other = await person()
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

  test('is sent its link again, five times an hour', async () => {
    const { email, call } = await person()
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

  test('is changed once the link in the new one is opened, and the old one is told', async () => {
    const { email, username, call } = await person()
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
    expect((await box.to(email, 2)).text).toContain(next)
    expect((await logIn(next)).status).toBe(200)
  })

  test('that was asked for first is nobody’s once another is asked for', async () => {
    const { username, call } = await person()
    const [first, second] = [`${username}-1@example.net`, `${username}-2@example.net`] as const
    for (const email of [first, second]) await call('changeEmail', { body: { email, password: PASSWORD } })
    const token = await verificationOf(first)
    expect(codeOf(await server.call('verifyEmail', { body: { token } }))).toBe('link-expired')
    expect((await call('getAccount')).body.pendingEmail).toBe(second)
  })

  test('is not changed without the password, nor to one that is somebody’s', async () => {
    const { email, username, call } = await person()
    const other = await person()
    const next = `${username}@example.com`
    const change = (body: object) => call('changeEmail', { body })
    expect(codeOf(await change({ email: next, password: OTHER }))).toBe('wrong-credentials')
    expect(codeOf(await change({ email: other.email, password: PASSWORD }))).toBe('email-taken')
    expect(codeOf(await change({ email, password: PASSWORD }))).toBe('conflict')
    expect((await call('getAccount')).body).toMatchObject({ email, pendingEmail: null })
  })

  test('of two that want the same one it is the first’s who opens the link', async () => {
    const [one, two] = [await person(), await person()]
    const email = `wanted-${serial}@example.net`
    const tokens = []
    for (const [i, each] of [one, two].entries()) {
      expect((await each.call('changeEmail', { body: { email, password: PASSWORD } })).status).toBe(200)
      tokens.push(await verificationOf(email, i + 1))
    }
    const answers = await Promise.all(tokens.map((token) => server.call('verifyEmail', { body: { token } })))
    expect(answers.map(codeOf).sort()).toEqual([200, 'email-taken'])
  })

  test('cannot be changed with a token', async () => {
    const { call } = await server.player('program')
    const body = { email: 'thief@example.org', password: PASSWORD }
    expect(codeOf(await call('changeEmail', { body }))).toBe('forbidden')
  })
})

describe('a forgotten password', () => {
  const ask = (name: string) => server.call('requestPasswordReset', { body: { name } })
  const linkOf = async ({ email }: Person, count = 2) => tokenIn(await box.to(email, count), 'reset-password')
  const reset = (token: string, password = OTHER) =>
    server.call('resetPassword', { body: { token, password } })

  test('is replaced by link, which logs out everywhere and says so; tokens go on', async () => {
    const anna = await person()
    const elsewhere = await entered(await logIn(anna.username))
    const { body: made } = await anna.call('createToken', { body: { name: 'bot', scopes: ['account:read'] } })
    await ask(anna.username.toUpperCase())
    const token = await linkOf(anna)
    const answer = await reset(token)
    expect([answer.status, answer.body]).toEqual([200, { sessionsEnded: 2 }])
    expect([await isLoggedIn(anna), await isLoggedIn(elsewhere)]).toEqual([false, false])
    expect(server.told.revoked).toEqual(
      expect.arrayContaining([`session:${anna.sessionId}`, `session:${elsewhere.sessionId}`]),
    )
    expect(await isLoggedIn({ call: caller(server.url, { authorization: `Bearer ${made.token}` }) })).toBe(
      true,
    )
    expect(codeOf(await logIn(anna.username))).toBe('wrong-credentials')
    expect((await logIn(anna.username, OTHER)).status).toBe(200)
    expect((await box.to(anna.email, 3)).subject).toBe('Your password was changed')
    // the link went to the address, and came back
    expect((await logIn(anna.email, OTHER)).status).toBe(200)
  })

  test('is asked for by the address as well', async () => {
    const anna = await person()
    await ask(` ${anna.email.toUpperCase()} `)
    expect((await reset(await linkOf(anna))).status).toBe(200)
  })

  test('is replaced once by a link, even by two at once', async () => {
    const anna = await person()
    await ask(anna.username)
    const token = await linkOf(anna)
    const answers = await Promise.all([reset(token), reset(token, 'a third horse entirely')])
    expect(answers.map(codeOf).sort()).toEqual([200, 'link-expired'])
    expect(codeOf(await reset(token))).toBe('link-expired')
  })

  test('is not replaced by a link that is an hour old, or was made for something else', async () => {
    const anna = await person()
    const verification = tokenIn(await box.to(anna.email), 'verify-email')
    expect(codeOf(await reset(verification))).toBe('link-expired')
    await ask(anna.username)
    const token = await linkOf(anna)
    server.clock.advance(HOUR)
    expect(codeOf(await reset(token))).toBe('link-expired')
    expect((await logIn(anna.username)).status).toBe(200)
  })

  test('is not replaced by a link that went to an address of before', async () => {
    const anna = await person()
    await ask(anna.username)
    const token = await linkOf(anna)
    await server.database.prisma.account.update({
      where: { email: anna.email },
      data: { email: `moved-${anna.email}` },
    })
    expect(codeOf(await reset(token))).toBe('link-expired')
  })

  test('of nobody is answered in the same words, and nothing is written', async () => {
    const anna = await person()
    const there = await ask(anna.username)
    await linkOf(anna)
    const before = await server.database.prisma.mail.count()
    for (const name of ['nobody-at-all', 'nobody@example.org', "x' OR true --"]) {
      const answer = await ask(name)
      expect([answer.status, answer.body]).toEqual([there.status, there.body])
    }
    expect(await server.database.prisma.mail.count()).toBe(before)
  })

  test('is asked for five times an hour, whether there is such an account or not', async () => {
    const anna = await person()
    for (const name of [anna.username, 'nobody-there']) {
      for (let i = 0; i < 5; i++) expect((await ask(name)).status).toBe(200)
      expect(codeOf(await ask(name))).toBe('rate-limited')
    }
  })

  test('fills nobody’s mailbox, whatever name and address it is asked for by', async () => {
    const anna = await person()
    for (let i = 0; i < 5; i++) {
      for (const name of [anna.username, anna.email]) {
        server.clock.advance(1)
        await ask(name)
      }
    }
    const where = { recipient: anna.email, kind: 'reset-password' }
    expect(await server.database.prisma.mail.count({ where })).toBe(5)
  })

  test('lets in at once whoever was locked out by guessing it', async () => {
    const anna = await person()
    for (let i = 0; i < 5; i++) await logIn(anna.username, 'not the password')
    expect(codeOf(await logIn(anna.username))).toBe('rate-limited')
    await ask(anna.username)
    await reset(await linkOf(anna))
    expect((await logIn(anna.username, OTHER)).status).toBe(200)
  })
})

describe('a password', () => {
  test('is changed by who knows it, which logs out everywhere else', async () => {
    const anna = await person()
    const elsewhere = await entered(await logIn(anna.username))
    const body = { currentPassword: PASSWORD, newPassword: OTHER }
    const answer = await anna.call('changePassword', { body })
    expect([answer.status, answer.body]).toEqual([200, { sessionsEnded: 1 }])
    expect([await isLoggedIn(anna), await isLoggedIn(elsewhere)]).toEqual([true, false])
    expect(server.told.revoked).toContain(`session:${elsewhere.sessionId}`)
    expect((await logIn(anna.username, OTHER)).status).toBe(200)
    expect((await box.to(anna.email, 2)).subject).toBe('Your password was changed')
  })

  test('is not changed by who does not, and not guessed either', async () => {
    const anna = await person()
    const change = (currentPassword: string) =>
      anna.call('changePassword', { body: { currentPassword, newPassword: OTHER } })
    for (let i = 0; i < 5; i++) expect(codeOf(await change('not the password'))).toBe('wrong-credentials')
    expect(codeOf(await change(PASSWORD))).toBe('rate-limited')
    expect(await isLoggedIn(anna)).toBe(true)
  })

  test('is changed once by two at once', async () => {
    const anna = await person()
    const answers = await Promise.all(
      [OTHER, 'a third horse entirely'].map((newPassword) =>
        anna.call('changePassword', { body: { currentPassword: PASSWORD, newPassword } }),
      ),
    )
    expect(answers.map(codeOf).sort()).toEqual([200, 'wrong-credentials'])
  })
})

describe('sessions', () => {
  test('are listed with what they were begun with, newest first', async () => {
    const anna = await person()
    const begun = server.clock.now().toISOString()
    server.clock.advance(HOUR)
    await entered(await logIn(anna.username))
    const { body } = await anna.call('listSessions')
    expect(body.items).toMatchObject([
      { browser: null, system: null, current: false, createdAt: server.clock.now().toISOString() },
      { id: anna.sessionId, browser: 'Firefox', system: 'Linux', current: true, createdAt: begun },
    ])
  })

  test('are ended one by one', async () => {
    const anna = await person()
    const elsewhere = await entered(await logIn(anna.username))
    const id = elsewhere.sessionId
    expect((await anna.call('endSession', { params: { id } })).status).toBe(204)
    expect(await isLoggedIn(elsewhere)).toBe(false)
    expect(server.told.revoked).toContain(`session:${id}`)
    expect(codeOf(await anna.call('endSession', { params: { id } }))).toBe('not-found')
  })

  test('of others are not ended', async () => {
    const [anna, bram] = [await person(), await person()]
    for (const id of [bram.sessionId, 2 ** 40])
      expect(codeOf(await anna.call('endSession', { params: { id } }))).toBe('not-found')
    expect(await isLoggedIn(bram)).toBe(true)
  })

  test('are all ended but this one', async () => {
    const anna = await person()
    const others = [await entered(await logIn(anna.username)), await entered(await logIn(anna.username))]
    expect((await anna.call('endOtherSessions')).body).toEqual({ sessionsEnded: 2 })
    for (const other of others) expect(await isLoggedIn(other)).toBe(false)
    expect(await isLoggedIn(anna)).toBe(true)
    expect((await anna.call('endOtherSessions')).body).toEqual({ sessionsEnded: 0 })
  })
})
