import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database } from '@tegenzet/db'
import { testDatabase } from '@tegenzet/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLoopback } from '../../src/accounts/admins/admin-code.ts'
import { grantAdmin, listAdmins, revokeAdmin } from '../../src/accounts/admins/grant-admin.ts'
import { lockPlayer } from '../../src/accounts/players/lock-player.ts'
import { type Db, inTransaction, openStore } from '../../src/store/transaction.ts'
import { startServer } from '../server/harness.ts'
import { startServerProcess } from '../server/server-process.ts'

let database: Database & { url?: string }
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  db = openStore(database, { appended() {}, revoked() {} })
})
afterAll(() => database.close())

const account = (username: string) => ({
  username,
  email: `${username}@example.org`,
  password: 'correct horse battery',
})

/** Starts the server with these settings. Returns its log and the admins afterwards. */
async function start(env: Record<string, string>) {
  const lines: any[] = []
  const server = await startServer({ database, env, log: (line) => lines.push(JSON.parse(line)) })
  const register = (username: string, adminCode?: string) =>
    server.call('register', { body: { ...account(username), adminCode } })
  const codeOf = (username: string): string | undefined =>
    lines.find((line) => line.adminCode && line.username === username)?.adminCode
  return { ...server, register, codeOf }
}
const admins = async () => (await listAdmins(db)).map(({ username }) => username)

test.each([
  ['error', false],
  ['silent', false],
  ['warn', true],
])('the built server says the code of an admin with LOG_LEVEL=%s', async (LOG_LEVEL, warns) => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'tegenzet-admins-'))
  const server = await startServerProcess({
    DATABASE_URL: '',
    DATA_DIR,
    LOG_LEVEL,
    ADMINS: 'ada',
    PUBLIC_URL: 'https://molen.example',
  })
  await server.end('SIGTERM')
  rmSync(DATA_DIR, { recursive: true })
  expect(server.output()).toMatch(/"username":"ada","adminCode":"[\w-]{20}"/)
  // https, but no proxy is trusted
  expect(server.output().includes('set TRUST_PROXY=true')).toBe(warns)
})

describe('the names in ADMINS', () => {
  test('are admins when they register', async () => {
    const server = await start({ ADMINS: 'Ada, bea' })
    expect((await server.register('ADA')).body.account.role).toBe('admin')
    expect((await server.register('carol')).body.account.role).toBe('player')
    await server.close()
  })

  test('become admins when the server starts, and lose the role when taken off the list', async () => {
    const second = await start({ ADMINS: 'carol' })
    expect(await admins()).toEqual(['carol'])
    const { token } = await second.player('dora', { role: 'admin' })
    await second.close()
    const third = await start({})
    // granted by hand, so no setting removes it
    expect(await admins()).toEqual(['dora'])
    const { status } = await third.call('getAccount', { headers: { authorization: `Bearer ${token}` } })
    expect(status).toBe(200)
    await third.close()
    await revokeAdmin(db, 'dora', new Date())
  })

  test('cannot be those of bots, nor can a bot be made an admin by hand', async () => {
    const first = await start({ ADMINS: 'gus' })
    const body = { ...account('gus'), kind: 'bot' }
    expect((await first.call('register', { body })).body.code).toBe('forbidden')
    await first.player('robo', { kind: 'bot' })
    await first.close()
    await (await start({ ADMINS: 'robo' })).close()
    expect(await admins()).not.toContain('robo')
    expect(await grantAdmin(db, 'robo', new Date())).toBeUndefined()
  })

  test('need the logged code to register where others can reach the server', async () => {
    const env = { ADMINS: 'ella,fay', PUBLIC_URL: 'https://tegenzet.example' }
    const [one, other] = [await start(env), await start(env)]
    const code = one.codeOf('ella')!
    expect(code).toMatch(/^[\w-]{20}$/)
    // in every process, and for one name only
    expect(other.codeOf('ella')).toBe(code)
    expect(other.codeOf('fay')).not.toBe(code)
    for (const wrong of [undefined, 'x', one.codeOf('fay'), `${code}x`, '\u00e9'.repeat(20)])
      expect((await one.register('Ella', wrong)).body.code).toBe('forbidden')
    expect((await other.register('Ella', code)).body.account.role).toBe('admin')
    // the code works once: now the name is taken
    expect((await one.register('ella', code)).body.code).toBe('username-taken')
    await Promise.all([one.close(), other.close()])
    const later = await start(env)
    expect([later.codeOf('ella'), later.codeOf('fay')]).toEqual([undefined, expect.any(String)])
    await later.close()
  })
})

