import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signLink } from '../../src/accounts/credentials/mailed-link.ts'
import { removeAllFactors } from '../../src/accounts/factors/remove-all-factors.ts'
import { codeOf, PASSWORD, type Person, registerPerson, sessionOf } from '../people/registered-person.ts'
import type { Answer } from '../server/call-operation.ts'
import { startServer, type TestServer } from '../server/harness.ts'

const MINUTE = 60_000

let server: TestServer
beforeAll(async () => {
  server = await startServer({ env: { REGISTER_LIMIT: '1000', LOGIN_LIMIT: '5' } })
})
afterAll(() => server?.close())
// resets the rate limits
beforeEach(() => server.clock.advance(60 * MINUTE))

interface Enrolled extends Person {
  secret: string
  recoveryCodes: string[]
}

/** What the app shows now. */
const codeNow = (secret: string, timestamp = server.clock.now().getTime()) =>
  new TOTP({ secret }).generate({ timestamp })

/** Somebody who uses an authenticator app, whose next code has not been used. */
async function enrol(): Promise<Enrolled> {
  const person = await registerPerson(server)
  const setUp = await person.call('setUpTotp')
  expect(setUp.status).toBe(201)
  const { secret } = setUp.body
  expect(setUp.body.uri).toContain(secret)
  const confirmed = await person.call('confirmTotp', { body: { code: codeNow(secret) } })
  expect(confirmed.status).toBe(200)
  server.clock.advance(MINUTE)
  return { ...person, secret, recoveryCodes: confirmed.body.recoveryCodes }
}

const logIn = ({ username }: Person, code?: string, password = PASSWORD): Promise<Answer> =>
  server.call('logIn', { body: { username, password, ...(code && { code }) } })

test('a log-in needs a code of the app once the first one was entered', async () => {
  const anna = await registerPerson(server)
  const { secret } = (await anna.call('setUpTotp')).body
  expect((await logIn(anna)).status).toBe(200)
  expect(codeOf(await anna.call('confirmTotp', { body: { code: '000 000' } }))).toBe('wrong-credentials')
  expect((await anna.call('getAccount')).body.secondFactor).toBe(false)

  const confirmed = await anna.call('confirmTotp', { body: { code: codeNow(secret) } })
  expect(new Set(confirmed.body.recoveryCodes).size).toBe(10)
  expect((await anna.call('getAccount')).body.secondFactor).toBe(true)
  expect((await anna.call('getFactors')).body).toEqual({
    password: true,
    totp: { confirmedAt: server.clock.now().toISOString() },
    passkeys: [],
    recoveryCodesLeft: 10,
  })
  expect(codeOf(await anna.call('setUpTotp'))).toBe('conflict')
  expect(codeOf(await anna.call('confirmTotp', { body: { code: codeNow(secret) } }))).toBe('conflict')

  server.clock.advance(MINUTE)
  const needed = await logIn(anna)
  expect([needed.status, needed.body.code, needed.headers.getSetCookie()]).toEqual([
    ...[401, 'second-factor-needed', []],
  ])
  // a wrong password reveals nothing about the second factor
  expect(codeOf(await logIn(anna, undefined, 'another horse'))).toBe('wrong-credentials')
  expect(codeOf(await logIn(anna, codeNow(secret), 'another horse'))).toBe('wrong-credentials')
  const entered = await logIn(anna, codeNow(secret).replace(/(?=...$)/, ' '))
  expect([entered.status, entered.body.account.username]).toEqual([200, anna.username])
})

test('the secret is stored encrypted and recovery codes are stored hashed', async () => {
  const { secret, recoveryCodes } = await enrol()
  const { rows } = await server.database.pool.query(
    `SELECT secret AS stored FROM totps UNION ALL SELECT encode(hash, 'escape') FROM recovery_codes`,
  )
  const stored = rows.map((row) => row.stored).join()
  for (const each of [secret, ...recoveryCodes]) expect(stored).not.toContain(each)
})

