import argon2 from '@node-rs/argon2'
import { ENDPOINTS, type Endpoint } from '@tegenzet/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createGuest } from '../people/guest.ts'
import type { Answer } from '../server/call-operation.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { standStill } from '../server/stand-still.ts'

let server: TestServer
beforeAll(async () => {
  // the real hash, with its calls counted
  vi.spyOn(argon2, 'hash')
  vi.spyOn(argon2, 'verify')
  server = await startServer({ env: { REGISTER_LIMIT: '10000', LOGIN_LIMIT: '5' }, readingMs: 1 })
})
afterAll(async () => {
  await server.close()
  vi.restoreAllMocks()
})
beforeEach(() => {
  vi.clearAllMocks()
})

const PASSWORD = 'correct horse battery'
let serial = 0
const newAccount = (more: object = {}) => {
  const username = `player${++serial}`
  return { username, email: `${username}@example.org`, password: PASSWORD, ...more }
}
const cookieOf = ({ headers }: Answer) => headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]!)[0]!
const withCookie = (answer: Answer) => ({ headers: { cookie: cookieOf(answer) } })
const codes = (answers: Answer[]) => answers.map(({ status, body }) => body?.code ?? status).sort()
const rows = async () => {
  const { prisma } = server.database
  return Promise.all([prisma.player.count(), prisma.account.count(), prisma.credential.count()])
}

