import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callerFinder } from '../../src/accounts/credentials/find-caller.ts'
import { accountTasks } from '../../src/accounts/periodic-tasks.ts'
import { holdsScope } from '../../src/http/caller.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { standStill } from '../server/stand-still.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ readingMs: 1 })
})
afterAll(() => server.close())

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const anna = { params: { username: 'anna' } }

const inDays = (days: number) => new Date(server.clock.now().getTime() + days * 86_400_000)

/** A player's session, with its cookie signed as the accounts library does. */
async function session(accountId: number, expiresAt: Date): Promise<string> {
  const token = `token-of-${accountId}-${expiresAt.getTime()}`
  const createdAt = server.clock.now()
  await server.database.prisma.session.create({ data: { token, accountId, expiresAt, createdAt } })
  const signature = createHmac('sha256', server.deps.config.secret).update(token).digest('base64')
  return `tegenzet.session=${encodeURIComponent(`${token}.${signature}`)}`
}

test('a token identifies the caller', async () => {
  const player = await server.player('anna', { scopes: ['account:read'] })
  const { status, body } = await player.call('getAccount')
  expect(status).toBe(200)
  expect(body).toMatchObject({ id: player.id, username: 'anna', email: 'anna@example.org', role: 'player' })
})

test('a page learns who is logged in by its cookie; visitors and tokens get nobody', async () => {
  const player = await server.player('ella', { scopes: ['account:read'] })
  const of = async (headers: Record<string, string>) => (await server.call('getSession', { headers })).body
  const cookie = await session(player.accountId, inDays(1))
  expect(await of({ cookie })).toMatchObject({ account: { id: player.id, username: 'ella' } })
  expect(await of({})).toEqual({ account: null })
  expect(await of(bearer(player.token))).toEqual({ account: null })
})

test('an invalid token is refused even where no login is needed', async () => {
  expect((await server.call('getUser', anna)).status).toBe(200)
  for (const token of ['tz_unknown', 'no-token-of-ours', '', 'tz_\u00ff'])
    expect(await server.call('getUser', { ...anna, headers: bearer(token) })).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    })
})

test('a malformed request is refused before its token is checked', async () => {
  const { status } = await server.call('getUser', {
    params: { username: '!' },
    headers: bearer('tz_unknown'),
  })
  expect(status).toBe(400)
})

test('another Authorization scheme is ignored', async () => {
  expect((await server.call('getUser', { ...anna, headers: { authorization: 'Basic YTpi' } })).status).toBe(
    200,
  )
})

test('a token without the scope gets an error that names the missing one', async () => {
  const player = await server.player('no-scope', { scopes: ['game:play'] })
  const { status, body } = await player.call('getAccount')
  expect([status, body.code]).toEqual([403, 'missing-scope'])
  expect(body.detail).toContain('account:read')
})

test('an expired token is refused', async () => {
  const player = await server.player('expiring')
  const expiresAt = new Date(server.clock.now().getTime() + 60_000)
  await server.database.prisma.token.updateMany({
    where: { accountId: player.accountId },
    data: { expiresAt },
  })
  expect((await player.call('getAccount')).status).toBe(200)
  server.clock.set(expiresAt)
  expect((await player.call('getAccount')).status).toBe(401)
})

test('the last use of a token is stored by the minute, at most once a minute', async () => {
  server.clock.set('2026-11-20T13:00:20.500Z')
  const player = await server.player('used')
  const lastUse = async () => {
    await server.app.writeLastUses()
    const [row] = await server.database.prisma.$queryRaw<{ at: Date; written: string }[]>`
      SELECT last_used_at AS at, xmin::text AS written FROM tokens WHERE account_id = ${player.accountId}`
    return row!
  }
  await player.call('getAccount')
  const first = await lastUse()
  expect(first.at).toEqual(new Date('2026-11-20T13:00:00.000Z'))
  server.clock.advance(30_000)
  await player.call('getAccount')
  expect(await lastUse()).toEqual(first)
  server.clock.advance(30_000)
  await player.call('getAccount')
  expect((await lastUse()).at).toEqual(new Date('2026-11-20T13:01:00.000Z'))
})

