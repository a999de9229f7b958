import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countAmount } from '../../src/accounts/limits/rate-counters.ts'
import { codesFromUnknown } from '../../src/accounts/managed/code-attempts.ts'
import { createMembers, enterMembers, logInWithCode } from '../people/made-members.ts'
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

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const ORIGIN = 'https://chess.example'

let server: TestServer
let boss: Person
beforeAll(async () => {
  const env = {
    PUBLIC_URL: ORIGIN,
    TRUST_PROXY: 'loopback',
    REGISTER_LIMIT: '1000',
    LOGIN_LIMIT: '5',
    ROOMY_ADDRESSES: '198.51.100.0/24',
  }
  server = await startServer({ env })
  boss = await registerPerson(server, 'chief')
  await server.database.prisma.account.update({
    where: { email: boss.email },
    data: { role: 'admin', adminGranted: true },
  })
})
afterAll(() => server?.close())
// resets the limits of an hour
beforeEach(async () => {
  server.clock.advance(HOUR)
  const { username } = boss
  const answer = await server.call('logIn', { body: { username, password: PASSWORD } })
  boss = { ...boss, ...(await sessionOf(server, answer)) }
})

let serial = 0
const newNames = (count: number) => Array.from({ length: count }, () => `pupil${++serial}`)
async function newCode(): Promise<{ username: string; code: string; url: string }> {
  const { body } = await createMembers(boss, newNames(1))
  return body.members[0]
}
const REFUSED = {
  code: 'unauthenticated',
  detail: 'This code is wrong, has been used, or has expired. Ask whoever gave it to you for a new one.',
}

test('a code logs in once, however it is typed, and is kept as a hash only', async () => {
  const { username, code, url } = await newCode()
  expect(code).toMatch(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/)
  expect(url).toBe(`${ORIGIN}/welcome#${code}`)
  const { prisma } = server.database
  const kept =
    await prisma.$queryRaw`SELECT to_jsonb(c) || to_jsonb(m) || to_jsonb(a) AS row FROM login_codes c
    JOIN managed_accounts m USING (account_id) JOIN accounts a ON a.id = m.account_id`
  for (const secret of [code, code.replace('-', '')]) expect(JSON.stringify(kept)).not.toContain(secret)

  const answer = await logInWithCode(server, ` ${code.toLowerCase().replace('-', ' ')} `)
  expect([answer.status, answer.body.account]).toMatchObject([
    200,
    {
      username,
      email: null,
      emailVerified: true,
      managed: true,
      language: 'nl',
      contact: 'clubs',
      roles: [],
    },
  ])
  expect(await isAccepted(await sessionOf(server, answer))).toBe(true)
  expect(await logInWithCode(server, code)).toMatchObject({ status: 401, body: REFUSED })
})

test('wrong, used, replaced and expired codes are refused alike', async () => {
  const used = await newCode()
  await logInWithCode(server, used.code)
  const replaced = await newCode()
  const params = { username: replaced.username }
  const { code } = (await boss.call('renewMemberCode', { params })).body
  const { code: old } = await newCode()
  server.clock.advance(30 * DAY)
  const answers = []
  for (const wrong of [used.code, replaced.code, old, 'AAAA-AAAA', 'O0IL-1111', 'x', code])
    answers.push(await logInWithCode(server, wrong))
  for (const answer of answers)
    expect([answer.status, answer.body, answer.headers.getSetCookie()]).toEqual([401, answers[0]!.body, []])
})

test('thirty wrong codes an hour from an address, thirty times as many where limits are wider', async () => {
  const wrong = (address: string) => logInWithCode(server, 'AAAA-AAAA', {}, address)
  const tries = async (address: string, count: number) => {
    const seen: Record<string, number> = {}
    for (let n = 0; n < count; n++) {
      const { status } = await wrong(address)
      seen[status] = (seen[status] ?? 0) + 1
    }
    return seen
  }
  // right ones do not count, also when they wait for a second factor
  for (const { code } of (await createMembers(boss, newNames(40))).body.members)
    expect((await logInWithCode(server, code, {}, '192.0.2.1')).status).toBe(200)
  expect(await tries('192.0.2.1', 32)).toEqual({ 401: 30, 429: 2 })
  // a right one does not tell
  const { code } = await newCode()
  expect((await logInWithCode(server, code, {}, '192.0.2.1')).status).toBe(429)
  expect((await logInWithCode(server, code, {}, '192.0.2.2')).status).toBe(200)
  // a /64 of IPv6 is one address
  expect(await tries('2001:db8::1', 30)).toEqual({ 401: 30 })
  expect(await tries('2001:db8::2', 1)).toEqual({ 429: 1 })
  expect(await tries('198.51.100.1', 31)).toEqual({ 401: 31 })
  server.clock.advance(HOUR)
  expect(await tries('192.0.2.1', 1)).toEqual({ 401: 1 })
})

