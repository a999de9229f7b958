import type { Challenge, Club, ClubMember, ClubRequest, Leaderboard } from '@tegenzet/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { leaveClubs } from '../../src/competition/clubs/leave-club.ts'
import { runMatches } from '../../src/competition/matches/run-matches.ts'
import { type Person, registerPerson } from '../people/registered-person.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { notificationsOf } from '../server/notifications-of.ts'
import { accepted, foundClub } from './found-clubs.ts'

const DAY_MS = 86_400_000
const NAMES = ['anna', 'bram', 'cato', 'dirk', 'ella'] as const

let server: TestServer
let admin: Person
let people: Record<(typeof NAMES)[number], TestPlayer>

beforeAll(async () => {
  server = await startServer({ env: { ADMINS: 'chief' } })
  admin = await registerPerson(server, 'chief')
})
afterAll(() => server?.close())
let serial = 0
beforeEach(async () => {
  serial++
  const players = await Promise.all(NAMES.map((name) => server.player(`${name}${serial}`)))
  people = Object.fromEntries(NAMES.map((name, n) => [name, players[n]!])) as typeof people
})

const of = ({ slug }: Pick<Club, 'slug'>, more: object = {}) => ({ params: { slug }, ...more })
const member = ({ slug }: Pick<Club, 'slug'>, { username }: TestPlayer, body?: object) => ({
  params: { slug, username },
  ...(body && { body }),
})
const codeOf = ({ body }: { body: any }): string => body.code
const found = (by: TestPlayer, name: string, members: TestPlayer[] = []) =>
  foundClub(server, by, `${name} ${serial}`, members)
const rolesIn = async (club: Club): Promise<string[]> =>
  accepted(await server.call('listClubMembers', of(club))).items.map(
    ({ user, role }: ClubMember) => `${user.username.replace(/\d+$/, '')} ${role}`,
  )

