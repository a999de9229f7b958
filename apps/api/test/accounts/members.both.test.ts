import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantAdmin } from '../../src/accounts/admins/grant-admin.ts'
import { syncAdmins } from '../../src/accounts/admins/sync-admins.ts'
import { eraseAccounts } from '../../src/privacy/erasure/erase-accounts.ts'
import { accepted, foundClub, proposeMatch } from '../competition/found-clubs.ts'
import {
  createMembers,
  enterMembers,
  logInWithCode,
  type MadeMember,
  registerManager,
  setRoles,
} from '../people/made-members.ts'
import {
  codeOf,
  isAccepted,
  PASSWORD,
  type Person,
  registerPerson,
  sessionOf,
} from '../people/registered-person.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { type Mailbox, openMailbox } from '../server/mailbox.ts'
import { notificationsOf } from '../server/notifications-of.ts'

const DAY = 86_400_000
const hashOf = (name: string) => new Uint8Array(createHash('sha256').update(name).digest())

let box: Mailbox
let server: TestServer
let boss: Person
let owner: TestPlayer
let stranger: Person
let clubs: string[]
beforeAll(async () => {
  box = await openMailbox()
  server = await startServer({ env: { ...box.env, ADMINS: 'boss,later', REGISTER_LIMIT: '1000' } })
  boss = await registerPerson(server, 'boss')
  stranger = await registerPerson(server, 'stranger')
  owner = await server.player('owner')
  const [a, b] = [await foundClub(server, owner, 'Molenhoek'), await foundClub(server, owner, 'Windzijde')]
  clubs = [a.slug, b.slug]
})
afterAll(async () => {
  await server?.close()
  await box?.close()
})
beforeEach(() => boss.call('proveIdentity', { body: { password: PASSWORD } }))

let serial = 0
const newNames = (count: number) => Array.from({ length: count }, () => `kid${++serial}`)
const managed = async (by: Person, club?: string): Promise<MadeMember> =>
  (await enterMembers(server, by, newNames(1), club))[0] as MadeMember
const renew = (by: Pick<Person, 'call'>, username: string) =>
  by.call('renewMemberCode', { params: { username } })
const remove = (by: Pick<Person, 'call'>, username: string) =>
  by.call('deleteMember', { params: { username } })
const listed = async (by: Person, query = {}) =>
  (await by.call('listMembers', { query: { limit: 100, ...query } })).body.items