test('do not affect a role that was granted by hand', async () => {
  const server = await start({})
  await server.register('gwen')
  await server.close()
  expect(await grantAdmin(db, 'GWEN', new Date())).toBe('gwen')
  for (const named of ['', 'gwen', '']) {
    await (await start({ ADMINS: named })).close()
    expect(await admins()).toContain('gwen')
  }
  expect(await revokeAdmin(db, 'gwen', new Date())).toBe('gwen')
  await (await start({})).close()
  expect(await admins()).not.toContain('gwen')
  expect(await grantAdmin(db, 'nobody', new Date())).toBeUndefined()
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'cannot be granted to a player who is just becoming a bot',
  async () => {
    const server = await start({})
    const { id, call } = await server.player('ivo')
    const waiting = () =>
      database.prisma.$queryRaw`
        SELECT true FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    const results = await inTransaction(db, async (tx) => {
      await lockPlayer(tx, id)
      const becoming = call('updateAccount', { body: { kind: 'bot' } })
      await expect.poll(waiting).toHaveLength(1)
      const granting = grantAdmin(server.store, 'ivo', new Date())
      await expect.poll(waiting).toHaveLength(2)
      return [becoming, granting] as const
    })
    expect(await Promise.all(results)).toMatchObject([{ status: 200 }, undefined])
    await server.close()
  },
)

test('only loopback addresses count as this machine', () => {
  const loopback = [
    'http://127.0.0.1:3000',
    'http://127.9.9.9',
    'http://localhost',
    'http://a.localhost',
    'http://[::1]',
  ]
  const elsewhere = [
    'http://0.0.0.0',
    'http://127.example',
    'https://tegenzet.example',
    'http://[::]',
    'http://10.0.0.1',
  ]
  expect(loopback.filter((url) => !isLoopback(url))).toEqual([])
  expect(elsewhere.filter(isLoopback)).toEqual([])
})

const SMTP = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'host@example.org' }

describe('tegenzet admin', () => {
  const run = async (
    args: string[],
    url = '',
    env: Record<string, string> = {},
  ): Promise<{ code: number; out: string; err: string }> => {
    const cli = fileURLToPath(new URL('../../dist/admin.js', import.meta.url))
    const child = spawn(process.execPath, [cli, ...args], {
      env: { ...process.env, DATABASE_URL: url, ...env },
      cwd: fileURLToPath(new URL('../../../..', import.meta.url)),
    })
    let [out, err] = ['', '']
    child.stdout.on('data', (data) => {
      out += data
    })
    child.stderr.on('data', (data) => {
      err += data
    })
    const code = await new Promise<number>((resolve) => child.once('close', resolve))
    return { code, out, err }
  }

  test('explains why it cannot open an embedded database in use, and shows its usage', async () => {
    expect(await run(['list'])).toMatchObject({ code: 1, err: expect.stringContaining('ADMINS') })
    for (const wrong of [[], ['grant'], ['make', 'anna'], ['list', 'anna']])
      expect(await run(wrong)).toMatchObject({ code: 1, err: expect.stringContaining('usage: admin') })
  })

  test('says why it cannot use the database', async () => {
    const { code, err } = await run(['list'], 'postgres://127.0.0.1:1/nowhere')
    expect(code).toBe(1)
    expect(err).toMatch(/No database answers at 127\.0\.0\.1:1 .*fix DATABASE_URL\.\n$/)
  })

  test('connects to Postgres itself where the server uses a pooler', async () => {
    const direct = { DATABASE_DIRECT_URL: 'postgres://127.0.0.1:1/direct' }
    const { code, err } = await run(['list'], 'postgres://pooler.invalid:1/pooled', direct)
    expect([code, err.includes('127.0.0.1:1'), err.includes('pooler')]).toEqual([1, true, false])
  })

  test.runIf(process.env.TEST_DATABASE_URL)('changes roles beside a running server', async () => {
    const server = await start({})
    const { token } = await server.player('hanna')
    const role = async () =>
      (await server.call('getAccount', { headers: { authorization: `Bearer ${token}` } })).body.role
    expect(await run(['grant', 'Hanna'], database.url)).toMatchObject({ code: 0 })
    expect(await role()).toBe('admin')
    expect((await run(['list'], database.url)).out).toBe('hanna\tgranted\n')
    expect(await run(['revoke', 'hanna'], database.url)).toMatchObject({ code: 0 })
    expect(await role()).toBe('player')
    expect(await run(['grant', 'nobody'], database.url)).toMatchObject({
      code: 1,
      err: expect.stringContaining('no account nobody'),
    })
    await server.close()
  })

  test.runIf(process.env.TEST_DATABASE_URL)(
    'removes second factors and queues the mail about it',
    async () => {
      const server = await start({})
      const { accountId } = await server.player('inge')
      const { prisma, pool } = database
      const key = { name: 'key', credentialId: 'inge', publicKey: new Uint8Array(1), counter: 0n }
      await prisma.passkey.create({ data: { ...key, accountId, createdAt: new Date() } })
      const env = { SECRET: 'a secret of at least 32 characters', ...SMTP }
      const remove = (name: string) => run(['remove-factors', name], database.url, env)
      expect(await remove('Inge')).toMatchObject({
        code: 0,
        out: expect.stringContaining('inge now logs in'),
      })
      expect(await prisma.passkey.count({ where: { accountId } })).toBe(0)
      const { id } = await prisma.mail.findFirstOrThrow({ where: { accountId, state: 'waiting' } })
      const { rows } = await pool.query('SELECT data FROM pgboss.job')
      expect(rows).toEqual([{ data: { mail: id } }])
      expect(await remove('inge')).toMatchObject({
        code: 1,
        err: expect.stringContaining('no second factor'),
      })
      expect(await remove('nobody')).toMatchObject({
        code: 1,
        err: expect.stringContaining('no account nobody'),
      })
      expect(await run(['remove-factors', 'inge'], database.url)).toMatchObject({
        code: 1,
        err: expect.stringContaining('SECRET'),
      })
      await server.close()
    },
  )
})