describe('a club', () => {
  it('is founded by somebody with a verified address, who owns it', async () => {
    const { anna } = people
    const body = { name: `Molenclub Zoë ${serial}`, description: 'We meet on Thursdays.', joining: 'request' }
    expect(codeOf(await anna.call('foundClub', { body }))).toBe('email-not-verified')
    await server.database.prisma.account.update({
      where: { id: anna.accountId },
      data: { emailVerified: true, language: 'nl' },
    })
    const { club } = accepted(await anna.call('foundClub', { body }))
    expect(club).toMatchObject({
      slug: `molenclub-zoe-${serial}`,
      ...body,
      language: 'nl',
      members: 1,
      mine: { role: 'owner' },
      owner: { username: anna.username },
      record: { won: 0, drawn: 0, lost: 0 },
    })
    const read = accepted(await server.call('getClub', of(club)))
    expect(read).toMatchObject({ slug: club.slug, mine: null, bestBoards: [] })
    expect(read.own).toBeUndefined()
    expect((await server.call('getClub', { params: { slug: 'nowhere' } })).status).toBe(404)
  })

  it('has a name that no other club has or had, whatever its case and look-alikes', async () => {
    const { anna, bram } = people
    const club = await found(anna, 'Mill Town')
    await server.database.prisma.account.update({
      where: { id: bram.accountId },
      data: { emailVerified: true },
    })
    const names = [`MILL-TOWN ${serial}`, `Мill Тоwn ${serial}`, `Mi11 T0wn ${serial}`]
    for (const name of names) {
      const refused = await bram.call('foundClub', { body: { name } })
      expect([refused.status, refused.body.code], name).toEqual([409, 'conflict'])
    }
    accepted(await anna.call('changeClub', of(club, { body: { name: `Town of Mills ${serial}` } })))
    expect(codeOf(await bram.call('foundClub', { body: { name: `Mill Town ${serial}` } }))).toBe('conflict')
    const back = accepted(await anna.call('changeClub', of(club, { body: { name: `Mill Town ${serial}` } })))
    expect(back).toMatchObject({ slug: club.slug, name: `Mill Town ${serial}` })
    accepted(await anna.call('deleteClub', of(club)))
    expect((await server.call('getClub', of(club))).status).toBe(404)
    expect(codeOf(await bram.call('foundClub', { body: { name: `Mill Town ${serial}` } }))).toBe('conflict')
    // another name that makes the same slug
    const other = await foundClub(server, bram, `Mill & Town, ${serial} ♟️`.replace('Mill', 'Möll'))
    expect(other.slug).toBe(`moll-town-${serial}`)
  })

  it('gets slugs that nobody else has, in a race too', async () => {
    const names = ['♟️♟️♟️', '🎲🎲🎲', '磨坊俱乐部', '棋棋棋']
    const clubs = await Promise.all(
      [people.anna, people.bram, people.cato, people.dirk].map((by, n) => foundClub(server, by, names[n]!)),
    )
    const slugs = clubs.map(({ slug }) => slug)
    expect(new Set(slugs).size).toBe(4)
    for (const slug of slugs) expect(slug).toMatch(/^club-\d$/)
    const named = await foundClub(server, people.ella, 'New')
    expect(named.slug).toBe('new-2')
  })

  it('is refused in a name of the host, without three characters, and a fourth time', async () => {
    const { anna } = people
    for (const name of ['Tegenzet Club', 'ab', 'x'.repeat(41), ' a club', 'a\nclub', 7])
      expect((await anna.call('foundClub', { body: { name } })).status, `${name}`).toBe(400)
    const clubs = await Promise.all([1, 2, 3].map((n) => found(anna, `Anna’s club ${n} of`)))
    expect(clubs).toHaveLength(3)
    const fourth = await anna.call('foundClub', { body: { name: `Anna’s club 4 of ${serial}` } })
    expect([fourth.status, fourth.body.code]).toEqual([422, 'limit-reached'])
  })

  it('is changed by its owner, and ended by the owner or an admin', async () => {
    const { anna, bram, cato } = people
    const club = await found(anna, 'Changing club', [bram])
    accepted(await anna.call('changeClubMember', member(club, bram, { role: 'organiser' })))
    for (const by of [bram, cato])
      expect(codeOf(await by.call('changeClub', of(club, { body: { description: 'Mine' } })))).toBe(
        'forbidden',
      )
    const changed = accepted(await admin.call('changeClub', of(club, { body: { description: '' } })))
    expect(changed.description).toBe('')
    expect(codeOf(await bram.call('deleteClub', of(club)))).toBe('forbidden')
    accepted(await anna.call('deleteClub', of(club)))
    expect((await notificationsOf(server, bram))[0]).toMatchObject({ kind: 'club', change: 'ended' })
    expect(accepted(await server.call('listClubs', { query: { member: bram.username } })).items).toEqual([])
  })

  it('is found by part of its name and by its members, the largest first', async () => {
    const { anna, bram, cato } = people
    const small = await found(anna, 'Findable small')
    const large = await found(bram, 'Findable LARGE', [anna, cato])
    const search = (query: Record<string, string>) => server.call('listClubs', { query })
    const both = accepted(await search({ search: 'findABLE' })).items.filter(({ slug }: Club) =>
      [small.slug, large.slug].includes(slug),
    )
    expect(both.map(({ slug, members }: Club) => [slug, members])).toEqual([
      [large.slug, 3],
      [small.slug, 1],
    ])
    expect(accepted(await search({ search: 'able SM' })).items).toMatchObject([{ slug: small.slug }])
    expect(accepted(await search({ search: 'able SM', member: cato.username })).items).toEqual([])
    const first = accepted(await search({ member: anna.username, limit: '1' }))
    expect(first.items[0]?.slug).toBe(large.slug)
    const second = accepted(await search({ member: anna.username, limit: '1', cursor: first.nextCursor! }))
    expect(second).toMatchObject({ items: [{ slug: small.slug }], nextCursor: null })
    expect(accepted(await search({ member: 'nobody-at-all' })).items).toEqual([])
    expect(accepted(await search({ search: '%_\\' })).items).toEqual([])
  })
})

