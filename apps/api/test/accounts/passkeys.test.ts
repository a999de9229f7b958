import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { eraseAccounts } from '../../src/privacy/erasure/erase-accounts.ts'
import { codeOf, PASSWORD, type Person, registerPerson, sessionOf } from '../people/registered-person.ts'
import { type SoftwarePasskey, softwarePasskey } from '../people/software-passkey.ts'
import { startServer, type TestServer } from '../server/harness.ts'

const ORIGIN = 'https://tegenzet.example'
const MINUTE = 60_000

let server: TestServer
beforeAll(async () => {
  server = await startServer({ env: { PUBLIC_URL: ORIGIN, REGISTER_LIMIT: '1000', LOGIN_LIMIT: '1000' } })
})
afterAll(() => server?.close())

const add = async ({ call }: Person, passkey: SoftwarePasskey, name = 'phone') =>
  call('addPasskey', { body: { name, passkey: passkey.create((await call('startPasskey')).body) } })
const challenge = async () => (await server.call('challengePasskey')).body
const logIn = (body: Record<string, unknown>) => server.call('logIn', { body })

/** Somebody with a passkey. */
async function withPasskey(): Promise<Person & { passkey: SoftwarePasskey; recoveryCodes: string[] }> {
  const person = await registerPerson(server)
  const passkey = softwarePasskey(ORIGIN)
  const added = await add(person, passkey)
  expect(added.status).toBe(201)
  return { ...person, passkey, recoveryCodes: added.body.recoveryCodes }
}

async function addTotp({ call }: Person): Promise<void> {
  const { secret } = (await call('setUpTotp')).body
  const code = new TOTP({ secret }).generate({ timestamp: server.clock.now().getTime() })
  expect((await call('confirmTotp', { body: { code } })).status).toBe(200)
}

test('a passkey logs in alone, and is a second factor for the password', async () => {
  const anna = await withPasskey()
  expect(anna.recoveryCodes.length).toBe(10)
  expect((await anna.call('getAccount')).body.secondFactor).toBe(true)
  const alone = await logIn({ passkey: anna.passkey.get(await challenge()) })
  expect([alone.status, alone.body.account?.username]).toEqual([200, anna.username])

  const own = { username: anna.username, password: PASSWORD }
  expect(codeOf(await logIn(own))).toBe('second-factor-needed')
  expect((await logIn({ ...own, passkey: anna.passkey.get(await challenge()) })).status).toBe(200)
  expect((await logIn({ ...own, code: anna.recoveryCodes[0] })).status).toBe(200)

  const { passkeys } = (await anna.call('getFactors')).body
  expect(passkeys).toMatchObject([{ name: 'phone', lastUsedAt: server.clock.now().toISOString() }])
})

test('an answer works once, for five minutes, and for its own account', async () => {
  const [anna, bram] = [await withPasskey(), await withPasskey()]
  const passkey = anna.passkey.get(await challenge())
  const answers = await Promise.all([logIn({ passkey }), logIn({ passkey })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])

  const old = await challenge()
  server.clock.advance(5 * MINUTE)
  expect(codeOf(await logIn({ passkey: anna.passkey.get(old) }))).toBe('wrong-credentials')
  const asBram = { username: bram.username, password: PASSWORD }
  expect(codeOf(await logIn({ ...asBram, passkey: anna.passkey.get(await challenge()) }))).toBe(
    'wrong-credentials',
  )
  const invented = { challenge: Buffer.alloc(54).toString('base64url') }
  expect(codeOf(await logIn({ passkey: anna.passkey.get(invented) }))).toBe('wrong-credentials')
  const unknown = softwarePasskey(ORIGIN).get(await challenge())
  expect(codeOf(await logIn({ passkey: unknown }))).toBe('wrong-credentials')
  const changed = anna.passkey.get(await challenge())
  Object.assign(changed.response as object, { signature: 'AAAA' })
  expect(codeOf(await logIn({ passkey: changed }))).toBe('wrong-credentials')
})

test('a passkey of another site, without a PIN, or for another account’s challenge is refused', async () => {
  const [anna, bram] = [await registerPerson(server), await registerPerson(server)]
  expect(codeOf(await add(anna, softwarePasskey('https://phishing.example')))).toBe('wrong-credentials')
  expect(codeOf(await add(anna, softwarePasskey(ORIGIN, { verified: false })))).toBe('wrong-credentials')
  const theirs = softwarePasskey(ORIGIN).create((await bram.call('startPasskey')).body)
  expect(codeOf(await anna.call('addPasskey', { body: { name: 'x', passkey: theirs } }))).toBe(
    'wrong-credentials',
  )
  const passkey = softwarePasskey(ORIGIN)
  expect((await add(anna, passkey)).status).toBe(201)
  expect(codeOf(await add(bram, passkey))).toBe('conflict')
})