describe('registering', () => {
  test('creates an account and logs in', async () => {
    standStill(server.clock)
    const body = newAccount({ username: 'Anna-Maria', email: 'Anna@Example.org', language: 'nl' })
    const answer = await server.call('register', { body })
    expect(answer.status).toBe(201)
    expect(answer.body.account).toMatchObject({
      username: 'Anna-Maria',
      email: 'anna@example.org',
      emailVerified: false,
      language: 'nl',
      timezone: 'UTC',
      role: 'player',
      createdAt: server.clock.now().toISOString(),
    })
    const account = await server.call('getAccount', withCookie(answer))
    expect(account.body).toEqual(answer.body.account)
    const user = await server.call('getUser', { params: { username: 'anna-maria' } })
    expect(user.body).toMatchObject({ id: account.body.id, username: 'Anna-Maria', kind: 'human' })
  })

  test('stores the password as an argon2id hash and nowhere in plain text', async () => {
    await server.call('register', { body: newAccount() })
    const [credential] = await server.database.prisma.credential.findMany({
      orderBy: { id: 'desc' },
      take: 1,
    })
    expect(credential!.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(JSON.stringify(credential)).not.toContain(PASSWORD)
  })

  test('refuses a taken name, case-insensitively, and writes nothing', async () => {
    const first = newAccount({ username: 'Taken' })
    await server.call('register', { body: first })
    const before = await rows()
    const again = await server.call('register', { body: newAccount({ username: 'tAKEN' }) })
    expect([again.status, again.body.code]).toEqual([409, 'username-taken'])
    expect(await rows()).toEqual(before)
  })

  test('refuses an e-mail address in use, case-insensitively, and writes nothing', async () => {
    await server.call('register', { body: newAccount({ email: 'one@example.org' }) })
    const before = await rows()
    const body = newAccount({ email: 'ONE@Example.ORG' })
    const again = await server.call('register', { body })
    expect([again.status, again.body.code]).toEqual([409, 'email-taken'])
    expect(await rows()).toEqual(before)
    expect((await server.call('getUser', { params: { username: body.username } })).status).toBe(404)
  })

  test('lets one of several concurrent requests have a name', async () => {
    const before = await rows()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        server.call('register', { body: newAccount({ username: 'contested' }) }),
      ),
    )
    expect(codes(answers)).toEqual([201, ...Array(5).fill('username-taken')])
    expect(await rows()).toEqual(before.map((count) => count + 1))
  })

  test('lets one of several concurrent requests have an e-mail address', async () => {
    const before = await rows()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        server.call('register', { body: newAccount({ email: 'us@example.org' }) }),
      ),
    )
    expect(codes(answers)).toEqual([201, ...Array(5).fill('email-taken')])
    expect(await rows()).toEqual(before.map((count) => count + 1))
  })

  test.each([
    ['admin'],
    ['Administrator'],
    ['admin2'],
    ['the_admin'],
    ['support-team'],
    ['admin_2'],
    ['Support'],
    ['5upp0rt'],
    ['su-pport'],
    ['Tegenzet'],
    ['tegenzet-team'],
    ['m0derator'],
    ['moderat0r2'],
    ['Adrnin'],
    ['security'],
    ['guest-12'],
    ['closed-3'],
  ])('refuses the name %s, which is reserved for the server and its host', async (username) => {
    const before = await rows()
    const { status, body } = await server.call('register', { body: newAccount({ username }) })
    expect([status, body.code]).toEqual([409, 'username-taken'])
    expect(await rows()).toEqual(before)
  })

  test.each([
    ['badminton'],
    ['annas-admin'],
    ['adminton'],
    ['supporter'],
    ['stafford'],
    ['systems-thinker'],
    ['rootbeer'],
  ])('accepts the name %s', async (username) => {
    expect((await server.call('register', { body: newAccount({ username }) })).status).toBe(201)
  })

  test('accepts a reserved name that ADMINS contains', async () => {
    const named = await startServer({
      database: server.database,
      env: { ADMINS: 'Admin,tegenzet', REGISTER_LIMIT: '10000' },
    })
    for (const username of ['admin', 'Tegenzet']) {
      const { body } = await named.call('register', { body: newAccount({ username }) })
      expect(body).toMatchObject({ account: { username, role: 'admin' } })
    }
    for (const username of ['Adrnin', 'tegenz3t']) {
      const { body } = await named.call('register', { body: newAccount({ username }) })
      expect(body.code).toBe('username-taken')
    }
    await named.close()
  })

  test('reveals that an e-mail address is in use only as often as one may register', async () => {
    const limited = await startServer({
      database: server.database,
      env: { REGISTER_LIMIT: '5', TRUST_PROXY: 'true' },
    })
    const headers = { 'x-forwarded-for': '203.0.113.77' }
    const { email, username } = newAccount()
    await limited.call('register', { body: newAccount({ email, username }), headers })
    const probe = (more: object) => limited.call('register', { body: newAccount(more), headers })
    // whether a name is in use is public
    for (let i = 0; i < 3; i++) expect((await probe({ username })).body.code).toBe('username-taken')
    for (let i = 0; i < 4; i++) expect((await probe({ email })).body.code).toBe('email-taken')
    expect((await probe({ email })).status).toBe(429)
    await limited.close()
  })

  test.each([
    ['1234567890'],
    ['0123456789'],
    ['9876543210'],
    ['qwertyuiop'],
    ['PassWord123'],
    ['aaaaaaaaaaaa'],
    ['abcabcabcabc'],
    ['\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18\uff19\uff10'],
    ['My-Name-Here'],
    ['my-name-heremy-name-here'],
    ['somebody-else@example.org'],
    ['somebody-else'],
    ['Tegenzet-2026!'],
    ['!!molenspel1'],
    ['my-name-here99'],
    ['Somebody-Else2026'],
  ])('refuses the easily guessed password %s', async (password) => {
    const body = newAccount({ username: 'my-name-here', email: 'somebody-else@example.org', password })
    const { status, body: problem } = await server.call('register', { body })
    expect([status, problem.code]).toEqual([422, 'weak-password'])
  })

  test.each([
    ['a short name', { username: 'ab' }],
    ['a long name', { username: 'a'.repeat(21) }],
    ['a name with non-ASCII letters', { username: 'änna' }],
    ['a short password', { password: 'ninechars' }],
    ['a long password', { password: 'x'.repeat(129) }],
    ['a NUL in a password', { password: 'correct\0horse battery' }],
    ['a lone surrogate', { password: 'correct horse \ud800' }],
    ['a malformed e-mail address', { email: 'anna' }],
    ['an unknown language', { language: 'xx' }],
    ['an unknown field', { role: 'admin' }],
    ['a number for a name', { username: 12345 }],
  ])('refuses %s', async (_, wrong) => {
    const { status, body } = await server.call('register', { body: newAccount(wrong) })
    expect([status, body.code]).toEqual([400, 'validation'])
    const [field] = Object.keys(wrong)
    expect(body.errors[0].path).toBe(field === 'role' ? '/body' : `/body/${field}`)
  })

  test('is limited per IP address; refused attempts do not count', async () => {
    const limited = await startServer({
      database: server.database,
      env: { REGISTER_LIMIT: '2', TRUST_PROXY: 'true' },
    })
    const register = (body: object, address = '203.0.113.7') =>
      limited.call('register', { body, headers: { 'x-forwarded-for': address } })
    expect((await register(newAccount({ username: 'limit' }))).status).toBe(201)
    for (let i = 0; i < 3; i++) expect((await register(newAccount({ username: 'limit' }))).status).toBe(409)
    expect((await register(newAccount())).status).toBe(201)
    const refused = await register(newAccount())
    expect([refused.status, refused.body.code]).toEqual([429, 'rate-limited'])
    expect(refused.headers.get('retry-after')).toBe('3600')
    expect((await register(newAccount(), '203.0.113.8')).status).toBe(201)
    limited.clock.advance(3_600_000)
    expect((await register(newAccount())).status).toBe(201)
    await limited.close()
  })
})