describe('joining', () => {
  it('is free, on request or by invitation', async () => {
    const { anna, bram, cato, dirk, ella } = people
    const club = await found(anna, 'Joining club')
    expect(accepted(await bram.call('joinClub', of(club)))).toEqual({ state: 'member' })
    const again = await bram.call('joinClub', of(club))
    expect([again.status, again.body.code]).toEqual([409, 'already-a-member'])

    accepted(await anna.call('changeClub', of(club, { body: { joining: 'request' } })))
    expect(accepted(await cato.call('joinClub', of(club)))).toEqual({ state: 'requested' })
    accepted(await dirk.call('joinClub', of(club)))
    expect(codeOf(await dirk.call('joinClub', of(club)))).toBe('already-entered')
    expect((await notificationsOf(server, anna))[0]).toMatchObject({
      kind: 'club',
      change: 'requested',
      by: dirk.username,
    })
    expect(codeOf(await bram.call('listClubRequests', of(club)))).toBe('forbidden')
    const requests = accepted(await anna.call('listClubRequests', of(club))).items
    expect(requests.map(({ user }: ClubRequest) => user.username)).toEqual([cato.username, dirk.username])
    expect(codeOf(await bram.call('acceptClubRequest', member(club, cato)))).toBe('forbidden')
    expect(accepted(await anna.call('acceptClubRequest', member(club, cato)))).toMatchObject({
      role: 'member',
    })
    accepted(await anna.call('declineClubRequest', member(club, dirk)))
    expect((await notificationsOf(server, cato))[0]).toMatchObject({ change: 'joined' })
    expect((await notificationsOf(server, dirk))[0]).toMatchObject({ change: 'declined' })
    expect((await anna.call('acceptClubRequest', member(club, dirk))).status).toBe(404)

    accepted(await anna.call('changeClub', of(club, { body: { joining: 'invitation' } })))
    expect(codeOf(await ella.call('joinClub', of(club)))).toBe('forbidden')
    accepted(await anna.call('inviteToClub', of(club, { body: { username: ella.username } })))
    expect((await notificationsOf(server, ella))[0]).toMatchObject({ change: 'invited', by: anna.username })
    expect(accepted(await ella.call('getClub', of(club))).own).toMatchObject({ invited: true, asked: false })
    expect(accepted(await ella.call('joinClub', of(club)))).toEqual({ state: 'member' })
    expect(await rolesIn(club)).toEqual(['anna owner', 'bram member', 'cato member', 'ella member'])
    expect(accepted(await server.call('getClub', of(club))).members).toBe(4)
  })

  it('goes by a link until it has expired', async () => {
    const { anna, bram, cato, dirk } = people
    const club = await found(anna, 'Link club', [dirk])
    accepted(await anna.call('changeClub', of(club, { body: { joining: 'invitation' } })))
    expect(codeOf(await dirk.call('inviteToClub', of(club)))).toBe('forbidden')
    const { url, user } = accepted(await anna.call('inviteToClub', of(club, { body: {} })))
    expect(user).toBeNull()
    const invite = new URL(url!).hash.slice(1)
    for (const wrong of ['', 'x', `${invite}x`, `9${invite}`, '99999999999.x', '1.'])
      expect((await bram.call('joinClub', of(club, { body: { invite: wrong || 'no' } }))).status).toBe(403)
    expect(accepted(await bram.call('joinClub', of(club, { body: { invite } }))).state).toBe('member')
    server.clock.advance(15 * DAY_MS)
    expect(codeOf(await cato.call('joinClub', of(club, { body: { invite } })))).toBe('forbidden')
  })

  it('goes by no invitation whose maker no longer organises the club', async () => {
    const { anna, bram, cato, dirk } = people
    const club = await found(anna, 'Ended invitations', [dirk])
    accepted(await anna.call('changeClub', of(club, { body: { joining: 'invitation' } })))
    const give = async (role: string) =>
      accepted(await anna.call('changeClubMember', member(club, dirk, { role })))
    const invited = async (who: typeof anna) => accepted(await who.call('getClub', of(club))).own?.invited
    await give('organiser')
    for (const { username } of [bram, cato])
      accepted(await dirk.call('inviteToClub', of(club, { body: { username } })))
    expect(accepted(await bram.call('joinClub', of(club))).state).toBe('member')
    expect(await invited(cato)).toBe(true)
    const { prisma } = server.database
    const kept = await prisma.clubInvitation.findFirstOrThrow({ where: { playerId: cato.id } })
    await give('member')
    expect(await invited(cato)).toBe(false)
    expect(codeOf(await cato.call('joinClub', of(club)))).toBe('forbidden')
    // a release before left them in the database
    await prisma.clubInvitation.create({ data: kept })
    expect(await invited(cato)).toBe(false)
    expect(codeOf(await cato.call('joinClub', of(club)))).toBe('forbidden')
    await prisma.clubInvitation.delete({ where: { id: kept.id } })
    await give('organiser')
    expect(codeOf(await cato.call('joinClub', of(club)))).toBe('forbidden')
    accepted(await dirk.call('inviteToClub', of(club, { body: { username: cato.username } })))
    accepted(await anna.call('removeClubMember', member(club, dirk, { reason: 'Rude' })))
    expect(codeOf(await cato.call('joinClub', of(club)))).toBe('forbidden')
  })

  it('goes by no link that was ended, or whose maker no longer organises the club', async () => {
    const { anna, bram, cato, dirk } = people
    const club = await found(anna, 'Ended links', [dirk])
    accepted(await anna.call('changeClub', of(club, { body: { joining: 'invitation' } })))
    const promote = async (role: string) =>
      accepted(
        await anna.call('changeClubMember', {
          params: { slug: club.slug, username: dirk.username },
          body: { role },
        }),
      )
    const linkOf = async (by: typeof anna) => {
      const { id, url } = accepted(await by.call('inviteToClub', of(club, { body: {} })))
      return { id, url, invite: new URL(url!).hash.slice(1) }
    }
    const join = async (who: typeof anna, invite: string) =>
      (await who.call('joinClub', of(club, { body: { invite } }))).status
    const listed = async () =>
      accepted(await anna.call('listClubInvitations', of(club))).items.map(({ id, url }: any) => ({
        id,
        url,
      }))

    await promote('organiser')
    const [own, his] = [await linkOf(anna), await linkOf(dirk)]
    expect(await listed()).toEqual([his, own].map(({ id, url }) => ({ id, url })))
    const params = { slug: club.slug, id: own.id }
    expect(codeOf(await bram.call('endClubInvitation', { params }))).toBe('forbidden')
    expect((await dirk.call('endClubInvitation', { params })).status).toBe(204)
    expect(codeOf(await dirk.call('endClubInvitation', { params }))).toBe('not-found')
    expect(await join(bram, own.invite)).toBe(403)
    expect(await join(bram, his.invite)).toBe(201)
    await promote('member')
    expect(await listed()).toEqual([])
    expect(await join(cato, his.invite)).toBe(403)
    expect(codeOf(await dirk.call('listClubInvitations', of(club)))).toBe('forbidden')
    // it stays dead when the role comes back
    await promote('organiser')
    expect(await join(cato, his.invite)).toBe(403)
  })

  it('is not for bots and guests, and invitations have limits', async () => {
    const { anna, bram } = people
    const club = await found(anna, 'People club')
    const bot = await server.player(`robot${serial}`, { kind: 'bot' })
    expect(codeOf(await bot.call('joinClub', of(club)))).toBe('wrong-kind')
    expect(codeOf(await anna.call('inviteToClub', of(club, { body: { username: bot.username } })))).toBe(
      'wrong-kind',
    )
    await bram.call('block', { params: { username: anna.username } })
    expect(codeOf(await anna.call('inviteToClub', of(club, { body: { username: bram.username } })))).toBe(
      'contact-refused',
    )
    for (let n = 0; n < 20; n++) accepted(await anna.call('inviteToClub', of(club)))
    const more = await anna.call('inviteToClub', of(club))
    expect([more.status, more.body.code]).toEqual([422, 'limit-reached'])
    server.clock.advance(DAY_MS)
    accepted(await anna.call('inviteToClub', of(club)))
    // a member does not become a bot
    expect(codeOf(await anna.call('updateAccount', { body: { kind: 'bot' } }))).toBe('not-a-new-account')
  })

  it('ends at 20 clubs a player and 2,000 members, in a race too', async () => {
    const { anna, bram, cato } = people
    const { prisma } = server.database
    const club = await found(anna, 'Full club')
    const { id } = await prisma.club.findUniqueOrThrow({ where: { slug: club.slug } })
    await prisma.club.update({ where: { id }, data: { memberCount: 1999 } })
    const answers = await Promise.all([bram, cato].map((by) => by.call('joinClub', of(club))))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(answers.map(codeOf).filter(Boolean)).toEqual(['club-full'])
    await prisma.club.update({ where: { id }, data: { memberCount: 2 } })

    const member = people.dirk
    const clubs = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const data = { slug: `many-${serial}-${n}`, name: `Many ${n}`, description: '', language: 'en' }
        const { id } = await prisma.club.create({
          data: {
            ...data,
            joining: 'open',
            founderId: anna.id,
            describedById: anna.id,
            memberCount: 1,
            createdAt: server.clock.now(),
            members: { create: { playerId: anna.id, role: 'owner', joinedAt: server.clock.now() } },
          },
        })
        return { id, slug: data.slug }
      }),
    )
    const joined = await Promise.all([club, ...clubs].map((each) => member.call('joinClub', of(each))))
    expect(joined.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(joined.map(codeOf).filter(Boolean)).toEqual(['limit-reached'])
  })
})