test('a signed session cookie has every scope', async () => {
  const { accountId } = await server.player('cookie')
  const cookie = await session(accountId, inDays(30))
  expect(await server.call('getAccount', { headers: { cookie } })).toMatchObject({
    status: 200,
    body: { username: 'cookie' },
  })
})

test('an expired session is anonymous', async () => {
  const { accountId } = await server.player('late')
  const headers = { cookie: await session(accountId, server.clock.now()) }
  expect((await server.call('getAccount', { headers })).status).toBe(401)
  expect((await server.call('getUser', { ...anna, headers })).status).toBe(200)
})

test('expired sessions are deleted, also of accounts that never log in again', async () => {
  standStill(server.clock)
  const { accountId } = await server.player('nora')
  const { prisma } = server.database
  const at = server.clock.now()
  for (const [token, expiresAt] of [
    ['expired', at],
    ['still valid', new Date(at.getTime() + 1)],
  ] as const)
    await prisma.session.create({ data: { token, accountId, expiresAt } })
  const task = accountTasks(server.deps).find(({ name }) => name === 'prune-sessions')
  expect(await task?.run(server.store)).toBeGreaterThan(0)
  const left = await prisma.session.findMany({ where: { accountId }, select: { token: true } })
  expect(left).toEqual([{ token: 'still valid' }])
})

test('a session in use is prolonged; its cookie is sent again once a day', async () => {
  const { accountId } = await server.player('sliding')
  const headers = { cookie: await session(accountId, inDays(30)) }
  const sentAnew = async () => (await server.call('getAccount', { headers })).headers.getSetCookie()
  expect(await sentAnew()).toEqual([])
  for (let day = 0; day < 40; day++) {
    server.clock.advance(86_400_000 + 1)
    expect(await sentAnew()).toEqual([`${headers.cookie}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`])
    expect(await sentAnew()).toEqual([])
  }
  server.clock.advance(30 * 86_400_000)
  expect((await server.call('getAccount', { headers })).status).toBe(401)
})

test('a session ends a year after the log-in, however much it is used', async () => {
  standStill(server.clock)
  const { accountId } = await server.player('faithful')
  const headers = { cookie: await session(accountId, inDays(30)) }
  const statusOf = async () => (await server.call('getAccount', { headers })).status
  const end = inDays(365).getTime()
  while (server.clock.now().getTime() + 5 * 86_400_000 < end) {
    server.clock.advance(5 * 86_400_000)
    expect(await statusOf()).toBe(200)
  }
  server.clock.set(new Date(end))
  expect(await statusOf()).toBe(401)
})

test('a cookie with a bad signature is anonymous', async () => {
  const { accountId } = await server.player('forged')
  const cookie = await session(accountId, inDays(1))
  const [name, value] = cookie.split('=') as [string, string]
  const [token] = decodeURIComponent(value).split('.')
  for (const forged of [
    token,
    `${token}.`,
    `${token}.${Buffer.alloc(32).toString('base64')}`,
    '.',
    '%',
    '%00',
  ])
    expect((await server.call('getAccount', { headers: { cookie: `${name}=${forged}` } })).status).toBe(401)
})

test('an admin scope is void once the role is gone', async () => {
  const { database, deps } = server
  const callers = callerFinder(database.pool, deps.config, deps.now)
  const admin = await server.player('ada', { role: 'admin' })
  const holds = async () => holdsScope((await callers.byToken(admin.token))!, 'admin:claims')
  expect(await holds()).toBe(true)
  await server.database.prisma.account.update({
    where: { id: admin.accountId },
    data: { role: 'player', adminGranted: false },
  })
  expect(await holds()).toBe(false)
})