describe('logging in', () => {
  test('accepts the name in any case and starts a session', async () => {
    const { username, password } = await registerAccount()
    const answer = await server.call('logIn', { body: { username: username.toUpperCase(), password } })
    expect(answer.status).toBe(200)
    expect(answer.body.account.username).toBe(username)
    expect((await server.call('getAccount', withCookie(answer))).status).toBe(200)
  })

  test('accepts the e-mail address only after it was verified', async () => {
    const { email, password } = await registerAccount()
    const byEmail = () => server.call('logIn', { body: { username: email.toUpperCase(), password } })
    expect((await byEmail()).body.code).toBe('wrong-credentials')
    await server.database.prisma.account.update({ where: { email }, data: { emailVerified: true } })
    expect((await byEmail()).status).toBe(200)
  })

  test('normalises the password’s Unicode', async () => {
    const { username } = await registerAccount({ password: 'caf\u00e9 caf\u00e9 caf\u00e9' })
    const body = { username, password: 'cafe\u0301 cafe\u0301 cafe\u0301' }
    expect((await server.call('logIn', { body })).status).toBe(200)
  })

  test('answers a wrong password and an unknown name alike and hashes for both', async () => {
    const { username } = await registerAccount()
    const attempts = [
      { username, password: 'not the password' },
      { username: 'nobody-has-this', password: PASSWORD },
      { username: 'nobody@example.org', password: PASSWORD },
      { username: '…', password: 'x' },
    ]
    const answers: Answer[] = []
    for (const body of attempts) {
      vi.clearAllMocks()
      answers.push(await server.call('logIn', { body }))
      expect(vi.mocked(argon2.hash).mock.calls.length + vi.mocked(argon2.verify).mock.calls.length).toBe(1)
    }
    for (const { status, body, headers } of answers) {
      expect(status).toBe(401)
      expect(body).toEqual(answers[0]!.body)
      expect(headers.getSetCookie()).toEqual([])
    }
  })

  test('is limited after too many failures per account and IP address', async () => {
    const { username, password } = await registerAccount()
    const [proxied, other] = [await behindProxy(), await behindProxy()]
    const from = (on: TestServer, address: string, guess: string) =>
      on.call('logIn', {
        body: { username, password: guess },
        headers: { 'x-forwarded-for': address },
      })
    // counted over two processes together
    for (let i = 0; i < 5; i++)
      expect((await from(i % 2 ? proxied : other, '198.51.100.1', 'a wrong guess')).status).toBe(401)
    vi.clearAllMocks()
    const refused = await from(proxied, '198.51.100.1', password)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900'])
    expect(argon2.verify).not.toHaveBeenCalled()
    // the owner is not locked out at another address
    expect((await from(proxied, '198.51.100.2', password)).status).toBe(200)
    expect((await from(proxied, '198.51.100.1', password)).status).toBe(429)
    proxied.clock.advance(15 * 60_000)
    expect((await from(proxied, '198.51.100.1', password)).status).toBe(200)
    // a success resets the counter
    for (let i = 0; i < 4; i++)
      expect((await from(proxied, '198.51.100.1', 'a wrong guess')).status).toBe(401)
    expect((await from(proxied, '198.51.100.1', password)).status).toBe(200)
    for (let i = 0; i < 4; i++)
      expect((await from(proxied, '198.51.100.1', 'a wrong guess')).status).toBe(401)
    await Promise.all([proxied.close(), other.close()])
  })

  test('is limited by account for guesses from many addresses, but not at an address the owner uses', async () => {
    const { username, password } = await registerAccount()
    const proxied = await behindProxy('2')
    const from = async (address: string, guess: string, name = username) =>
      (
        await proxied.call('logIn', {
          body: { username: name, password: guess },
          headers: { 'x-forwarded-for': address },
        })
      ).status
    expect(await from('192.0.2.1', password)).toBe(200)
    // a success at a new address does not count
    expect(await from('192.0.2.2', password)).toBe(200)
    for (const name of [username, 'nobody-here']) {
      for (let i = 0; i < 20; i++) expect(await from(`198.51.100.${i}`, 'a wrong guess', name)).toBe(401)
      expect(await from('198.51.100.200', password, name)).toBe(429)
    }
    expect(await from('192.0.2.1', 'a typing error')).toBe(401)
    expect(await from('192.0.2.1', password)).toBe(200)
    proxied.clock.advance(24 * 60 * 60_000)
    expect(await from('198.51.100.200', password)).toBe(200)
    await proxied.close()
  })

  test('is limited by address for guesses at many accounts, but not at an account that knows the address', async () => {
    const { username, password } = await registerAccount()
    const proxied = await behindProxy('2')
    const from = async (address: string, guess: string, name: string) =>
      (
        await proxied.call('logIn', {
          body: { username: name, password: guess },
          headers: { 'x-forwarded-for': address },
        })
      ).status
    expect(await from('192.0.2.1', password, username)).toBe(200)
    for (let i = 0; i < 20; i++) expect(await from('192.0.2.1', 'a wrong guess', `nobody-${i}`)).toBe(401)
    expect(await from('192.0.2.1', 'a wrong guess', 'nobody-20')).toBe(429)
    expect(await from('192.0.2.2', 'a wrong guess', 'nobody-20')).toBe(401)
    expect(await from('192.0.2.1', password, username)).toBe(200)
    await proxied.close()
  })

  test('counts concurrent attempts before they are checked', async () => {
    const { username } = await registerAccount()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        server.call('logIn', { body: { username, password: 'a wrong guess' } }),
      ),
    )
    expect(codes(answers)).toEqual([...Array(15).fill('rate-limited'), ...Array(5).fill('wrong-credentials')])
    expect(argon2.verify).toHaveBeenCalledTimes(5)
  })

  test('counts one IPv6 network as one address', async () => {
    const { username } = await registerAccount()
    const proxied = await behindProxy()
    const guess = (address: string) =>
      proxied.call('logIn', {
        body: { username, password: 'a wrong guess' },
        headers: { 'x-forwarded-for': address },
      })
    for (let i = 1; i <= 5; i++) expect((await guess(`2001:db8:1:2::${i}`)).status).toBe(401)
    expect((await guess('2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await guess('2001:db8:1:3::1')).status).toBe(401)
    await proxied.close()
  })

  test('starts a new session and ends the current one with its sockets', async () => {
    const { username, password, answer } = await registerAccount()
    const { id } = (await server.database.prisma.session.findMany({ orderBy: { id: 'desc' }, take: 1 }))[0]!
    const second = await server.call('logIn', { body: { username, password }, ...withCookie(answer) })
    expect(cookieOf(second)).not.toBe(cookieOf(answer))
    expect((await server.call('getAccount', withCookie(second))).status).toBe(200)
    expect((await server.call('getAccount', withCookie(answer))).status).toBe(401)
    expect(server.published.revoked).toContain(`session:${id}`)
  })

  test('keeps the current session when it fails', async () => {
    const { username, answer } = await registerAccount()
    await server.call('logIn', { body: { username, password: 'wrong' }, ...withCookie(answer) })
    expect((await server.call('getAccount', withCookie(answer))).status).toBe(200)
  })

  test('removes expired sessions, and the oldest when there are too many', async () => {
    standStill(server.clock)
    const { username, password, answer } = await registerAccount()
    const { accountId } = (
      await server.database.prisma.session.findMany({ orderBy: { id: 'desc' }, take: 1 })
    )[0]!
    const sessions = (expiresAt: Date, from: number) =>
      server.database.prisma.session.createMany({
        data: Array.from({ length: 30 }, (_, i) => ({
          token: `${username} ${from + i}`,
          accountId,
          expiresAt,
        })),
      })
    await sessions(server.clock.now(), 0)
    await sessions(new Date(server.clock.now().getTime() + 1), 30)
    await server.call('logIn', { body: { username, password } })
    expect(await server.database.prisma.session.count({ where: { accountId } })).toBe(32)
    await sessions(new Date(server.clock.now().getTime() + 1), 60)
    const newest = await server.call('logIn', { body: { username, password } })
    expect(await server.database.prisma.session.count({ where: { accountId } })).toBe(50)
    expect((await server.call('getAccount', withCookie(newest))).status).toBe(200)
    expect((await server.call('getAccount', withCookie(answer))).status).toBe(401)
  })

  test('logging out ends the session, clears the cookie and closes its sockets', async () => {
    const { answer } = await registerAccount()
    const { id } = (await server.database.prisma.session.findMany({ orderBy: { id: 'desc' }, take: 1 }))[0]!
    const out = await server.call('logOut', withCookie(answer))
    expect(out.status).toBe(204)
    expect(out.headers.getSetCookie()).toEqual([
      'tegenzet.session=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax',
    ])
    expect(server.published.revoked).toContain(`session:${id}`)
    expect((await server.call('logOut', withCookie(answer))).status).toBe(401)
  })

  test('a token cannot log out', async () => {
    const player = await server.player('tokenholder')
    const { status, body } = await player.call('logOut')
    expect([status, body.code]).toEqual([403, 'forbidden'])
  })
})

test('the cookie is HttpOnly and Lax; behind TLS also Secure and __Host-', async () => {
  const plain = await server.call('register', { body: newAccount() })
  expect(plain.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^tegenzet\.session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
  ])
  const tls = await startServer({
    database: server.database,
    env: { PUBLIC_URL: 'https://tegenzet.example', REGISTER_LIMIT: '10000' },
  })
  const answer = await tls.call('register', { body: newAccount() })
  const [cookie] = answer.headers.getSetCookie()
  expect(cookie).toMatch(
    /^__Host-tegenzet\.session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  expect((await tls.call('getAccount', withCookie(answer))).status).toBe(200)
  const out = await tls.call('logOut', withCookie(answer))
  expect(out.headers.getSetCookie()[0]).toMatch(/^__Host-tegenzet\.session=; .*Secure/)
  await tls.close()
})

describe('the account', () => {
  test('shows its settings and changes the given ones', async () => {
    const { answer } = await registerAccount()
    const session = withCookie(answer)
    const changed = await server.call('updateAccount', {
      ...session,
      body: { language: 'fr', timezone: 'Europe/Paris' },
    })
    expect(changed.body).toMatchObject({ language: 'fr', timezone: 'Europe/Paris' })
    await server.call('updateAccount', { ...session, body: { language: 'de' } })
    expect((await server.call('getAccount', session)).body).toEqual({ ...changed.body, language: 'de' })
  })

  test.each([
    [{}],
    [{ timezone: 'Mars/Olympus' }],
    [{ language: null }],
    [{ email: 'new@example.org' }],
    [[]],
    [null],
  ])('refuses the settings %j', async (body) => {
    const player = await server.player(`settings${++serial}`)
    expect((await player.call('updateAccount', { body })).status).toBe(400)
  })

  test('needs the scope and a log-in', async () => {
    const reader = await server.player('reader', { scopes: ['account:read'] })
    const { status, body } = await reader.call('updateAccount', { body: { language: 'nl' } })
    expect([status, body.code]).toEqual([403, 'missing-scope'])
    expect((await server.call('getAccount')).body.code).toBe('unauthenticated')
  })

  test('shows no address to a token that may change settings but not read them', async () => {
    const both = await server.player('both', { scopes: ['account:read', 'account:write'] })
    const writer = await server.player('writer', { scopes: ['account:write'] })
    for (const { accountId } of [both, writer])
      await server.database.prisma.account.update({
        where: { id: accountId },
        data: { pendingEmail: `new${accountId}@example.org` },
      })
    const change = async ({ call }: typeof both) =>
      (await call('updateAccount', { body: { language: 'nl' } })).body
    expect(await change(both)).toMatchObject({
      email: expect.stringContaining('@'),
      pendingEmail: expect.stringContaining('new'),
    })
    expect(await change(writer)).toMatchObject({ language: 'nl', email: null, pendingEmail: null })
  })

  test('the profile counts the games of both sides', async () => {
    const [me, you] = [await server.player('counted'), await server.player('other-side')]
    const game = (white: number, black: number, end: object) => ({
      rules: 'muehle',
      rulesRevision: 1,
      whiteId: white,
      blackId: black,
      position: '',
      clock: {},
      whiteRemainingMs: 0,
      blackRemainingMs: 0,
      turnMs: 0,
      ...end,
    })
    const over = { status: 'finished', turn: null, reason: 'resignation' }
    const running = { clockSince: new Date(), deadline: new Date() }
    await server.database.prisma.game.createMany({
      data: [
        game(me.id, you.id, running),
        game(you.id, me.id, { status: 'claimed' }),
        game(me.id, you.id, { ...over, winner: 'white' }),
        game(you.id, me.id, { ...over, winner: 'black' }),
        game(you.id, me.id, { ...over, winner: 'white' }),
        game(me.id, you.id, { ...over, winner: null }),
        game(me.id, you.id, { ...over, status: 'cancelled' }),
      ] as any,
    })
    await server.database.pool.query(
      `INSERT INTO uncounted_games SELECT player_id, id FROM games, unnest(ARRAY[white_id, black_id]) AS player_id
       WHERE status IN ('finished', 'cancelled') AND ${me.id} IN (white_id, black_id)`,
    )
    const games = async (username: string) =>
      (await server.call('getUser', { params: { username } })).body.games
    expect(await games('counted')).toEqual({ active: 2, finished: 4, won: 2, lost: 1, drawn: 1 })
    expect(await games('OTHER-side')).toEqual({ active: 2, finished: 4, won: 1, lost: 2, drawn: 1 })
    expect((await server.call('getUser', { params: { username: 'nobody-here' } })).body.code).toBe(
      'not-found',
    )

    const { prisma } = server.database
    const { id: gameId } = await prisma.game.findFirstOrThrow({ where: { whiteId: me.id, winner: 'white' } })
    const moves = ['d6', 'f4', 'd2xf4', 'b4', 'd6', 'f2', 'a1'].map((move, n) => ({
      gameId,
      ply: n + 1,
      move,
      playedAt: server.clock.now(),
    }))
    await prisma.move.createMany({ data: moves })
    const { body } = await server.call('getStatistics', { params: { username: 'counted' } })
    const white = { rules: 'muehle', side: 'white' }
    expect(body).toEqual({
      results: expect.arrayContaining([
        { ...white, won: 1, lost: 0, drawn: 1 },
        { rules: 'muehle', side: 'black', won: 1, lost: 1, drawn: 0 },
      ]),
      opponents: [
        { player: { id: you.id, username: 'other-side', kind: 'human' }, won: 2, lost: 1, drawn: 1 },
      ],
      openings: [
        {
          ...white,
          points: [
            { point: 'd6', count: 2 },
            { point: 'd2', count: 1 },
          ],
        },
      ],
      activity: [{ day: '2026-11-20', moves: 4 }],
      trophies: [],
      longestOnTop: [],
    })
    expect((await server.call('getStatistics', { params: { username: 'nobody-here' } })).body.code).toBe(
      'not-found',
    )
  })

  test('players are found by any part of their name, but neither guests nor closed accounts', async () => {
    for (const name of ['Seek-b', 'seek-a', 'seek_c', 'seek-gone', 'hide-n-Seek', 'seek-seek', 'a-seeker'])
      await server.player(name)
    await server.database.prisma.player.update({
      where: { usernameKey: 'seek-gone' },
      data: { kind: 'closed' },
    })
    await createGuest(server)
    const search = async (query: Record<string, string | number>) =>
      (await server.call('searchPlayers', { query })).body
    const names = async (query: string) =>
      (await search({ query })).items.map(({ username }: { username: string }) => username)
    expect(await names(' SEEK')).toEqual([
      'seek-a',
      'Seek-b',
      'seek-seek',
      'seek_c',
      'hide-n-Seek',
      'a-seeker',
    ])
    expect(await names('seek-')).toEqual(['seek-a', 'Seek-b', 'seek-seek'])
    expect(await names('eek-')).toEqual(['seek-a', 'Seek-b', 'seek-seek'])
    expect(await names('h')).toEqual(['hide-n-Seek'])
    expect(await names('guest')).toEqual([])
    expect(await names('%')).toEqual([])
    const pages: string[][] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await search({ query: 'seek', limit: 2, ...(cursor && { cursor }) })
      pages.push(page.items.map(({ username }: { username: string }) => username))
      cursor = page.nextCursor
    }
    expect(pages).toEqual([
      ['seek-a', 'Seek-b'],
      ['seek-seek', 'seek_c'],
      ['hide-n-Seek', 'a-seeker'],
    ])
    const cursor = Buffer.from(JSON.stringify([true, 'seek\0', 1])).toString('base64url')
    expect(await search({ query: 'seek', cursor })).toMatchObject({ code: 'validation' })
  })
})

