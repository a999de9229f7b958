import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseAccounts } from '../../src/privacy/erasure/erase-accounts.ts'
import { createGuest } from '../people/guest.ts'
import { codeOf, PASSWORD, type Person, registerPerson, sessionOf } from '../people/registered-person.ts'
import { startServer, type TestServer } from '../server/harness.ts'

const DAY_MS = 86_400_000

let server: TestServer
let admin: Person
let member: Person
beforeAll(async () => {
  server = await startServer({
    env: { REGISTRATION: 'invite', ADMINS: 'boss', NEW_ACCOUNT_DAYS: '3', REGISTER_LIMIT: '1000' },
  })
  admin = await registerPerson(server, 'boss')
  member = await invited('anna', keyOf(await invite(admin, { uses: 100, days: 90 })))
  server.clock.advance(4 * DAY_MS)
})
afterAll(() => server?.close())

const invite = (who: Person, body: object = { uses: 1, days: 1 }) =>
  who.call('createSiteInvitation', { body })
const keyOf = ({ status, body }: Awaited<ReturnType<typeof invite>>): string => {
  expect([status, body.code]).toEqual([201, undefined])
  return new URL(body.invitation.url).hash.slice(1)
}
const register = (username: string, invitation?: string, on = server, headers = {}) =>
  on.call('register', {
    body: {
      username,
      email: `${username}@example.org`,
      password: PASSWORD,
      ...(invitation !== undefined && { invitation }),
    },
    headers,
  })
/** Somebody who has registered with a key, and confirmed the address. */
async function invited(username: string, key: string): Promise<Person> {
  const session = await sessionOf(server, await register(username, key))
  const email = `${username}@example.org`
  await server.database.prisma.account.update({ where: { email }, data: { emailVerified: true } })
  return { username, email, ...session }
}

test('people register with an invitation, as often as it says, and not without one', async () => {
  for (const key of [undefined, 'x', 'x'.repeat(32)])
    expect([key, codeOf(await register('nobody', key))]).toEqual([key, 'invitation-needed'])
  const made = await invite(member, { uses: 2, days: 3, note: 'Thursday' })
  const { invitation } = made.body
  expect(invitation).toEqual({
    id: expect.any(Number),
    url: expect.stringMatching(/\/register#[\w-]{32}$/),
    uses: 2,
    used: 0,
    note: 'Thursday',
    by: { id: expect.any(Number), username: 'anna', kind: 'human' },
    createdAt: server.clock.now().toISOString(),
    expiresAt: new Date(server.clock.now().getTime() + 3 * DAY_MS).toISOString(),
    endedAt: null,
  })
  const key = keyOf(made)
  // a registration that fails uses nothing
  expect(codeOf(await register('anna', key))).toBe('username-taken')
  expect([codeOf(await register('bram', key)), codeOf(await register('cato', key))]).toEqual([201, 201])
  expect(codeOf(await register('dirk', key))).toBe('invitation-needed')
  const { items } = (await member.call('listSiteInvitations')).body
  expect(items[0]).toEqual({ ...invitation, url: null, used: 2 })
  const people = await admin.call('listInvitedPlayers', { params: { id: invitation.id } })
  expect(people.body.items.map(({ player }: any) => player.username)).toEqual(['cato', 'bram'])
  expect(codeOf(await member.call('listInvitedPlayers', { params: { id: invitation.id } }))).toBe('forbidden')
})

test('of ten who use the last use of an invitation at once, one registers', async () => {
  const key = keyOf(await invite(member))
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => register(`racer${n}`, key)))
  expect(answers.map(codeOf).sort()).toEqual([201, ...Array(9).fill('invitation-needed')])
  const { prisma } = server.database
  expect(await prisma.player.count({ where: { usernameKey: { startsWith: 'racer' } } })).toBe(1)
})

test('an invitation ends with its time, by its maker, and by staff', async () => {
  const expiring = keyOf(await invite(member, { uses: 5, days: 1 }))
  const [own, other] = [await invite(member), await invite(member)]
  const end = (who: Person, { body }: { body: any }) =>
    who.call('endSiteInvitation', { params: { id: body.invitation.id } })
  const stranger = await invited('ella', keyOf(await invite(admin)))
  expect(codeOf(await end(stranger, own))).toBe('not-found')
  expect([codeOf(await end(member, own)), codeOf(await end(admin, other))]).toEqual([204, 204])
  expect([codeOf(await end(member, own)), codeOf(await end(admin, other))]).toEqual([
    'not-found',
    'not-found',
  ])
  for (const made of [own, other])
    expect(codeOf(await register('fred', keyOf(made)))).toBe('invitation-needed')
  server.clock.advance(DAY_MS)
  expect(codeOf(await register('fred', expiring))).toBe('invitation-needed')

  const ids = async (who: Person) =>
    (await who.call('listSiteInvitations', { query: { limit: 100 } })).body.items.map(({ id }: any) => id)
  const ended = own.body.invitation.id
  expect([(await ids(member)).includes(ended), (await ids(admin)).includes(ended)]).toEqual([false, true])
  expect(await ids(stranger)).toEqual([])
  const acts = (await admin.call('listAdminActs')).body.items
  expect(acts[0]).toMatchObject({
    kind: 'site-invitation-ended',
    details: { siteInvitation: other.body.invitation.id },
  })
})