test('a passkey is a proof of identity, which adding and removing one needs', async () => {
  const anna = await withPasskey()
  const [{ id }] = (await anna.call('getFactors')).body.passkeys
  server.clock.advance(10 * MINUTE)
  expect(codeOf(await anna.call('startPasskey'))).toBe('proof-needed')
  expect(codeOf(await anna.call('removePasskey', { params: { id } }))).toBe('proof-needed')
  const bram = await withPasskey()
  const prove = async (passkey: SoftwarePasskey) =>
    anna.call('proveIdentity', { body: { passkey: passkey.get(await challenge()) } })
  expect(codeOf(await prove(bram.passkey))).toBe('wrong-credentials')
  expect((await prove(anna.passkey)).status).toBe(200)
  const second = await add(anna, softwarePasskey(ORIGIN), 'key')
  expect([second.status, second.body.recoveryCodes]).toEqual([201, null])
  const bramsId = (await bram.call('getFactors')).body.passkeys[0].id
  expect(codeOf(await anna.call('removePasskey', { params: { id: bramsId } }))).toBe('not-found')
  for (const each of [id, second.body.passkey.id])
    expect((await anna.call('removePasskey', { params: { id: each } })).status).toBe(204)
  expect((await anna.call('getFactors')).body).toEqual({
    password: true,
    totp: null,
    passkeys: [],
    recoveryCodesLeft: 0,
  })
  expect((await logIn({ username: anna.username, password: PASSWORD })).status).toBe(200)
})

test('a log-in with a passkey counts as a proof', async () => {
  const anna = await withPasskey()
  const { call } = await sessionOf(server, await logIn({ passkey: anna.passkey.get(await challenge()) }))
  expect((await call('startPasskey')).status).toBe(200)
})

test('a log-in without a passkey needs both the username and the password', async () => {
  for (const body of [{}, { username: 'anna' }, { password: PASSWORD }, { code: '123456' }])
    expect(codeOf(await logIn(body))).toBe('validation')
  const { body } = await logIn({ username: 'anna' })
  expect(body.errors).toMatchObject([{ path: '/body/password' }])
})

test('a closed account loses its passkeys with its password, before the rest of it is erased', async () => {
  const anna = await withPasskey()
  expect((await anna.call('deleteAccount')).status).toBe(200)
  server.clock.advance(7 * 24 * 60 * MINUTE)
  expect(await eraseAccounts(server.deps, server.store)).toBe(1)
  expect(codeOf(await logIn({ passkey: anna.passkey.get(await challenge()) }))).toBe('wrong-credentials')
})

test('a passkey that is added while the authenticator app is removed leaves no account without recovery codes', async () => {
  for (let n = 0; n < 8; n++) {
    const anna = await registerPerson(server)
    await addTotp(anna)
    const passkey = softwarePasskey(ORIGIN).create((await anna.call('startPasskey')).body)
    const [added, removed] = await Promise.all([
      anna.call('addPasskey', { body: { name: 'phone', passkey } }),
      anna.call('removeTotp'),
    ])
    expect([added.status, removed.status]).toEqual([201, 204])
    expect((await anna.call('getFactors')).body).toMatchObject({ totp: null, recoveryCodesLeft: 10 })
  }
})

test('recovery codes go with the last factor, also when two are removed at once', async () => {
  for (let n = 0; n < 8; n++) {
    const anna = await withPasskey()
    await addTotp(anna)
    const { passkeys } = (await anna.call('getFactors')).body
    const removed = await Promise.all([
      anna.call('removePasskey', { params: { id: passkeys[0].id } }),
      anna.call('removeTotp'),
    ])
    expect(removed.map(({ status }) => status)).toEqual([204, 204])
    expect((await anna.call('getFactors')).body).toMatchObject({ recoveryCodesLeft: 0 })
  }
})

test('a passkey at an IP address is refused with a documented conflict, for a proof and for a log-in', async () => {
  const local = await startServer({ env: { PUBLIC_URL: 'http://127.0.0.1:3000' } })
  try {
    const { username, call } = await registerPerson(local, 'local')
    const passkey = softwarePasskey(ORIGIN).get(await challenge())
    expect(codeOf(await call('proveIdentity', { body: { passkey } }))).toBe('conflict')
    expect(codeOf(await local.call('logIn', { body: { passkey } }))).toBe('conflict')
    expect((await local.call('logIn', { body: { username, password: PASSWORD } })).status).toBe(200)
  } finally {
    await local.close()
  }
})

test('an error of the server’s own is not a wrong passkey', async () => {
  const anna = await withPasskey()
  const passkey = anna.passkey.get(await challenge())
  const broken = vi.spyOn(Buffer.prototype, 'readUIntBE').mockImplementation(() => {
    throw new Error('a bug')
  })
  try {
    const answer = await fetch(`${server.url}/api/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ passkey }),
    })
    expect(answer.status).toBe(500)
  } finally {
    broken.mockRestore()
  }
  expect((await logIn({ passkey })).status).toBe(200)
})

test('a malformed answer is a wrong passkey', async () => {
  const anna = await withPasskey()
  const encode = (data: string) => Buffer.from(data).toString('base64url')
  for (const changed of [
    { clientDataJSON: encode('no JSON') },
    { clientDataJSON: encode('null') },
    { authenticatorData: encode('short') },
  ]) {
    const passkey = anna.passkey.get(await challenge())
    Object.assign(passkey.response as object, changed)
    expect(codeOf(await logIn({ passkey }))).toBe('wrong-credentials')
    const created = softwarePasskey(ORIGIN).create((await anna.call('startPasskey')).body)
    Object.assign(created.response as object, changed, { attestationObject: encode('no CBOR') })
    expect(codeOf(await anna.call('addPasskey', { body: { name: 'x', passkey: created } }))).toBe(
      'wrong-credentials',
    )
  }
})