test('a code works once, also when it is sent twice at the same moment', async () => {
  const anna = await enrol()
  const code = codeNow(anna.secret)
  const answers = await Promise.all([logIn(anna, code), logIn(anna, code)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  expect(codeOf(await logIn(anna, code))).toBe('wrong-credentials')
  // nor do earlier ones
  const earlier = codeNow(anna.secret, server.clock.now().getTime() - 30_000)
  expect(codeOf(await logIn(anna, earlier))).toBe('wrong-credentials')
  server.clock.advance(30_000)
  expect((await logIn(anna, codeNow(anna.secret))).status).toBe(200)
})

test('each recovery code replaces a code once, however it is typed', async () => {
  const anna = await enrol()
  const [first, second] = anna.recoveryCodes as [string, string]
  expect((await logIn(anna, first)).status).toBe(200)
  expect(codeOf(await logIn(anna, first))).toBe('wrong-credentials')
  expect((await logIn(anna, second.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
  expect((await anna.call('getFactors')).body.recoveryCodesLeft).toBe(8)
  const bram = await enrol()
  expect(codeOf(await logIn(bram, anna.recoveryCodes[2]))).toBe('wrong-credentials')
})

test('new recovery codes replace the old ones', async () => {
  const anna = await enrol()
  const renewed = await anna.call('renewRecoveryCodes')
  expect(renewed.status).toBe(200)
  expect(codeOf(await logIn(anna, anna.recoveryCodes[0]))).toBe('wrong-credentials')
  expect((await logIn(anna, renewed.body.recoveryCodes[0])).status).toBe(200)
})

test('wrong codes are limited, and a right password without code lifts no limit', async () => {
  const anna = await enrol()
  for (let i = 0; i < 5; i++) {
    expect(codeOf(await logIn(anna))).toBe('second-factor-needed')
    expect(codeOf(await logIn(anna, '000000'))).toBe('wrong-credentials')
  }
  expect(codeOf(await logIn(anna, codeNow(anna.secret)))).toBe('rate-limited')
  expect(codeOf(await anna.call('proveIdentity', { body: { code: codeNow(anna.secret) } }))).toBe(
    'rate-limited',
  )
  server.clock.advance(15 * MINUTE)
  expect((await logIn(anna, codeNow(anna.secret))).status).toBe(200)
})

test('a code is a proof of identity, which changes of the factors need', async () => {
  const anna = await enrol()
  server.clock.advance(10 * MINUTE)
  for (const change of ['setUpTotp', 'removeTotp', 'renewRecoveryCodes'] as const)
    expect(codeOf(await anna.call(change))).toBe('proof-needed')
  expect(codeOf(await anna.call('confirmTotp', { body: { code: '123456' } }))).toBe('proof-needed')
  expect(codeOf(await anna.call('proveIdentity', { body: { code: '000000' } }))).toBe('wrong-credentials')
  const proof = await anna.call('proveIdentity', { body: { code: codeNow(anna.secret) } })
  expect(proof.status).toBe(200)
  expect((await anna.call('removeTotp')).status).toBe(204)
  expect((await anna.call('getFactors')).body).toEqual({
    password: true,
    totp: null,
    passkeys: [],
    recoveryCodesLeft: 0,
  })
  expect((await logIn(anna)).status).toBe(200)
  expect(codeOf(await anna.call('removeTotp'))).toBe('not-found')
  expect(codeOf(await anna.call('renewRecoveryCodes'))).toBe('conflict')
  // somebody without an app has no code to prove anything with
  expect(codeOf(await anna.call('proveIdentity', { body: { code: codeNow(anna.secret) } }))).toBe(
    'wrong-credentials',
  )
})

test('a log-in with a code counts as a proof', async () => {
  const anna = await enrol()
  const { call } = await sessionOf(server, await logIn(anna, codeNow(anna.secret)))
  expect((await call('renewRecoveryCodes')).status).toBe(200)
})

test('a password reset keeps the second factor', async () => {
  const anna = await enrol()
  const sent = await server.call('requestPasswordReset', { body: { name: anna.username } })
  expect(sent.status).toBe(200)
  const { text } = await server.database.prisma.mail.findFirstOrThrow({
    where: { kind: 'reset-password', recipient: anna.email },
  })
  const token = /reset-password#(\S+)/.exec(text!)![1]
  const password = 'another horse entirely'
  expect((await server.call('resetPassword', { body: { token, password } })).status).toBe(200)
  expect(codeOf(await logIn(anna, undefined, password))).toBe('second-factor-needed')
  expect((await logIn(anna, codeNow(anna.secret), password)).status).toBe(200)
})

test('a secret that was encrypted with another SECRET counts as a wrong code, and recovery codes still work', async () => {
  const anna = await enrol()
  await server.database.pool.query(
    `UPDATE totps SET secret = 'ff' WHERE account_id = (SELECT id FROM accounts WHERE name = $1)`,
    [anna.username],
  )
  expect(codeOf(await logIn(anna, codeNow(anna.secret)))).toBe('wrong-credentials')
  expect((await logIn(anna, anna.recoveryCodes[0])).status).toBe(200)
})

test('the host removes the factors of somebody who has lost them', async () => {
  const anna = await enrol()
  const { deps, store, database } = server
  expect(await removeAllFactors(deps, store, 'nobody-of-that-name')).toBeUndefined()
  const done = { username: anna.username, removed: 1 }
  expect(await removeAllFactors(deps, store, anna.username.toUpperCase())).toEqual(done)
  expect((await logIn(anna)).status).toBe(200)
  expect((await anna.call('getFactors')).body).toEqual({
    password: true,
    totp: null,
    passkeys: [],
    recoveryCodesLeft: 0,
  })
  const { items } = (await anna.call('listSecurityEvents')).body
  expect(items[1]).toMatchObject({ kind: 'factors-removed', network: null })
  const mails = { kind: 'factors-removed', recipient: anna.email }
  expect(await database.prisma.mail.count({ where: mails })).toBe(1)
  const acts = { kind: 'factors-removed', byId: null, playerId: { not: null } }
  expect(await database.prisma.adminAct.count({ where: acts })).toBe(1)
  // again there is nothing to do or to say
  expect(await removeAllFactors(deps, store, anna.username)).toEqual({ ...done, removed: 0 })
  expect(await database.prisma.mail.count({ where: mails })).toBe(1)
})

test('a password reset does not renew the guesses at the second factor', async () => {
  const anna = await enrol()
  for (let guess = 0; guess < 5; guess++) await logIn(anna, '000000')
  expect(codeOf(await logIn(anna, '000000'))).toBe('rate-limited')
  const { id, email } = await server.database.prisma.account.findFirstOrThrow({
    where: { name: anna.username },
  })
  const { password } = await server.database.prisma.credential.findFirstOrThrow({ where: { userId: id } })
  const expiresAt = new Date(server.clock.now().getTime() + MINUTE)
  const link = signLink(server.deps, 'reset-password', id, [email, password!], expiresAt)
  const body = { token: new URL(link).hash.slice(1), password: 'another horse entirely' }
  expect((await server.call('resetPassword', { body })).status).toBe(200)
  expect(codeOf(await logIn(anna, '000000', body.password))).toBe('rate-limited')
})