test('members have bounds, staff wider ones', async () => {
  const gina = await invited('gina', keyOf(await invite(admin)))
  expect(codeOf(await invite(gina))).toBe('forbidden')
  server.clock.advance(4 * DAY_MS)
  const verify = (emailVerified: boolean) =>
    server.database.prisma.account.update({ where: { email: gina.email }, data: { emailVerified } })
  await verify(false)
  expect(codeOf(await invite(gina))).toBe('email-not-verified')
  await verify(true)
  for (const body of [
    { uses: 6, days: 1 },
    { uses: 1, days: 15 },
    { uses: 0, days: 1 },
    { uses: 1, days: 0 },
  ])
    expect([body, codeOf(await invite(gina, body))]).toEqual([body, 'validation'])
  for (const body of [
    { uses: 101, days: 1 },
    { uses: 1, days: 91 },
  ])
    expect([body, codeOf(await invite(admin, body))]).toEqual([body, 'validation'])

  const atOnce = await Promise.all(Array.from({ length: 8 }, () => invite(gina, { uses: 5, days: 14 })))
  expect(atOnce.map(codeOf).sort()).toEqual([...Array(5).fill(201), ...Array(3).fill('limit-reached')])
  const first = atOnce.find(({ status }) => status === 201)!
  await gina.call('endSiteInvitation', { params: { id: first.body.invitation.id } })
  expect(codeOf(await invite(gina))).toBe(201)
  server.clock.advance(DAY_MS)
  expect(codeOf(await invite(gina))).toBe(201)
})

test('the invitations of a member who may not start games admit nobody', async () => {
  const key = keyOf(await invite(member))
  const body = { kind: 'restrict', reason: 'Too many accounts' } as const
  const imposed = await admin.call('imposeSanction', { params: { username: 'anna' }, body })
  expect(codeOf(await invite(member))).toBe('restricted')
  expect(codeOf(await register('hugo', key))).toBe('invitation-needed')
  const lift = { params: { id: imposed.body.id }, body: { reason: 'A mistake' } }
  expect(codeOf(await admin.call('liftSanction', lift))).toBeLessThan(300)
  expect(codeOf(await register('hugo', key))).toBe(201)
})

test('where only staff invite, members cannot, and what they have made admits nobody', async () => {
  const [mine, ofStaff] = [keyOf(await invite(member)), keyOf(await invite(admin))]
  const strict = await startServer({
    env: { REGISTRATION: 'invite', INVITE: 'staff', ADMINS: 'boss' },
    database: server.database,
    now: server.clock.now(),
  })
  expect(codeOf(await register('ida', mine, strict))).toBe('invitation-needed')
  expect(codeOf(await register('ida', ofStaff, strict))).toBe(201)
  await strict.close()
})

test('a closed site registers nobody but its admins, and has no guests', async () => {
  const key = keyOf(await invite(member))
  const closed = await startServer({
    env: { REGISTRATION: 'closed', ADMINS: 'boss, chief', PUBLIC_URL: 'https://club.example' },
    database: server.database,
    now: server.clock.now(),
  })
  expect(codeOf(await register('jan', key, closed))).toBe('registration-closed')
  expect(codeOf(await register('chief', undefined, closed))).toBe('forbidden')
  expect(codeOf(await closed.call('createGuest'))).toBe('registration-closed')
  const about = await closed.call('getAbout')
  expect(about.body).toMatchObject({ registration: 'closed', invite: 'members', readers: 'everyone' })
  expect(about.body.features).not.toContain('guests')
  await closed.close()
})

test('with open registration a key changes nothing, and nobody makes one', async () => {
  const key = keyOf(await invite(admin))
  const open = await startServer({
    database: server.database,
    now: server.clock.now(),
    env: { ADMINS: 'boss' },
  })
  const about = await open.call('getAbout')
  expect(about.body).toMatchObject({ registration: 'open', readers: 'everyone' })
  expect(about.body.features).toContain('guests')
  for (const each of [key, 'x', undefined])
    expect(codeOf(await register(`open${each?.length ?? 0}`, each, open))).toBe(201)
  const used = (await admin.call('listSiteInvitations')).body.items[0].used
  expect(used).toBe(0)
  const { cookie } = await createGuest(open)
  await open.close()

  // a guest from before needs an invitation to become a member
  expect(codeOf(await register('late', undefined, server, { cookie }))).toBe('invitation-needed')
  expect(codeOf(await register('late', key, server, { cookie }))).toBe(201)
})

test('erasure takes a person out of invitations', async () => {
  const { prisma } = server.database
  const karl = await invited('karl', keyOf(await invite(admin)))
  server.clock.advance(4 * DAY_MS)
  const made = await invite(karl, { uses: 2, days: 14, note: 'For Lotte' })
  const lotte = await invited('lotte', keyOf(made))
  const { playerId } = await prisma.account.findUniqueOrThrow({ where: { email: karl.email } })
  await karl.call('proveIdentity', { body: { password: PASSWORD } })
  expect(codeOf(await karl.call('deleteAccount'))).toBe(200)
  server.clock.advance(7 * DAY_MS)
  // the first run closes the account, the second erases the rest
  for (const _ of [1, 2]) await eraseAccounts(server.deps, server.store)
  const row = await prisma.siteInvitation.findUniqueOrThrow({ where: { id: made.body.invitation.id } })
  expect([row.note, row.byId, row.used]).toEqual([null, playerId, 1])
  expect(codeOf(await register('mona', keyOf(made)))).toBe('invitation-needed')
  expect(await prisma.invitedPlayer.count({ where: { playerId } })).toBe(0)
  const people = await admin.call('listInvitedPlayers', { params: { id: made.body.invitation.id } })
  expect(people.body.items).toMatchObject([{ player: { username: 'lotte' } }])
  expect(lotte.username).toBe('lotte')
})
