import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, PASSWORD, type Person, registerPerson } from '../people/registered-person.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { fileRepetition, gameWithRepetition } from '../play/repetition-games.ts'
import { createCaller } from '../server/call-operation.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { openSocket } from '../server/live-socket.ts'

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let boss: Person
beforeAll(async () => {
  server = await startServer({ env: { ADMINS: 'boss' } })
  anna = await server.player('anna')
  bram = await server.player('bram')
  boss = await registerPerson(server, 'boss')
})
afterAll(() => server?.close())

const setRoles = (username: string, roles: string[], by: Pick<Person, 'call'> = boss) =>
  by.call('setRoles', { params: { username }, body: { roles } })
const acts = async (query = {}) => (await boss.call('listAdminActs', { query })).body.items
const rolesOf = async ({ call }: Pick<Person, 'call'>) => (await call('getAccount')).body.roles

test('an admin gives roles, which take effect at once and are logged', async () => {
  const cato = await registerPerson(server)
  expect(await rolesOf(cato)).toEqual([])
  expect(codeOf(await cato.call('listClaimQueue'))).toBe('missing-scope')
  const given = await setRoles(cato.username.toUpperCase(), ['arbiter'])
  expect([given.status, given.body.roles, given.body.fixed]).toEqual([200, ['arbiter'], false])
  expect(await rolesOf(cato)).toEqual(['arbiter'])
  expect((await cato.call('getAccount')).body.role).toBe('player')
  expect((await cato.call('listClaimQueue')).status).toBe(200)
  for (const call of ['listReportQueue', 'listStaff', 'listAdminActs', 'listMails'] as const)
    expect((await cato.call(call)).status, call).toBe(403)

  await setRoles(cato.username, ['moderator'])
  expect((await cato.call('listReportQueue')).status).toBe(200)
  expect(codeOf(await cato.call('listClaimQueue'))).toBe('missing-scope')

  await setRoles(cato.username, ['admin', 'arbiter'])
  expect((await cato.call('getAccount')).body).toMatchObject({ role: 'admin', roles: ['arbiter', 'admin'] })
  expect((await cato.call('listStaff')).body.items).toMatchObject([
    { player: { username: 'boss' }, roles: ['admin'], fixed: true },
    { player: { username: cato.username }, roles: ['arbiter', 'admin'], fixed: false },
  ])
  await setRoles(cato.username, [])
  expect((await cato.call('listStaff')).status).toBe(403)
  expect(await acts({ player: cato.username, limit: 1 })).toMatchObject([
    {
      kind: 'roles-changed',
      by: { username: 'boss' },
      player: { username: cato.username },
      details: { before: ['arbiter', 'admin'], after: [] },
      at: server.clock.now().toISOString(),
    },
  ])
  expect(await acts({ player: cato.username })).toHaveLength(4)
  expect(await acts({ by: cato.username })).toEqual([])
})

test('nobody changes their own roles, those of bots, or what ADMINS gives', async () => {
  const other = await registerPerson(server)
  await server.player('robot', { kind: 'bot' })
  expect(codeOf(await setRoles('boss', []))).toBe('forbidden')
  expect(codeOf(await setRoles('robot', ['arbiter']))).toBe('forbidden')
  expect(codeOf(await setRoles('nobody', ['arbiter']))).toBe('not-found')
  expect(codeOf(await setRoles(other.username, ['arbiter', 'arbiter']))).toBe('validation')
  expect(codeOf(await setRoles(other.username, ['king']))).toBe('validation')
  expect(codeOf(await setRoles('anna', ['arbiter'], other))).toBe('forbidden')
  expect(codeOf(await setRoles('anna', ['arbiter'], anna))).toBe('forbidden')
  await setRoles(other.username, ['admin'])
  expect(codeOf(await setRoles('boss', [], other))).toBe('forbidden')
  // the role stays when the server starts again, as one granted by hand
  const account = await server.database.prisma.account.findFirst({ where: { name: other.username } })
  expect(account?.adminGranted).toBe(true)
  await setRoles(other.username, [])
})

test('giving roles needs a recent proof of identity', async () => {
  server.clock.advance(11 * 60_000)
  expect(codeOf(await setRoles('anna', ['arbiter']))).toBe('proof-needed')
  await boss.call('proveIdentity', { body: { password: PASSWORD } })
  expect((await setRoles('anna', ['arbiter'])).status).toBe(200)
  await setRoles('anna', [])
})

test('a token holds an admin scope only while its owner has the role', async () => {
  const tool = await server.player('tool', { roles: ['arbiter'] })
  const scopes = ['admin:claims', 'admin:reports']
  await server.database.prisma.token.updateMany({ where: { accountId: tool.accountId }, data: { scopes } })
  expect((await tool.call('listClaimQueue')).status).toBe(200)
  expect(codeOf(await tool.call('listReportQueue'))).toBe('missing-scope')
  await setRoles('tool', ['moderator'])
  expect((await tool.call('listReportQueue')).status).toBe(200)
  expect(codeOf(await tool.call('listClaimQueue'))).toBe('missing-scope')

  const person = await registerPerson(server)
  await setRoles(person.username, ['moderator'])
  const create = (scope: string) => person.call('createToken', { body: { name: 'x', scopes: [scope] } })
  expect(codeOf(await create('admin:claims'))).toBe('forbidden')
  expect((await create('admin:reports')).status).toBe(201)
})