describe('personal tokens', () => {
  test('are shown once, stored as hashes and limited to their scopes', async () => {
    const { answer } = await registerAccount()
    const session = withCookie(answer)
    const body = { name: 'my bot', scopes: ['account:read', 'game:play'] }
    const created = await server.call('createToken', { ...session, body })
    expect(created.status).toBe(201)
    const { token, ...shown } = created.body
    expect(token).toMatch(/^tz_[\w-]{43}$/)
    expect(shown).toMatchObject({ ...body, expiresAt: null, lastUsedAt: null })

    const bearer = { headers: { authorization: `Bearer ${token}` } }
    expect((await server.call('getAccount', bearer)).status).toBe(200)
    const listed = await server.call('listTokens', session)
    expect(listed.body.items).toEqual([{ ...shown, lastUsedAt: '2026-11-20T12:00:00.000Z' }])
    const kept = await server.database.prisma.token.findUniqueOrThrow({ where: { id: shown.id } })
    expect(Object.values(kept).map(String).join()).not.toContain(token)
    // a token cannot create tokens
    expect((await server.call('createToken', { ...bearer, body })).body.code).toBe('forbidden')
    expect((await server.call('listTokens', bearer)).body.code).toBe('forbidden')
  })

  test('are refused after revocation, and their sockets are closed', async () => {
    const { answer } = await registerAccount()
    const session = withCookie(answer)
    const { body } = await server.call('createToken', {
      ...session,
      body: { name: 'x', scopes: ['account:read'] },
    })
    const bearer = { headers: { authorization: `Bearer ${body.token}` } }
    expect((await server.call('getAccount', bearer)).status).toBe(200)
    expect((await server.call('revokeToken', { ...session, params: { id: body.id } })).status).toBe(204)
    expect((await server.call('getAccount', bearer)).status).toBe(401)
    expect(server.published.revoked).toContain(`token:${body.id}`)
    expect((await server.call('revokeToken', { ...session, params: { id: body.id } })).status).toBe(404)
  })

  test('of other accounts are not found', async () => {
    const [mine, theirs] = [await registerAccount(), await registerAccount()]
    const body = { name: 'x', scopes: ['account:read'] }
    const { id } = (await server.call('createToken', { ...withCookie(theirs.answer), body })).body
    for (const other of [id, 'no-uuid', '\u00e9', '0'.repeat(64), '00000000-0000-0000-0000-000000000000'])
      expect(
        (await server.call('revokeToken', { ...withCookie(mine.answer), params: { id: other } })).status,
      ).toBe(404)
    expect((await server.call('listTokens', withCookie(theirs.answer))).body.items).toHaveLength(1)
  })

  test('are listed in pages, newest first', async () => {
    const { answer } = await registerAccount()
    const session = withCookie(answer)
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      await server.call('createToken', { ...session, body: { name, scopes: ['game:play'] } })
    const names: string[] = []
    let cursor: string | null | undefined
    while (cursor !== null) {
      const query: Record<string, string | number> = cursor ? { limit: 2, cursor } : { limit: 2 }
      const page = await server.call('listTokens', { ...session, query })
      names.push(...page.body.items.map((token: { name: string }) => token.name))
      cursor = page.body.nextCursor
    }
    expect(names).toEqual(['e', 'd', 'c', 'b', 'a'])
    for (const wrong of [{ cursor: 'x' }, { cursor: 'bnVsbA' }, { limit: 0 }, { limit: 101 }, { page: 1 }])
      expect((await server.call('listTokens', { ...session, query: wrong as any })).body.code).toBe(
        'validation',
      )
  })

  test('are limited per account, also when created concurrently', async () => {
    const few = await startServer({
      database: server.database,
      env: { REGISTER_LIMIT: '10000' },
      constants: { tokens: 3 },
    })
    const session = withCookie(await few.call('register', { body: newAccount() }))
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        few.call('createToken', { ...session, body: { name: 'x', scopes: ['game:play'] } }),
      ),
    )
    expect(codes(answers)).toEqual([201, 201, 201, ...Array(3).fill('limit-reached')])
    await few.close()
  })

  test('must expire in the future', async () => {
    const { answer } = await registerAccount()
    const session = withCookie(answer)
    const make = (expiresAt: string) =>
      server.call('createToken', { ...session, body: { name: 'x', scopes: ['account:read'], expiresAt } })
    for (const wrong of [
      '2026-11-20T12:00:00.000Z',
      '1999-01-01T00:00:00Z',
      '9999-12-31T23:59:59-14:00',
      'soon',
    ])
      expect((await make(wrong)).body.code).toBe('validation')
    const { body } = await make('2026-11-21T00:00:00+01:00')
    expect(body.expiresAt).toBe('2026-11-20T23:00:00.000Z')
    expect((await make('9999-12-31T23:59:59Z')).status).toBe(201)
  })

  test('may hold an admin scope only if the owner is an admin', async () => {
    const { username, answer } = await registerAccount()
    const session = withCookie(answer)
    const make = () =>
      server.call('createToken', { ...session, body: { name: 'x', scopes: ['admin:claims'] } })
    expect((await make()).body.code).toBe('forbidden')
    await server.database.prisma.account.updateMany({ where: { name: username }, data: { role: 'admin' } })
    expect((await make()).status).toBe(201)
  })
})