describe('members', () => {
  it('are removed with a reason, and need an invitation to return', async () => {
    const { anna, bram, cato, dirk } = people
    const club = await found(anna, 'Strict club', [bram, cato, dirk])
    accepted(await anna.call('changeClubMember', member(club, bram, { role: 'organiser' })))
    accepted(await anna.call('changeClubMember', member(club, dirk, { role: 'organiser' })))
    const early = new URL(accepted(await anna.call('inviteToClub', of(club))).url!).hash.slice(1)
    const reason = { reason: 'Has not played for a year.' }
    expect(codeOf(await cato.call('removeClubMember', member(club, bram, reason)))).toBe('forbidden')
    expect(codeOf(await bram.call('removeClubMember', member(club, dirk, reason)))).toBe('forbidden')
    expect(codeOf(await bram.call('removeClubMember', member(club, anna, reason)))).toBe('forbidden')
    server.clock.advance(1000)
    accepted(await bram.call('removeClubMember', member(club, cato, reason)))
    expect((await notificationsOf(server, cato))[0]).toMatchObject({ change: 'removed', text: reason.reason })
    expect((await bram.call('removeClubMember', member(club, cato, reason))).status).toBe(404)
    expect(accepted(await cato.call('getClub', of(club))).own?.removed).toMatchObject(reason)
    // the club is open, but not for cato, and an invitation from before does not count
    expect(codeOf(await cato.call('joinClub', of(club)))).toBe('forbidden')
    expect(codeOf(await cato.call('joinClub', of(club, { body: { invite: early } })))).toBe('forbidden')
    server.clock.advance(1000)
    accepted(await anna.call('inviteToClub', of(club, { body: { username: cato.username } })))
    expect(accepted(await cato.call('joinClub', of(club))).state).toBe('member')
    expect(accepted(await cato.call('getClub', of(club))).own?.removed).toBeNull()
  })

  it('leave, but the owner only after handing the club over', async () => {
    const { anna, bram, cato } = people
    const club = await found(anna, 'Handed club', [bram, cato])
    expect(codeOf(await anna.call('leaveClub', of(club)))).toBe('conflict')
    expect(codeOf(await bram.call('changeClubMember', member(club, cato, { role: 'organiser' })))).toBe(
      'forbidden',
    )
    expect(codeOf(await anna.call('changeClubMember', member(club, anna, { role: 'member' })))).toBe(
      'conflict',
    )
    accepted(await anna.call('changeClubMember', member(club, bram, { role: 'owner' })))
    expect(await rolesIn(club)).toEqual(['bram owner', 'anna organiser', 'cato member'])
    expect((await notificationsOf(server, bram))[0]).toMatchObject({ change: 'role', role: 'owner' })
    accepted(await anna.call('leaveClub', of(club)))
    expect(codeOf(await anna.call('leaveClub', of(club)))).toBe('not-a-member')
    accepted(await cato.call('leaveClub', of(club)))
    // the last one ends the club
    accepted(await bram.call('leaveClub', of(club)))
    expect((await server.call('getClub', of(club))).status).toBe(404)
  })

  it('inherit the club of an owner whose account is closed: organisers first, then who has been there for longest', async () => {
    const { anna, bram, cato, dirk } = people
    const club = await found(anna, 'Inherited club', [bram, cato, dirk])
    accepted(await anna.call('changeClubMember', member(club, cato, { role: 'organiser' })))
    const at = server.clock.now()
    await Promise.all([leaveClubs(server.store, anna.id, at), leaveClubs(server.store, anna.id, at)])
    expect(await rolesIn(club)).toEqual(['cato owner', 'bram member', 'dirk member'])
    // a moderator closes the account
    const body = { kind: 'close', reason: 'Repeated insults.' }
    accepted(await admin.call('imposeSanction', { params: { username: cato.username }, body }))
    await runMatches(server.deps, server.store)
    expect(await rolesIn(club)).toEqual(['bram owner', 'dirk member'])
    await leaveClubs(server.store, bram.id, at)
    await leaveClubs(server.store, dirk.id, at)
    expect((await server.call('getClub', of(club))).status).toBe(404)
  })
})