test('arbiters hear of claims, moderators of reports, and their rulings are logged', async () => {
  const judge = await server.player('judge', { roles: ['arbiter'] })
  const warden = await server.player('warden', { roles: ['moderator'] })
  server.published.events.length = 0
  const game = await gameWithRepetition(server, anna, bram)
  const claim = await fileRepetition(anna, game)
  const report = { reason: 'abuse', text: 'Hij scheldt' }
  const filed = await anna.call('reportPlayer', { params: { username: 'bram' }, body: report })
  const receivers = (type: string) =>
    server.published.events.find(({ event }) => event.type === type)!.playerIds
  expect(receivers('claim')).toContain(judge.id)
  expect(receivers('claim')).not.toContain(warden.id)
  expect(receivers('report')).toContain(warden.id)
  expect(receivers('report')).not.toContain(judge.id)

  const reason = 'De stellingen zijn gelijk.'
  const ruled = await judge.call('ruleOnClaim', {
    params: { id: claim.id },
    body: { verdict: 'uphold', reason },
  })
  expect(ruled.status).toBe(200)
  const params = { id: filed.body.id }
  await warden.call('ruleOnReport', { params, body: { verdict: 'dismissed', reason: 'Geen grond' } })
  expect(await acts({ limit: 2 })).toMatchObject([
    {
      kind: 'report-ruled',
      by: { username: 'warden' },
      player: { username: 'bram' },
      reason: 'Geen grond',
      details: { report: params.id, verdict: 'dismissed' },
    },
    {
      kind: 'claim-ruled',
      by: { username: 'judge' },
      player: { username: 'anna' },
      reason,
      details: { claim: claim.id, game: game.id, verdict: 'upheld' },
    },
  ])
})

test('a token without the scope for staff receives only claims in its owner’s games', async () => {
  const scopes = ['game:read', 'game:play', 'challenge:write'] as const
  const judge = await server.player('reader', { roles: ['arbiter'], scopes })
  const { socket, messages, waitFor } = await openSocket(server.url, judge)
  await fileRepetition(anna, await gameWithRepetition(server, anna, bram))
  const own = await fileRepetition(anna, await gameWithRepetition(server, anna, judge))
  await waitFor('claim', ({ claim }) => claim.id === own.id)
  expect(messages().filter(({ type }) => type === 'claim')).toHaveLength(1)
  socket.terminate()
})

test('the log never changes, and hides rulings on reports about the reader', async () => {
  const { prisma } = server.database
  await expect(prisma.adminAct.deleteMany()).rejects.toThrow('only added to')
  const chief = await registerPerson(server)
  await setRoles(chief.username, ['admin'])
  await server.player('sheriff', { roles: ['moderator'] }).then(async (sheriff) => {
    const params = { username: chief.username }
    const { body } = await bram.call('reportPlayer', { params, body: { reason: 'other', text: 'Raar' } })
    const ruling = { verdict: 'dismissed', reason: 'Niets aan de hand' }
    await sheriff.call('ruleOnReport', { params: { id: body.id }, body: ruling })
  })
  const seenBy = async ({ call }: Pick<Person, 'call'>) =>
    (await call('listAdminActs', { query: { limit: 1 } })).body.items[0].kind
  expect(await seenBy(boss)).toBe('report-ruled')
  expect(await seenBy(chief)).toBe('roles-changed')
  const visitor = createCaller(server.url)
  expect((await visitor('listAdminActs')).status).toBe(401)
})

test('news are published, changed and removed by admins, and logged', async () => {
  const en = { title: 'We are open', text: 'Welcome! https://play.example' }
  const published = await boss.call('publishNews', { body: { texts: { en } } })
  expect(published.status).toBe(201)
  const { id } = published.body
  const createdAt = server.clock.now().toISOString()
  const news = async () => (await server.call('listNews')).body.items
  expect(await news()).toEqual([{ id, texts: { en }, createdAt, changedAt: null }])
  const nl = { title: 'We zijn open', text: 'Welkom!' }
  await boss.call('changeNews', { params: { id }, body: { texts: { en, nl } } })
  expect(await news()).toEqual([{ id, texts: { en, nl }, createdAt, changedAt: createdAt }])
  expect(codeOf(await boss.call('publishNews', { body: { texts: {} } }))).toBe('validation')
  expect((await boss.call('removeNews', { params: { id } })).status).toBe(204)
  expect(await news()).toEqual([])
  expect(codeOf(await boss.call('removeNews', { params: { id } }))).toBe('not-found')
  expect(await acts({ by: 'boss', limit: 3 })).toMatchObject(
    ['news-removed', 'news-changed', 'news-published'].map((kind) => ({ kind, details: { news: id } })),
  )
})