test('a thousand wrong codes an hour from all addresses from which nobody has logged in', async () => {
  const { code: right } = await newCode()
  await logInWithCode(server, right, {}, '203.0.113.1')
  const statuses = async (tries: number) => {
    const all = []
    for (let n = 0; n < tries; n++)
      all.push((await logInWithCode(server, 'AAAA-AAAA', {}, `10.0.${n}.1`)).status)
    return all
  }
  expect(await statuses(3)).toEqual([401, 401, 401])
  // all but two of the rest, without a request for each
  await countAmount(server.deps, server.store, codesFromUnknown, 995, '')
  expect(await statuses(3)).toEqual([401, 401, 429])
  const { code } = await newCode()
  expect((await logInWithCode(server, code, {}, '10.1.0.1')).status).toBe(429)
  expect((await logInWithCode(server, 'AAAA-AAAA', {}, '203.0.113.1')).status).toBe(401)
  expect((await logInWithCode(server, code, {}, '203.0.113.1')).status).toBe(200)
})

test('at once, a code logs in one device', async () => {
  const { code } = await newCode()
  const answers = await Promise.all(Array.from({ length: 5 }, () => logInWithCode(server, code)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401])
})

test('a log-in by code is no proof of identity, but whoever has nothing sets a password or a passkey', async () => {
  const [pupil] = (await enterMembers(server, boss, newNames(1))) as [any]
  const token = () => pupil.call('createToken', { body: { name: 'x', scopes: ['game:read'] } })
  for (const call of ['createToken', 'setUpTotp', 'requestExport', 'deleteAccount'] as const)
    expect(codeOf(call === 'createToken' ? await token() : await pupil.call(call))).toBe('proof-needed')
  const set = (newPassword: string, more = {}) =>
    pupil.call('changePassword', { body: { newPassword, ...more } })
  expect(codeOf(await set('password1234'))).toBe('weak-password')
  expect(codeOf(await set(PASSWORD, { currentPassword: PASSWORD }))).toBe('wrong-credentials')
  expect((await set(PASSWORD)).body).toEqual({ sessionsEnded: 0 })
  expect(codeOf(await set('another horse battery'))).toBe('wrong-credentials')
  expect(codeOf(await token())).toBe('proof-needed')
  expect((await pupil.call('proveIdentity', { body: { password: PASSWORD } })).status).toBe(200)
  expect((await token()).status).toBe(201)
  const { username } = pupil
  expect((await server.call('logIn', { body: { username, password: PASSWORD } })).status).toBe(200)
})

test('a passkey comes first or second, and is asked for beside the next code', async () => {
  const [pupil] = (await enterMembers(server, boss, newNames(1))) as [any]
  const passkey = softwarePasskey(ORIGIN)
  const add = async () => {
    const { status, body } = await pupil.call('startPasskey')
    return status === 200
      ? pupil.call('addPasskey', { body: { name: 'phone', passkey: passkey.create(body) } })
      : { status, body }
  }
  expect((await add()).status).toBe(201)
  // now there is something to prove with
  expect(codeOf(await add())).toBe('proof-needed')
  expect(codeOf(await pupil.call('changePassword', { body: { newPassword: PASSWORD } }))).toBe('proof-needed')

  const params = { username: pupil.username }
  const { code } = (await boss.call('renewMemberCode', { params })).body
  for (let n = 0; n < 40; n++) expect(codeOf(await logInWithCode(server, code))).toBe('second-factor-needed')
  expect(codeOf(await logInWithCode(server, code, { secondFactor: '000000' }))).toBe('wrong-credentials')
  const challenge = (await server.call('challengePasskey', { headers: { origin: ORIGIN } })).body
  const answer = await server.call('logInWithCode', {
    body: { code, passkey: passkey.get(challenge) },
    headers: { origin: ORIGIN },
  })
  expect(answer.status).toBe(200)
  expect(codeOf(await logInWithCode(server, code))).toBe('unauthenticated')
})

