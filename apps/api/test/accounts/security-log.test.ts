import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pruneSecurityEvents } from '../../src/accounts/security-log/list-events.ts'
import {
  codeOf,
  isAccepted,
  PASSWORD,
  type Person,
  registerPerson,
  sessionOf,
} from '../people/registered-person.ts'
import { softwarePasskey } from '../people/software-passkey.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { type Mailbox, openMailbox, tokenIn } from '../server/mailbox.ts'

const HOUR = 3_600_000
const OTHER = 'another horse entirely'
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

let box: Mailbox
let server: TestServer
beforeAll(async () => {
  box = await openMailbox()
  server = await startServer({ env: { ...box.env, TRUST_PROXY: 'true', REGISTER_LIMIT: '1000' } })
})
afterAll(async () => {
  await server?.close()
  await box?.close()
})

/** Logs in with Chrome from an address. */
const logInFrom = (address: string, { username }: Person, password = PASSWORD, code?: string) =>
  server.call('logIn', {
    body: { username, password, ...(code && { code }) },
    headers: { 'user-agent': CHROME, 'x-forwarded-for': address },
  })
const kindsOf = async ({ call }: Pick<Person, 'call'>): Promise<string[]> =>
  (await call('listSecurityEvents', { query: { limit: 100 } })).body.items.map(
    ({ kind }: { kind: string }) => kind,
  )
const reportNotMe = (token: string) => server.call('reportNotMe', { body: { token } })

async function addTotp({ call }: Person): Promise<string> {
  const { secret } = (await call('setUpTotp')).body
  const code = new TOTP({ secret }).generate({ timestamp: server.clock.now().getTime() })
  expect((await call('confirmTotp', { body: { code } })).status).toBe(200)
  server.clock.advance(60_000)
  return secret
}

test('the log says what happened, when, with which device and in which network', async () => {
  const anna = await registerPerson(server)
  await logInFrom('198.51.100.23', anna)
  const { id } = (await anna.call('createToken', { body: { name: 'bot', scopes: ['game:read'] } })).body
  await anna.call('revokeToken', { params: { id } })
  await anna.call('changePassword', { body: { currentPassword: PASSWORD, newPassword: OTHER } })
  await addTotp(anna)
  await anna.call('renewRecoveryCodes')
  await anna.call('removeTotp')
  await anna.call('revokeAll')
  await anna.call('requestExport')
  await anna.call('deleteAccount')
  await anna.call('deleteAccount')
  await anna.call('undoDeletion')
  await anna.call('undoDeletion')
  await anna.call('proveIdentity', { body: { password: 'wrong' } })
  await anna.call('proveIdentity', { body: { password: OTHER } })
  expect(await kindsOf(anna)).toEqual([
    ...['identity-proved', 'deletion-undone', 'deletion-requested', 'copy-requested'],
    ...['access-revoked', 'totp-removed', 'recovery-codes-renewed', 'totp-added', 'password-changed'],
    ...['token-revoked', 'token-created', 'logged-in', 'registered'],
  ])
  const { items } = (await anna.call('listSecurityEvents', { query: { limit: 13 } })).body
  expect(items.at(-2)).toMatchObject({ browser: 'Chrome', system: 'Windows', network: '198.51.100.0/24' })
  expect(items.at(-3)).toMatchObject({ kind: 'token-created', subject: 'bot' })
  expect(items.at(-1)).toMatchObject({ browser: 'Firefox', system: 'Linux', network: '127.0.0.0/24' })
  // the pages follow each other, and nobody else's events are in them
  const first = (await anna.call('listSecurityEvents', { query: { limit: 4 } })).body
  const rest = await anna.call('listSecurityEvents', { query: { limit: 13, cursor: first.nextCursor } })
  expect([...first.items, ...rest.body.items]).toEqual(items)
  const { rows } = await server.database.pool.query('SELECT * FROM security_events')
  expect(JSON.stringify(rows)).not.toContain('198.51.100.23')
})

test('a log-in from another network is mailed once', async () => {
  const anna = await registerPerson(server)
  await logInFrom('198.51.100.23', anna)
  const mail = await box.newestTo(anna.email, 2)
  expect(mail.subject).toBe('New log-in to your account from another network')
  expect(mail.text).toContain('Device: Chrome, Windows. Network: 198.51.100.0/24.')
  await logInFrom('198.51.100.99', anna)
  await logInFrom('127.0.0.1', anna)
  await anna.call('createToken', { body: { name: 'bot', scopes: ['game:read'] } })
  expect((await box.newestTo(anna.email, 3)).subject).toBe('A new token for your account')
})