describe('making members', () => {
  test('all or none: names that are taken, reserved or given twice are listed', async () => {
    const { prisma } = server.database
    await prisma.formerUsername.create({
      data: { hash: hashOf('oldname'), createdAt: server.clock.now() },
    })
    const wrong = ['Stranger', 'admin', 'guest-7', 'Pippin', 'oldname', 'boss', 'b0ss']
    const answer = await createMembers(boss, ['fine1', ...wrong, 'twice', 'Twice'])
    expect([answer.status, answer.body]).toMatchObject([
      409,
      { code: 'conflict', usernames: [...wrong, 'Twice'] },
    ])
    expect(await prisma.player.count({ where: { usernameKey: { in: ['fine1', 'twice'] } } })).toBe(0)
    expect(codeOf(await createMembers(boss, ['a b']))).toBe('validation')
    expect(codeOf(await createMembers(boss, []))).toBe('validation')
    expect(codeOf(await createMembers(boss, Array(101).fill('x1y')))).toBe('validation')
    expect(codeOf(await createMembers(boss, newNames(1), 'no-such-club'))).toBe('not-found')
  })

  test('a hundred at once become members of the club, each with a code of their own', async () => {
    const names = newNames(100)
    const { status, body } = await createMembers(boss, names, clubs[0])
    expect([status, body.members.map(({ username }: any) => username)]).toEqual([201, names])
    expect(new Set(body.members.map(({ code }: any) => code)).size).toBe(100)
    const items = await listed(boss, { club: clubs[0] })
    expect(items).toHaveLength(100)
    expect(items[0]).toEqual({
      player: { id: items[0].player.id, username: names.toSorted()[0], kind: 'human' },
      language: 'nl',
      club: { slug: clubs[0], name: 'Molenhoek' },
      createdAt: server.clock.now().toISOString(),
      lastVisitAt: null,
      codeUnused: true,
      codeExpiresAt: new Date(server.clock.now().getTime() + 30 * DAY).toISOString(),
      deletesAt: null,
    })
    const club = (await owner.call('getClub', { params: { slug: clubs[0]! } })).body
    expect(club.club?.members ?? club.members).toBe(101)
    // the same names again, with the same key: a code is never given out twice
    const key = { 'idempotency-key': 'again' }
    const members = newNames(1).map((username) => ({ username }))
    expect((await boss.call('createMembers', { body: { members }, headers: key })).status).toBe(201)
    expect(codeOf(await boss.call('createMembers', { body: { members }, headers: key }))).toBe('conflict')
    expect(await server.database.prisma.idempotencyKey.count()).toBe(0)
  })

  test('two requests at once for the same names make them once', async () => {
    const names = newNames(3)
    const answers = await Promise.all([createMembers(boss, names), createMembers(boss, names.toReversed())])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  test('needs a fresh proof', async () => {
    server.clock.advance(11 * 60_000)
    for (const call of ['createMembers', 'listMembers', 'renewMemberCode', 'deleteMember'] as const) {
      const answer = await boss.call(call, {
        params: { username: 'kid1' },
        ...(call === 'createMembers' && { body: { members: [{ username: 'kid9999' }] } }),
      })
      expect(codeOf(answer), call).toBe('proof-needed')
    }
  })
})

describe('what a manager may do', () => {
  test('nothing without the role, nor with another', async () => {
    const kid = await managed(boss)
    const moderator = await registerPerson(server)
    await setRoles(boss, moderator.username, ['moderator', 'arbiter'])
    for (const by of [moderator, stranger, { ...kid, email: '' }]) {
      expect(codeOf(await createMembers(by, newNames(1)))).toBe('forbidden')
      expect(codeOf(await by.call('listMembers'))).toBe('forbidden')
      expect(codeOf(await renew(by, kid.username))).toBe('forbidden')
      expect(codeOf(await remove(by, kid.username))).toBe('forbidden')
    }
    expect((await server.call('listMembers')).status).toBe(401)
  })

  test('a manager of all members acts on managed accounts only, and does nothing else of an admin', async () => {
    const manager = await registerManager(server, boss)
    const kid = await managed(boss, clubs[0])
    expect((await renew(manager, kid.username.toUpperCase())).status).toBe(201)
    expect((await remove(manager, kid.username)).status).toBe(204)
    const other = await registerManager(server, boss)
    const bot = await server.player(`bot${++serial}`, { kind: 'bot' })
    for (const username of [
      stranger.username,
      boss.username,
      other.username,
      manager.username,
      bot.username,
    ]) {
      expect(codeOf(await renew(manager, username)), username).toBe('forbidden')
      expect(codeOf(await remove(manager, username)), username).toBe('forbidden')
    }
    expect(codeOf(await renew(manager, 'nobody-here'))).toBe('not-found')
    expect(codeOf(await remove(manager, 'nobody-here'))).toBe('not-found')
    for (const call of [
      'listStaff',
      'listAdminActs',
      'listMails',
      'searchAccounts',
      'listRoomyAddresses',
    ] as const)
      expect((await manager.call(call)).status, call).toBe(403)
    expect(codeOf(await setRoles(manager, kid.username, ['manager']))).toBe('forbidden')
    expect(codeOf(await manager.call('reviewAccount', { params: { username: kid.username } }))).not.toBe(200)
  })

  test('a manager of a club acts on members made for it only', async () => {
    const manager = await registerManager(server, boss, [clubs[0]!])
    const [own, theirs, nobodys] = [
      await managed(boss, clubs[0]),
      await managed(boss, clubs[1]),
      await managed(boss),
    ]
    // joining the club does not hand somebody over
    for (const { call } of [theirs, nobodys])
      accepted(await call('joinClub', { params: { slug: clubs[0]! } }))
    for (const { username } of [theirs, nobodys]) {
      expect(codeOf(await renew(manager, username))).toBe('forbidden')
      expect(codeOf(await remove(manager, username))).toBe('forbidden')
    }
    expect((await renew(manager, own.username)).status).toBe(201)
    // nor does leaving it take somebody away
    accepted(await own.call('leaveClub', { params: { slug: clubs[0]! } }))
    expect((await renew(manager, own.username)).status).toBe(201)

    expect((await createMembers(manager, newNames(1), clubs[0])).status).toBe(201)
    expect(codeOf(await createMembers(manager, newNames(1), clubs[1]))).toBe('forbidden')
    expect(codeOf(await createMembers(manager, newNames(1)))).toBe('forbidden')
    const { items, managerOf } = (await manager.call('listMembers', { query: { limit: 100 } })).body
    expect(managerOf).toEqual([{ slug: clubs[0], name: 'Molenhoek' }])
    expect((await boss.call('listMembers')).body.managerOf).toBe(null)
    expect(new Set(items.map(({ club }: any) => club.slug))).toEqual(new Set([clubs[0]]))
    expect(codeOf(await manager.call('listMembers', { query: { club: clubs[1]! } }))).toBe('forbidden')
    expect(codeOf(await manager.call('listMembers', { query: { club: 'no-such-club' } }))).toBe('not-found')
    expect((await listed(boss, { club: clubs[1] })).map((item: any) => item.player.username)).toContain(
      theirs.username,
    )
  })

  test('an admin says for which clubs, and the end of the role ends all', async () => {
    const manager = await registerManager(server, boss, clubs)
    const entry = async () =>
      (await boss.call('listStaff', { query: { limit: 100 } })).body.items.find(
        ({ player }: any) => player.username === manager.username,
      )
    expect(await entry()).toMatchObject({ roles: ['manager'], managerOf: clubs.toSorted() })
    const kid = await managed(boss, clubs[1])
    expect((await renew(manager, kid.username)).status).toBe(201)
    await setRoles(boss, manager.username, ['manager'], [clubs[0]!])
    expect(codeOf(await renew(manager, kid.username))).toBe('forbidden')
    await setRoles(boss, manager.username, [])
    expect(codeOf(await createMembers(manager, newNames(1), clubs[0]))).toBe('forbidden')
    expect(codeOf(await setRoles(boss, manager.username, ['arbiter'], [clubs[0]!]))).toBe('validation')
    expect(codeOf(await setRoles(boss, manager.username, ['manager'], []))).toBe('validation')
    expect(codeOf(await setRoles(boss, manager.username, ['manager'], ['no-such-club']))).toBe('not-found')
    const [act] = (
      await boss.call('listAdminActs', { query: { player: manager.username } })
    ).body.items.slice(1)
    expect(act).toMatchObject({ kind: 'roles-changed', details: { managerOf: [clubs[0]] } })
  })

  test('each act is in the admin log and in the security log of the member', async () => {
    const manager = await registerManager(server, boss)
    const kid = await managed(manager, clubs[0])
    await renew(manager, kid.username)
    await remove(manager, kid.username)
    await remove(manager, kid.username)
    const acts = (await boss.call('listAdminActs', { query: { player: kid.username } })).body.items
    expect(acts.map(({ kind, by, details }: any) => [kind, by.username, details])).toEqual([
      ['member-deleted', manager.username, {}],
      ['member-code-renewed', manager.username, { endSessions: false }],
      ['member-created', manager.username, { club: clubs[0] }],
    ])
    const events = (await kid.call('listSecurityEvents')).body.items
    expect(events.map(({ kind, subject }: any) => [kind, subject])).toEqual([
      ['deletion-requested', manager.username],
      ['login-code-renewed', manager.username],
      ['logged-in', null],
      ['account-created-for-you', manager.username],
    ])
  })
})

describe('a managed account', () => {
  test('is seen to be managed by staff alone, and its profile by no search engine', async () => {
    const kid = await managed(boss, clubs[0])
    const params = { username: kid.username }
    const user = (await server.call('getUser', { params })).body
    expect(user).toMatchObject({ username: kid.username, indexed: false })
    expect(JSON.stringify(user)).not.toContain('managed')
    expect((await server.call('getUser', { params: { username: 'stranger' } })).body.indexed).toBe(true)
    const moderator = await registerPerson(server)
    await setRoles(boss, moderator.username, ['moderator'])
    expect((await moderator.call('reviewAccount', { params })).body).toMatchObject({
      managed: true,
      email: null,
    })
  })

  test('hears from strangers neither in challenges nor in messages until it wants to', async () => {
    const [kid, mate, far] = [
      await managed(boss, clubs[0]),
      await managed(boss, clubs[0]),
      await managed(boss, clubs[1]),
    ]
    const challenge = (by: Pick<Person, 'call'>, opponent?: string) =>
      by.call('createChallenge', {
        body: {
          rules: 'halma',
          colour: 'white',
          clock: { kind: 'per-move', days: 3 },
          ...(opponent && { opponent }),
        },
      })
    expect(codeOf(await challenge(stranger, kid.username))).toBe('contact-refused')
    expect(codeOf(await challenge(far, kid.username))).toBe('contact-refused')
    expect((await challenge(mate, kid.username)).status).toBe(201)
    // strangers do not see an open challenge, nor accept it
    const open = (await challenge(kid)).body
    const seen = async (by: Pick<Person, 'call'>) =>
      (await by.call('listChallenges')).body.items.map(({ id }: any) => id)
    expect(await seen(stranger)).not.toContain(open.id)
    expect(await seen(mate)).toContain(open.id)
    expect(codeOf(await stranger.call('acceptChallenge', { params: { id: open.id } }))).toBe(
      'contact-refused',
    )
    // whom the member challenges may play, and not write
    const { id } = (await challenge(kid, stranger.username)).body
    const game = (await stranger.call('acceptChallenge', { params: { id } })).body.game
    const write = (by: Pick<Person, 'call'>) =>
      by.call('sendMessage', { params: { id: game.id }, body: { text: 'Hello' } })
    expect(codeOf(await write(stranger))).toBe('contact-refused')
    expect((await write(kid)).status).toBe(201)
    expect((await kid.call('updateAccount', { body: { contact: 'everyone' } })).body.contact).toBe('everyone')
    expect((await write(stranger)).status).toBe(201)
    expect((await challenge(far, kid.username)).status).toBe(201)
  })

  test('without a club it hears from others without one', async () => {
    const [one, other, ofClub] = [await managed(boss), await managed(boss), await managed(boss, clubs[0])]
    const body = {
      rules: 'halma',
      colour: 'white',
      clock: { kind: 'per-move', days: 3 },
      opponent: one.username,
    }
    expect((await other.call('createChallenge', { body })).status).toBe(201)
    expect(codeOf(await ofClub.call('createChallenge', { body }))).toBe('contact-refused')
  })

  test('does what needs a confirmed address, and is not new', async () => {
    const kid = await managed(boss)
    const terms = { name: 'Kids', rules: 'halma', clock: { kind: 'per-move', days: 3 }, maxEntrants: 4 }
    expect((await kid.call('createTournament', { body: terms })).status).toBe(201)
    expect((await kid.call('foundClub', { body: { name: `Club of ${kid.username}` } })).status).toBe(201)
  })

  test('invites people to the site from its first day, as confirmed accounts do', async () => {
    const env = { ADMINS: 'boss,later', REGISTRATION: 'invite', NEW_ACCOUNT_DAYS: '7' }
    const closed = await startServer({ env, database: server.database, now: server.clock.now() })
    const { body } = await createMembers(boss, newNames(1))
    const kid = await sessionOf(closed, await logInWithCode(closed, body.members[0].code))
    expect((await kid.call('createSiteInvitation', { body: { uses: 1, days: 1 } })).status).toBe(201)
    await closed.close()
  })

  test('gets no mail of any kind, and asks for none in vain', async () => {
    const kid = await managed(boss, clubs[0])
    const mails = () => server.database.prisma.mail.count({ where: { account: { name: kid.username } } })
    expect(codeOf(await kid.call('requestVerification'))).toBe('conflict')
    await server.call('requestPasswordReset', { body: { name: kid.username } })
    await server.call('requestPasswordReset', { body: { name: `managed:${serial}` } })
    await kid.call('changePassword', { body: { newPassword: PASSWORD } })
    await server.call('requestPasswordReset', { body: { name: kid.username } })
    await kid.call('proveIdentity', { body: { password: PASSWORD } })
    await kid.call('setReminders', {
      body: {
        reminders: [{ hoursBefore: 1, app: true, mail: true }],
        mailed: ['challenge', 'game-begun'],
        digestAt: '08:00',
      },
    })
    await kid.call('createToken', { body: { name: 'x', scopes: ['game:read'] } })
    await kid.call('requestExport')
    expect((await kid.call('deleteAccount')).body.deletesAt).not.toBeNull()
    expect((await kid.call('undoDeletion')).body.deletesAt).toBeNull()
    await notificationsOf(server, kid)
    expect(await mails()).toBe(0)
    const { account } = (await server.call('logIn', { body: { username: kid.username, password: PASSWORD } }))
      .body
    expect([account.email, account.managed]).toEqual([null, true])
  })

  test('ends with an address that its owner confirms', async () => {
    const kid = await managed(boss, clubs[0])
    await kid.call('changePassword', { body: { newPassword: PASSWORD } })
    const { code } = (await renew(boss, kid.username)).body
    const email = `${kid.username}@example.net`
    expect((await kid.call('changeEmail', { body: { email, password: PASSWORD } })).status).toBe(200)
    expect((await kid.call('getAccount')).body).toMatchObject({
      email: null,
      pendingEmail: email,
      managed: true,
    })
    const token = await box.tokenTo(email, 'verify-email')
    expect((await server.call('verifyEmail', { body: { token } })).status).toBe(200)
    expect((await kid.call('getAccount')).body).toMatchObject({ email, emailVerified: true, managed: false })
    expect(codeOf(await logInWithCode(server, code))).toBe('unauthenticated')
    expect(codeOf(await renew(boss, kid.username))).toBe('forbidden')
    expect(codeOf(await remove(boss, kid.username))).toBe('forbidden')
    expect(codeOf(await kid.call('createDeviceCode'))).toBe('conflict')
    expect((await server.call('getUser', { params: { username: kid.username } })).body.indexed).toBe(true)
    expect(box.mails.filter(({ to }) => !JSON.stringify(to).includes('@'))).toEqual([])
  })

  test('ends with a role, whoever gives it', async () => {
    const later = await managed(boss)
    const { code } = (await renew(boss, later.username)).body
    await setRoles(boss, later.username, ['arbiter'])
    expect((await later.call('getAccount')).body).toMatchObject({ managed: false, email: null })
    expect(codeOf(await logInWithCode(server, code))).toBe('unauthenticated')
    expect(codeOf(await renew(boss, later.username))).toBe('forbidden')

    const byCommand = await managed(boss)
    await grantAdmin(server.store, byCommand.username, server.clock.now())
    expect((await byCommand.call('getAccount')).body).toMatchObject({ managed: false })

    const bySetting = await managed(boss)
    const config = { ...server.deps.config, admins: ['boss', bySetting.username] }
    await syncAdmins({ ...server.deps, config }, server.store)
    expect((await bySetting.call('getAccount')).body).toMatchObject({ managed: false, role: 'admin' })
    await syncAdmins(server.deps, server.store)
  })

  test('is deleted as its owner could, who can keep it for seven days', async () => {
    const [kept, gone] = [await managed(boss, clubs[0]), await managed(boss, clubs[0])]
    for (const { username } of [kept, gone]) expect((await remove(boss, username)).status).toBe(204)
    expect((await kept.call('undoDeletion')).status).toBe(200)
    const { code } = (await renew(boss, gone.username)).body
    server.clock.advance(7 * DAY)
    await eraseAccounts(server.deps, server.store)
    expect(codeOf(await logInWithCode(server, code))).toBe('unauthenticated')
    expect(await isAccepted(gone)).toBe(false)
    expect(await isAccepted(kept)).toBe(true)
    await boss.call('proveIdentity', { body: { password: PASSWORD } })
    const names = (await listed(boss, { club: clubs[0] })).map((item: any) => item.player.username)
    expect([names.includes(kept.username), names.includes(gone.username)]).toEqual([true, false])
    expect(
      await server.database.prisma.managedAccount.count({ where: { account: { deletesAt: { not: null } } } }),
    ).toBe(0)
  })

  test('the list says who has come, and whose code is unused', async () => {
    const kid = await managed(boss, clubs[1])
    const find = async () =>
      (await listed(boss, { club: clubs[1] })).find((item: any) => item.player.username === kid.username)
    expect(await find()).toMatchObject({ codeUnused: false, codeExpiresAt: null })
    expect((await find()).lastVisitAt).toBe(server.clock.now().toISOString())
    await kid.call('logOut')
    expect((await find()).lastVisitAt).not.toBeNull()
    await renew(boss, kid.username)
    expect((await find()).codeUnused).toBe(true)
  })
})

describe('entries by an organiser', () => {
  const clubTournament = async (by: TestPlayer, club?: string) =>
    accepted(
      await by.call('createTournament', {
        body: {
          name: `Evening ${++serial}`,
          rules: 'halma',
          clock: { kind: 'per-move', days: 3 },
          maxEntrants: 8,
          ...(club && { club }),
        },
      }),
    )

  test('the owner and organisers enter members made for the club, who are told and can withdraw', async () => {
    const kid = await managed(boss, clubs[0])
    const { id } = await clubTournament(owner, clubs[0])
    const enter = (by: Pick<Person, 'call'>, username: string, tournament = id) =>
      by.call('enterTournament', { params: { id: tournament }, body: { username } })
    expect(codeOf(await enter(stranger, kid.username))).toBe('forbidden')
    const mate = await managed(boss, clubs[0])
    expect(codeOf(await enter(mate, kid.username))).toBe('forbidden')
    expect(codeOf(await enter(owner, 'nobody-here'))).toBe('not-found')
    expect((await enter(owner, kid.username)).body.user.username).toBe(kid.username)
    expect(codeOf(await enter(owner, kid.username))).toBe('already-entered')
    expect((await notificationsOf(server, kid))[0]).toMatchObject({ kind: 'tournament', change: 'entered' })
    const log = (await server.call('listTournamentLog', { params: { id } })).body.items
    expect(log[0]).toMatchObject({
      kind: 'entered',
      user: { username: kid.username },
      by: { username: 'owner' },
    })
    expect((await kid.call('withdrawFromTournament', { params: { id } })).status).toBe(204)

    // a manager is no organiser, and others are not for an organiser to enter
    const manager = await registerManager(server, boss)
    expect(codeOf(await enter(manager, kid.username))).toBe('forbidden')
    accepted(await stranger.call('joinClub', { params: { slug: clubs[0]! } }))
    const far = await managed(boss, clubs[1])
    accepted(await far.call('joinClub', { params: { slug: clubs[0]! } }))
    for (const { username } of [stranger, far]) expect(codeOf(await enter(owner, username))).toBe('forbidden')
    accepted(await stranger.call('leaveClub', { params: { slug: clubs[0]! } }))
    const open = await clubTournament(owner)
    expect(codeOf(await enter(owner, kid.username, open.id))).toBe('forbidden')
    // oneself
    expect((await enter(owner, 'owner', open.id)).status).toBe(201)
    await setRoles(boss, kid.username, ['arbiter'])
    expect(codeOf(await enter(owner, kid.username))).toBe('forbidden')
  })

  test('and sign them up for matches', async () => {
    const other = await server.player(`rival${++serial}`)
    const { slug } = await foundClub(server, other, `Rivals ${serial}`)
    const match = await proposeMatch(server, owner, [{ slug: clubs[0]! }, { slug }])
    accepted(await other.call('acceptMatch', { params: { id: match.id } }))
    const kid = await managed(boss, clubs[0])
    const sign = (by: Pick<Person, 'call'>, username: string, side: 'a' | 'b' = 'a') =>
      by.call('signUpForMatch', { params: { id: match.id }, body: { username, side } })
    expect(codeOf(await sign(other, kid.username))).toBe('forbidden')
    expect(codeOf(await sign(owner, kid.username, 'b'))).toBe('forbidden')
    expect(codeOf(await sign(stranger, kid.username))).toBe('forbidden')
    expect((await sign(owner, kid.username)).body.user.username).toBe(kid.username)
    expect((await notificationsOf(server, kid))[0]).toMatchObject({ kind: 'match', change: 'signed-up' })
    expect((await kid.call('withdrawFromMatch', { params: { id: match.id } })).status).toBe(204)
    expect(
      codeOf(
        await owner.call('signUpForMatch', {
          params: { id: 999999 },
          body: { username: kid.username, side: 'a' },
        }),
      ),
    ).toBe('not-found')
  })
})