test('whoever has a code guesses the second factor as slowly as with the password', async () => {
  const [pupil] = (await enterMembers(server, boss, newNames(1))) as [any]
  await pupil.call('changePassword', { body: { newPassword: PASSWORD } })
  await pupil.call('proveIdentity', { body: { password: PASSWORD } })
  const { secret } = (await pupil.call('setUpTotp')).body
  const now = () => new TOTP({ secret }).generate({ timestamp: server.clock.now().getTime() })
  await pupil.call('confirmTotp', { body: { code: now() } })
  const { code } = (await boss.call('renewMemberCode', { params: { username: pupil.username } })).body
  const tries = []
  for (let n = 0; n < 7; n++)
    tries.push(codeOf(await logInWithCode(server, code, { secondFactor: '000000' }, '192.0.2.77')))
  expect(tries).toEqual([...Array(5).fill('wrong-credentials'), 'rate-limited', 'rate-limited'])
  server.clock.advance(HOUR)
  expect((await logInWithCode(server, code, { secondFactor: now() }, '192.0.2.77')).status).toBe(200)
})

test('a code for another device works once, for five minutes, beside that of the manager', async () => {
  const [pupil] = (await enterMembers(server, boss, newNames(1))) as [any]
  const first = await pupil.call('createDeviceCode')
  const expiresAt = new Date(server.clock.now().getTime() + 5 * MINUTE).toISOString()
  expect([first.status, first.body]).toEqual([201, { ...first.body, expiresAt }])
  const second = (await pupil.call('createDeviceCode')).body
  expect(codeOf(await logInWithCode(server, first.body.code))).toBe('unauthenticated')
  const { code } = (await boss.call('renewMemberCode', { params: { username: pupil.username } })).body
  expect((await logInWithCode(server, second.code)).status).toBe(200)
  expect(codeOf(await logInWithCode(server, second.code))).toBe('unauthenticated')
  expect((await logInWithCode(server, code)).status).toBe(200)
  const late = (await pupil.call('createDeviceCode')).body
  server.clock.advance(5 * MINUTE)
  expect(codeOf(await logInWithCode(server, late.code))).toBe('unauthenticated')
  const person = await registerPerson(server)
  expect(codeOf(await person.call('createDeviceCode'))).toBe('conflict')
})

test('a lost phone: the new code ends sessions, programs, the password and second factors', async () => {
  const [pupil] = (await enterMembers(server, boss, newNames(1))) as [any]
  await pupil.call('changePassword', { body: { newPassword: PASSWORD } })
  await pupil.call('proveIdentity', { body: { password: PASSWORD } })
  const { token } = (await pupil.call('createToken', { body: { name: 'x', scopes: ['account:read'] } })).body
  const { secret } = (await pupil.call('setUpTotp')).body
  const totp = new TOTP({ secret }).generate({ timestamp: server.clock.now().getTime() })
  await pupil.call('confirmTotp', { body: { code: totp } })
  const device = (await pupil.call('createDeviceCode')).body

  const params = { username: pupil.username }
  const renew = (body?: object) => boss.call('renewMemberCode', { params, ...(body && { body }) })
  expect(codeOf(await logInWithCode(server, (await renew()).body.code))).toBe('second-factor-needed')
  expect(await isAccepted(pupil)).toBe(true)
  const { code } = (await renew({ endSessions: true })).body
  expect(await isAccepted(pupil)).toBe(false)
  expect((await server.call('getAccount', { headers: { authorization: `Bearer ${token}` } })).status).toBe(
    401,
  )
  expect(codeOf(await logInWithCode(server, device.code))).toBe('unauthenticated')
  const { username } = pupil
  expect(codeOf(await server.call('logIn', { body: { username, password: PASSWORD } }))).toBe(
    'wrong-credentials',
  )
  const again = await sessionOf(server, await logInWithCode(server, code))
  expect((await again.call('getFactors')).body).toEqual({
    password: false,
    totp: null,
    passkeys: [],
    recoveryCodesLeft: 0,
  })
  // whoever has forgotten the password chooses another
  expect((await again.call('changePassword', { body: { newPassword: `another ${PASSWORD}` } })).status).toBe(
    200,
  )
  expect((await again.call('getFactors')).body.password).toBe(true)
  const events = (await again.call('listSecurityEvents')).body.items
  expect(events.slice(1, 5).map(({ kind, subject }: any) => [kind, subject])).toEqual([
    ['logged-in', null],
    ['login-code-renewed', boss.username],
    ['factors-removed', null],
    ['access-revoked', null],
  ])
})