describe('announcements', () => {
  it('reach all members, stay on the page and are limited', async () => {
    const { anna, bram, cato } = people
    const club = await found(anna, 'Loud club', [bram])
    const announce = (by: TestPlayer, text = 'The room is open.') =>
      by.call('announceInClub', of(club, { body: { text } }))
    expect(codeOf(await bram.call('announceInClub', of(club, { body: { text: 'Hi' } })))).toBe('forbidden')
    const { id } = accepted(await announce(anna))
    expect((await notificationsOf(server, bram))[0]).toMatchObject({
      change: 'announced',
      text: 'The room is open.',
    })
    expect((await notificationsOf(server, anna)).some(({ change }) => change === 'announced')).toBe(false)
    const listed = () => server.call('listClubAnnouncements', of(club))
    expect(accepted(await listed()).items).toMatchObject([{ id, text: 'The room is open.' }])
    const one = { params: { slug: club.slug, id } }
    expect(codeOf(await cato.call('deleteClubAnnouncement', one))).toBe('forbidden')
    accepted(await anna.call('deleteClubAnnouncement', one))
    expect((await anna.call('deleteClubAnnouncement', one)).status).toBe(404)
    for (let n = 2; n <= 5; n++) accepted(await announce(anna, `News ${n}`))
    expect(codeOf(await announce(anna))).toBe('limit-reached')
  })

  it('are refused to who is muted, as names and descriptions are', async () => {
    const { anna } = people
    const club = await found(anna, 'Muted club')
    const body = { kind: 'mute', reason: 'Insults.' }
    accepted(await admin.call('imposeSanction', { params: { username: anna.username }, body }))
    const codes = [
      await anna.call('announceInClub', of(club, { body: { text: 'Hi' } })),
      await anna.call('changeClub', of(club, { body: { description: 'Hi' } })),
      await anna.call('foundClub', { body: { name: `Second club ${serial}` } }),
    ].map(codeOf)
    expect(codes).toEqual(['muted', 'muted', 'muted'])
    accepted(await anna.call('changeClub', of(club, { body: { joining: 'request' } })))
  })
})