test('whoever opens “this was not me” takes the account back from somebody who knew the password', async () => {
  const anna = await registerPerson(server)
  const own = await box.tokenTo(anna.email, 'verify-email')
  expect((await server.call('verifyEmail', { body: { token: own } })).status).toBe(200)
  const thief = { ...anna, ...(await sessionOf(server, await logInFrom('192.0.2.66', anna))) }
  const token = await box.tokenTo(anna.email, 'not-me')
  server.clock.advance(60_000)
  // the thief changes what they can
  const made = await thief.call('createToken', { body: { name: 'mine', scopes: ['account:read'] } })
  expect(
    (await thief.call('changePassword', { body: { currentPassword: PASSWORD, newPassword: OTHER } })).status,
  ).toBe(200)
  const email = `thief-${anna.username}@example.net`
  await thief.call('changeEmail', { body: { email, password: OTHER } })
  const verification = await box.tokenTo(email, 'verify-email')
  expect((await server.call('verifyEmail', { body: { token: verification } })).status).toBe(200)
  await addTotp(thief)

  const secured = await reportNotMe(token)
  expect(secured.body).toMatchObject({ username: anna.username, sessionsEnded: 1, tokensRevoked: 1 })
  expect(await isAccepted(thief)).toBe(false)
  const bearer = { authorization: `Bearer ${made.body.token}` }
  expect((await server.call('getAccount', { headers: bearer })).status).toBe(401)
  for (const password of [PASSWORD, OTHER])
    expect(codeOf(await logInFrom('192.0.2.66', anna, password))).toBe('wrong-credentials')
  expect(codeOf(await reportNotMe(token))).toBe('link-expired')
  // nor can the thief take it again with what was mailed to them
  const theirs = await box.tokenTo(email, 'not-me')
  expect(codeOf(await reportNotMe(theirs))).toBe('link-expired')

  // the same link is in a mail, in case she closes the page
  expect(await box.tokenTo(anna.email, 'reset-password')).toBe(secured.body.token)
  const reset = { token: secured.body.token, password: 'the third of my horses' }
  expect((await server.call('resetPassword', { body: reset })).status).toBe(200)
  const again = await sessionOf(server, await logInFrom('127.0.0.1', anna, reset.password))
  expect((await again.call('getAccount')).body).toMatchObject({ email: anna.email, secondFactor: false })
  expect((await kindsOf(again)).slice(0, 3)).toEqual(['logged-in', 'password-reset', 'secured'])
})

test('“this was not me” cancels a deletion that a thief has requested', async () => {
  const anna = await registerPerson(server)
  const thief = await sessionOf(server, await logInFrom('192.0.2.66', anna))
  const earlier = await box.tokenTo(anna.email, 'not-me')
  for (const token of [earlier, null]) {
    const { call } = token ? thief : await sessionOf(server, await logInFrom('192.0.2.66', anna, OTHER))
    server.clock.advance(60_000)
    expect((await call('deleteAccount')).status).toBe(200)
    // the mail about the deletion has such a link too
    const mail = await box.mailWith(anna.email, 'You asked us to delete your account')
    const secured = await reportNotMe(token ?? tokenIn(mail, 'not-me'))
    expect(secured.status).toBe(200)
    expect((await call('getAccount')).status).toBe(401)
    box.mails.length = 0
    const reset = { token: secured.body.token, password: token ? OTHER : 'the third of my horses' }
    expect((await server.call('resetPassword', { body: reset })).status).toBe(200)
    const own = await sessionOf(server, await logInFrom('127.0.0.1', anna, reset.password))
    expect((await own.call('getAccount')).body.deletesAt).toBe(null)
    expect(await kindsOf(own)).toContain('deletion-undone')
  }
})

test('“this was not me” keeps a second factor that was there before', async () => {
  const anna = await registerPerson(server)
  await addTotp(anna)
  await anna.call('createToken', { body: { name: 'bot', scopes: ['game:read'] } })
  const token = await box.tokenTo(anna.email, 'not-me', 2)
  const secured = await reportNotMe(token)
  await server.call('resetPassword', { body: { token: secured.body.token, password: OTHER } })
  expect(codeOf(await logInFrom('127.0.0.1', anna, OTHER))).toBe('second-factor-needed')
})

