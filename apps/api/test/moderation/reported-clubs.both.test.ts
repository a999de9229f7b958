import type { Club, Report } from '@tegenzet/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eraseRows } from '../../src/privacy/erasure/erase-person.ts'
import { accepted, foundClub, proposeMatch } from '../competition/found-clubs.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'

let server: TestServer
let owner: TestPlayer
let member: TestPlayer
let rival: TestPlayer
let reader: TestPlayer
let boss: TestPlayer
let club: Club
let other: Club
let serial = 0
beforeAll(async () => {
  server = await startServer()
  boss = await server.player('boss', { role: 'admin' })
})
afterAll(() => server?.close())
beforeEach(async () => {
  serial++
  const somebody = (name: string) => server.player(`${name}${serial}`)
  ;[owner, member, rival, reader] = [
    await somebody('owner'),
    await somebody('member'),
    await somebody('rival'),
    await somebody('reader'),
  ]
  club = await foundClub(server, owner, `Millers ${serial}`, [member])
  other = await foundClub(server, rival, `Rivals ${serial}`)
})

const report = (by: TestPlayer, of: TestPlayer, body: object) =>
  by.call('reportPlayer', {
    params: { username: of.username },
    body: { reason: 'abuse', text: 'They insult us', ...body },
  })
const codeOf = ({ status, body }: { status: number; body: any }) => [status, body?.code]

test('a report about a club keeps its texts, and the announcements of the reported player', async () => {
  const { slug } = club
  accepted(await owner.call('changeClub', { params: { slug }, body: { description: 'Rude words' } }))
  accepted(await owner.call('announceInClub', { params: { slug }, body: { text: 'Ruder words' } }))
  const { body } = await report(reader, owner, { club: slug })
  expect(body.club).toEqual({
    slug,
    name: club.name,
    description: 'Rude words',
    announcements: ['Ruder words'],
  })
  expect(codeOf(await report(reader, owner, { club: slug }))).toEqual([409, 'already-reported'])
  await owner.call('changeClub', { params: { slug }, body: { description: '' } })
  const reviewed = await boss.call('reviewReport', { params: { id: body.id } })
  expect(reviewed.body.report).toEqual(body)
  await eraseRows(server.store, { playerId: owner.id, accountId: owner.accountId })
  const [erased] = (await reader.call('listReports')).body.items as Report[]
  expect(JSON.stringify(erased)).not.toMatch(/Rude/)
})

test('a report about a match keeps its message for organisers, who alone can read it', async () => {
  const { id } = await proposeMatch(server, owner, [club, other], { message: 'Cowards!' })
  const clubNames = [club.name, other.name]
  expect((await report(rival, owner, { match: id })).body.match).toEqual({
    id,
    clubNames,
    message: 'Cowards!',
  })
  expect((await report(reader, owner, { match: id })).body.match).toEqual({ id, clubNames, message: null })
  expect((await server.call('getMatch', { params: { id } })).body.proposedBy.username).toBe(owner.username)
})

test('only who answers for it can be reported for it, and for one thing at a time', async () => {
  const { id } = await proposeMatch(server, owner, [club, other])
  const refused = [422, 'report-refused']
  expect(codeOf(await report(reader, member, { club: club.slug }))).toEqual(refused)
  expect(codeOf(await report(reader, rival, { match: id }))).toEqual(refused)
  expect(codeOf(await report(reader, owner, { club: 'no-such-club' }))).toEqual([404, 'not-found'])
  for (const match of [id + 1000, 2 ** 40])
    expect(codeOf(await report(reader, owner, { match }))).toEqual([404, 'not-found'])
  for (const more of [{ match: id }, { message: 1 }, { challenge: 1 }, { game: 1 }])
    expect((await report(reader, owner, { club: club.slug, ...more })).status, JSON.stringify(more)).toBe(400)
})

test('a profile shows clubs if the player says so', async () => {
  const profile = async () => (await server.call('getUser', { params: { username: member.username } })).body
  expect((await profile()).clubs).toBeNull()
  await server.database.prisma.account.update({
    where: { id: member.accountId },
    data: { profileShows: ['clubs'] },
  })
  expect((await profile()).clubs).toEqual([{ slug: club.slug, name: club.name }])
  accepted(await member.call('leaveClub', { params: { slug: club.slug } }))
  expect((await profile()).clubs).toEqual([])
})