it('a tournament of a club is for its members, at entry time', async () => {
  const { anna, bram, cato } = people
  const club = await found(anna, 'Tournament club', [bram])
  const body = {
    name: 'Club cup',
    rules: 'muehle',
    clock: { kind: 'per-move', days: 3 },
    maxEntrants: 5,
    club: club.slug,
  }
  await server.database.prisma.account.updateMany({ data: { emailVerified: true } })
  expect(codeOf(await bram.call('createTournament', { body }))).toBe('forbidden')
  expect((await anna.call('createTournament', { body: { ...body, club: 'nowhere' } })).status).toBe(404)
  const tournament = accepted(await anna.call('createTournament', { body }))
  expect(tournament.club).toBe(club.slug)
  const entering = { params: { id: tournament.id } }
  const refused = await cato.call('enterTournament', entering)
  expect([refused.status, refused.body.code]).toEqual([403, 'not-a-member'])
  accepted(await bram.call('enterTournament', entering))
  accepted(await bram.call('leaveClub', of(club)))
  const listed = accepted(await server.call('listTournaments', { query: { club: club.slug } }))
  expect(listed.items).toMatchObject([{ id: tournament.id, entrants: 1 }])
})

it('lists the open challenges of its members', async () => {
  const { anna, bram, cato } = people
  const club = await found(anna, 'Waiting club', [bram])
  const challenge = async (by: TestPlayer, rules: string): Promise<number> =>
    accepted(await by.call('createChallenge', { body: { rules, clock: { kind: 'per-move', days: 3 } } })).id
  const [mill, , halma] = [
    await challenge(bram, 'muehle'),
    await challenge(cato, 'muehle'),
    await challenge(anna, 'halma'),
  ]
  const listed = async (query: Record<string, string>): Promise<number[]> =>
    accepted(await server.call('listChallenges', { query })).items.map(({ id }: Challenge) => id)
  expect(await listed({ club: club.slug })).toEqual([halma, mill])
  expect(await listed({ club: club.slug, rules: 'muehle' })).toEqual([mill])
  expect(await listed({ club: 'nowhere' })).toEqual([])
})