test('a link of “this was not me” cannot be forged, used for something else, or used late', async () => {
  const anna = await registerPerson(server)
  await anna.call('createToken', { body: { name: 'bot', scopes: ['game:read'] } })
  const token = await box.tokenTo(anna.email, 'not-me')
  const [id, expires, signature] = token.split('.')
  for (const wrong of [
    `${Number(id) - 1}.${expires}.${signature}`,
    `${id}.${Number(expires) + 1}.${signature}`,
    'nonsense',
  ])
    expect(codeOf(await reportNotMe(wrong))).toBe('link-expired')
  expect(codeOf(await server.call('resetPassword', { body: { token, password: OTHER } }))).toBe(
    'link-expired',
  )
  server.clock.advance(72 * HOUR)
  expect(codeOf(await reportNotMe(token))).toBe('link-expired')
  expect(await isAccepted(anna)).toBe(true)
})

test('events are kept for 180 days', async () => {
  const anna = await registerPerson(server)
  server.clock.advance(181 * 24 * HOUR)
  await server.call('logIn', { body: { username: anna.username, password: PASSWORD } })
  expect(await pruneSecurityEvents(server.deps, server.store)).toBeGreaterThan(0)
  const count = await server.database.prisma.securityEvent.count({
    where: { account: { name: anna.username } },
  })
  expect(count).toBe(1)
})

test('“this was not me” undoes the change its own mail is about, though time passes between readings', async () => {
  const timed = await startServer({
    env: { ...box.env, PUBLIC_URL: 'https://tegenzet.example', REGISTER_LIMIT: '1000' },
    readingMs: 1,
  })
  const passkey = softwarePasskey('https://tegenzet.example')
  const changes: Record<string, (person: Person) => Promise<unknown>> = {
    'username-changed': ({ call, username }) =>
      call('changeUsername', { body: { username: `${username}-2` } }),
    'totp-added': async ({ call }) => {
      const { secret } = (await call('setUpTotp')).body
      const code = new TOTP({ secret }).generate({ timestamp: timed.clock.now().getTime() })
      return call('confirmTotp', { body: { code } })
    },
    'passkey-added': async ({ call }) =>
      call('addPasskey', {
        body: { name: 'phone', passkey: passkey.create((await call('startPasskey')).body) },
      }),
  }
  for (const [kind, change] of Object.entries(changes)) {
    const person = await registerPerson(timed)
    expect(await change(person)).toMatchObject({ status: expect.toBeOneOf([200, 201]) })
    const { items } = (await person.call('listSecurityEvents')).body
    expect(items[0].kind).toBe(kind)
    const token = await box.tokenTo(person.email, 'not-me')
    const secured = await timed.call('reportNotMe', { body: { token } })
    expect(secured.body.username, kind).toBe(person.username)
    await timed.call('resetPassword', { body: { token: secured.body.token, password: OTHER } })
    const body = { username: person.username, password: OTHER }
    const own = await sessionOf(timed, await timed.call('logIn', { body }))
    expect((await own.call('getAccount')).body, kind).toMatchObject({
      username: person.username,
      secondFactor: false,
    })
  }

  const secure = async ({ email }: Person) => {
    const token = await box.tokenTo(email, 'not-me')
    expect((await timed.call('reportNotMe', { body: { token } })).status).toBe(200)
  }
  const accountOf = ({ username }: Person) => ({ player: { username } })
  const { prisma } = timed.database

  const anna = await registerPerson(timed)
  const changed = { currentPassword: PASSWORD, newPassword: OTHER }
  expect((await anna.call('changePassword', { body: changed })).status).toBe(200)
  await secure(anna)
  const withOther = { body: { username: anna.username, password: OTHER } }
  expect(codeOf(await timed.call('logIn', withOther))).toBe('wrong-credentials')

  const bram = await registerPerson(timed)
  const email = `thief-${bram.username}@example.net`
  await bram.call('changeEmail', { body: { email, password: PASSWORD } })
  const verification = await box.tokenTo(email, 'verify-email')
  expect((await timed.call('verifyEmail', { body: { token: verification } })).status).toBe(200)
  await secure(bram)
  expect(await prisma.account.findFirst({ where: accountOf(bram) })).toMatchObject({ email: bram.email })
  await timed.close()
})