test('no request body makes the server fail', async () => {
  const { answer } = await registerAccount()
  const { cookie } = withCookie(answer).headers
  const { body: challenge } = await (await server.player('fuzzed')).call('createChallenge', {
    body: { rules: 'muehle', colour: 'white', clock: { kind: 'per-move', days: 3 } },
  })
  const accepted = await server.call('acceptChallenge', { params: { id: challenge.id }, headers: { cookie } })
  const value = fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom<unknown>(
      '2026-12-01T00:00:00Z',
      'x'.repeat(12),
      '\0',
      '\ud800',
      ['game:play'],
      'a@b.nl',
      'nl',
    ),
    fc.constantFrom<unknown>('d6', 0, 1, 2 ** 31, 2 ** 53, -1, 'muehle', 'white', {
      kind: 'per-move',
      days: 3,
    }),
  )
  /** Arbitrary values, alone and as the fields that the call expects. */
  const calls = Object.values<Endpoint>(ENDPOINTS).flatMap(({ operationId, method, path, body }) => {
    // this server has no queue for its job
    if (!body || operationId === 'requestExport') return []
    const fields = body instanceof z.ZodObject ? Object.keys(body.shape) : ['language', 'timezone']
    const record = fc.record(Object.fromEntries(fields.map((field) => [field, value])), { requiredKeys: [] })
    return fc.record({
      method: fc.constant(method),
      path: fc.constant(path.replace(':id', accepted.body.game.id)),
      body: fc.oneof(
        fc.json(),
        fc.string({ unit: 'binary' }),
        record.map((object) => JSON.stringify(object)),
      ),
    })
  })
  await fc.assert(
    fc.asyncProperty(fc.oneof(...calls), async ({ method, path, body }) => {
      const response = await fetch(server.url + path, {
        method,
        body,
        headers: { 'content-type': 'application/json', cookie },
      })
      await response.arrayBuffer()
      expect(response.status).toBeLessThan(500)
    }),
    { numRuns: 500 },
  )
})

async function registerAccount(more: object = {}) {
  const body = newAccount(more)
  const answer = await server.call('register', { body })
  expect(answer.status).toBe(201)
  vi.clearAllMocks()
  return { ...body, answer }
}

const behindProxy = (LOGIN_LIMIT = '5') =>
  startServer({ database: server.database, env: { TRUST_PROXY: 'true', LOGIN_LIMIT } })