it('has a leaderboard of its members, with places among themselves', async () => {
  const { anna, bram, cato, dirk } = people
  const club = await found(anna, 'Rated club', [bram, dirk])
  const params = { rules: 'merels-wild' }
  const rated: [TestPlayer, number, number][] = [
    [cato, 1900, 60],
    [bram, 1800, 60],
    [anna, 1700, 60],
    [dirk, 1600, 200],
  ]
  await server.database.prisma.playerRating.createMany({
    data: rated.map(([{ id: playerId }, rating, deviation]) => ({
      playerId,
      ...params,
      kind: 'human' as const,
      rating,
      deviation,
      volatility: 0.09,
      games: 20,
      best: rating,
      lastGameAt: server.clock.now(),
    })),
  })
  const query = { club: club.slug }
  const board = async (by: Pick<TestPlayer, 'call'>): Promise<Leaderboard> =>
    accepted(await by.call('getLeaderboard', { params, query }))
  const { items, provisional, own } = await board(anna)
  expect(items.map(({ place, user }) => [place, user.id])).toEqual([
    [1, bram.id],
    [2, anna.id],
  ])
  expect(provisional.map(({ user }) => user.id)).toEqual([dirk.id])
  expect(own?.place).toBe(2)
  expect((await board(cato)).own).toBeNull()
  const nowhere = await server.call('getLeaderboard', { params, query: { club: 'nowhere' } })
  expect(nowhere.body).toEqual({ items: [], nextCursor: null, provisional: [], own: null })
})
