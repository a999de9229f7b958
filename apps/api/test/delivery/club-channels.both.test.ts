import { CHANNEL_FORMATS, type ChannelFormat, type Club, type Match } from '@tegenzet/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runMatches } from '../../src/competition/matches/run-matches.ts'
import { tellClosing } from '../../src/delivery/news/tell-closing.ts'
import { accepted, foundClub, proposeMatch } from '../competition/found-clubs.ts'
import { enterMembers, type MadeMember } from '../people/made-members.ts'
import { type Browser, openBrowser } from '../people/oauth-app.ts'
import { PASSWORD } from '../people/registered-person.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { waitUntilPlayed } from '../play/conditional-moves.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { type Receiver, startReceiver } from '../server/webhook-receiver.ts'
import { ADDRESSES, RECEIVED, TOKEN } from './channel-services.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

let server: TestServer
let receiver: Receiver
let anna: TestPlayer
let anton: TestPlayer
let bram: TestPlayer
let club: Club
let other: Club
let browser: Browser
let serial = 0

beforeAll(async () => {
  server = await startServer({
    jobs: ['outbox', 'channel-calls'],
    env: { WEBHOOKS_ALLOW: 'loopback' },
  })
})
afterAll(() => server?.close())
beforeEach(async () => {
  serial++
  receiver = await startReceiver()
  anna = await server.player(`anna${serial}`)
  anton = await server.player(`anton${serial}`)
  bram = await server.player(`bram${serial}`)
  club = await foundClub(server, anna, `Wieken @everyone ${serial}`, [anton])
  other = await foundClub(server, bram, `Molens ${serial}`)
  accepted(await anna.call('changeClub', { params: { slug: club.slug }, body: { language: 'nl' } }))
  browser = await openBrowser(server, anna)
  return () => receiver.close()
})

const slugOf = ({ slug }: Club) => ({ slug })
const add = async (by: Pick<Browser, 'call'>, of: Club, more: object = {}) => {
  const url = receiver.url.replace('hook', `${of.slug}/${TOKEN}`)
  const { status, body } = await by.call('createClubChannel', {
    params: slugOf(of),
    body: { format: 'slack', url, ...more },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.channel
}
const list = async (by: Pick<Browser, 'call'> = browser) =>
  (await by.call('listClubChannels', { params: slugOf(club) })).body.items
const due = async () => {
  const [row] = await server.database.prisma.$queryRaw<[{ due: boolean }]>`
    SELECT coalesce(bool_or(state = 'active' OR start_after <= now()), false) AS due
    FROM pgboss.job WHERE name = 'channel-calls' AND state < 'completed'`
  return row.due
}
const advance = async (ms: number) => {
  await server.advanceTime(ms)
  await tellClosing(server.deps, server.store)
  await runMatches(server.deps, server.store)
  await waitUntilPlayed(server.database)
  await server.advanceTime(6000)
  await expect.poll(due).toBe(false)
}
/** What arrived since the last look, by the channel of which club. */
const arrived = (of: Club) => {
  const texts = receiver.received
    .filter(({ url }) => url?.startsWith(`/${of.slug}/`))
    .map(({ body }) => body.text as string)
  receiver.received = receiver.received.filter(({ url }) => !url?.startsWith(`/${of.slug}/`))
  return texts
}
const openMatch = async (): Promise<Match> => {
  const match = await proposeMatch(server, anna, [club, other], { gamesPerBoard: 2 })
  return accepted(await bram.call('acceptMatch', { params: { id: match.id } }))
}

test('a club is told of its matches and tournaments, once each, in its language, with links', async () => {
  await add(browser, club)
  await add(await openBrowser(server, bram), other, { kinds: ['match-over'] })
  const { id } = await openMatch()
  await advance(0)
  const link = `${server.deps.config.publicUrl}/matches/${id}`
  const names = `Wieken @\u200beveryone ${serial} – Molens ${serial}`
  const [announced, ...rest] = arrived(club)
  expect(announced).toMatch(/^Nieuwe wedstrijd: .*\nAanmelden kan tot .*\n/)
  expect(announced).toContain(`${names} (`)
  expect(announced).toContain(link)
  expect(rest).toEqual([])

  for (const player of [anton, bram]) {
    const { slug } = player === bram ? other : club
    accepted(await player.call('signUpForMatch', { params: { id }, body: { club: slug } }))
  }
  await advance(DAY)
  expect(arrived(club)).toEqual([])
  await advance(DAY / 2)
  await advance(HOUR)
  expect(arrived(club)).toEqual([
    expect.stringMatching(/^De aanmelding voor .* sluit binnenkort\.\nAangemeld tot nu toe: 1–1\./),
  ])

  await advance(DAY)
  expect(arrived(club)).toEqual([])
  const match: Match = (await anna.call('getMatch', { params: { id } })).body
  const [first, second] = match.games[0]!.games
  accepted(await bram.call('resign', { params: { id: first!.id }, body: {} }))
  await advance(0)
  expect(arrived(club)).toEqual([
    `${names}, bord 1: ${anton.username} – ${bram.username} 1–0.\n${server.deps.config.publicUrl}/games/${first!.id}`,
  ])
  accepted(await anton.call('resign', { params: { id: second!.id }, body: {} }))
  await advance(HOUR)
  const ended = arrived(club).join('\n')
  expect(ended).toContain(`${anton.username} – ${bram.username} 0–1.`)
  expect(ended).toContain(`${names} is afgelopen: 1–1.\n${link}`)
  expect(arrived(other)).toEqual([expect.stringContaining(`is over: 1–1.\n${link}`)])

  const body = {
    name: '<!channel> `Zomer` 🏆',
    rules: 'halma',
    clock: { kind: 'per-move', days: 3 },
    maxEntrants: 6,
    club: club.slug,
  }
  const { id: tournament } = accepted(await anna.call('createTournament', { body }))
  await advance(0)
  const [told] = arrived(club)
  expect(told).toContain('&lt;!channel&gt; \u200b`\u200bZomer\u200b`\u200b 🏆 (Halma')
  expect(told).toContain(`${server.deps.config.publicUrl}/tournaments/${tournament}`)
  expect(receiver.received).toEqual([])
})

const NAME = '@everyone `a` _b_ <script> & [x](http://e.example) <!channel> 🏆'
/** The name as each service gets it, so that it shows it as it is. */
const SHOWN: Record<ChannelFormat, string> = {
  discord: '@\u200beveryone \\`a\\` \\_b\\_ \\<script\\> & \\[x\\](http://e.example) \\<!channel\\> 🏆',
  slack:
    '@\u200beveryone \u200b`\u200ba\u200b`\u200b \u200b_\u200bb\u200b_\u200b &lt;script&gt; &amp; \u200b[\u200bx\u200b]\u200b(http://e.example) &lt;!channel&gt; 🏆',
  ntfy: NAME,
  matrix: NAME.replace('@', '@\u200b'),
  telegram: NAME.replace('@', '@\u200b'),
}
/** The same in HTML. */
const HTML = '@\u200beveryone `a` _b_ &lt;script&gt; &amp; [x](http://e.example) &lt;!channel&gt; 🏆'
test('a name with mentions and markup arrives as text in each format', async () => {
  for (const format of CHANNEL_FORMATS)
    await add(browser, club, { format, url: receiver.url.replace('/hook', ADDRESSES[format]) })
  const body = { name: NAME, rules: 'halma', clock: { kind: 'per-move', days: 3 }, maxEntrants: 6 }
  const { id } = accepted(await anna.call('createTournament', { body: { ...body, club: club.slug } }))
  await advance(0)
  const link = `${server.deps.config.publicUrl}/tournaments/${id}`
  const newsOf = (name: string) => ({ title: `Nieuw toernooi: ${name} (Halma).`, body: '', link })
  const expected = CHANNEL_FORMATS.map((format) => RECEIVED[format](newsOf(SHOWN[format]), newsOf(HTML)))
  const received = receiver.received.map(({ url, body }) => ({ url, body }))
  expect(received).toEqual(expect.arrayContaining(expected))
  expect(received).toHaveLength(expected.length)
})

test('a cancelled match is told as cancelled, and an unopened one not at all', async () => {
  await add(browser, club)
  const proposed = await proposeMatch(server, anna, [club, other])
  await advance(0)
  expect(arrived(club)).toEqual([])
  accepted(await bram.call('acceptMatch', { params: { id: proposed.id } }))
  accepted(await bram.call('cancelMatch', { params: { id: proposed.id } }))
  await advance(0)
  expect(arrived(club)).toEqual([expect.stringContaining('gaat niet door.')])
})

test('its owner and organisers add at most five, and see no address; they stay with another owner', async () => {
  const params = { slug: club.slug }
  const url = `${receiver.url}/${TOKEN}`
  const member = await openBrowser(server, anton)
  const outsider = await openBrowser(server, bram)
  for (const by of [member, outsider]) {
    const body = { format: 'slack', url }
    expect(await by.call('createClubChannel', { params, body })).toMatchObject({ status: 403 })
    expect(await by.call('listClubChannels', { params })).toMatchObject({ status: 403 })
  }
  const made = await add(browser, club)
  expect(made).toMatchObject({ format: 'slack', state: 'ok' })
  expect(made.kinds).toHaveLength(5)
  const about = { params: { ...params, id: made.id } }
  // neither another club nor the account of the owner reaches it
  const elsewhere = { params: { slug: other.slug, id: made.id } }
  expect((await outsider.call('testClubChannel', elsewhere)).status).toBe(404)
  expect((await outsider.call('updateClubChannel', { ...elsewhere, body: { kinds: null } })).status).toBe(404)
  expect((await outsider.call('deleteClubChannel', elsewhere)).status).toBe(404)
  expect((await browser.call('deleteChannel', { params: { id: made.id } })).status).toBe(404)
  const role = { params: { ...params, username: anton.username }, body: { role: 'owner' } }
  accepted(await anna.call('changeClubMember', role))
  for (let n = 1; n < 5; n++) await add(member, club)
  const sixth = await member.call('createClubChannel', { params, body: { format: 'slack', url } })
  expect(sixth).toMatchObject({ status: 422, body: { code: 'limit-reached' } })
  const changed = await member.call('updateClubChannel', { ...about, body: { kinds: ['board-over'] } })
  expect(changed.body.channel).toMatchObject({ id: made.id, kinds: ['board-over'] })
  const moved = await member.call('updateClubChannel', { ...about, body: { url: `${url}x` } })
  expect(moved.body.channel).toMatchObject({ format: 'slack', kinds: ['board-over'] })
  expect(JSON.stringify(await list(member))).not.toContain(TOKEN)
  expect((await member.call('deleteClubChannel', about)).status).toBe(204)
  expect(await list(member)).toHaveLength(4)
  accepted(await anton.call('deleteClub', { params }))
  expect(await server.database.prisma.channel.count({ where: { club: { slug: club.slug } } })).toBe(0)
  expect((await member.call('listClubChannels', { params })).status).toBe(404)
})

test('a test arrives at once in the language of the club, five times an hour in a club', async () => {
  const { id } = await add(browser, club)
  const { id: second } = await add(browser, club)
  const tested = (channel: number) =>
    browser.call('testClubChannel', { params: { slug: club.slug, id: channel } })
  expect((await tested(id)).body).toEqual({ status: 204, error: null, detail: null })
  expect(arrived(club)).toEqual([expect.stringContaining(`/clubs/${club.slug}`)])
  for (let n = 1; n < 5; n++) expect((await tested(second)).status).toBe(200)
  expect(await tested(id)).toMatchObject({ status: 429, body: { code: 'rate-limited' } })
})

test('a service that refuses for two days breaks it, and whoever owns the club then is told once', async () => {
  const { id } = await add(browser, club)
  receiver.answer = (_, response) => response.writeHead(404).end()
  await openMatch()
  await advance(0)
  expect(await list()).toMatchObject([{ id, state: 'ok', lastStatus: 404 }])
  const role = { params: { slug: club.slug, username: anton.username }, body: { role: 'owner' } }
  accepted(await anna.call('changeClubMember', role))
  await advance(DAY)
  await advance(DAY)
  await advance(DAY / 2)
  expect(await list()).toMatchObject([{ id, state: 'broken' }])
  const told = async (player: TestPlayer) =>
    (await player.call('listNotices')).body.items.filter(({ kind }: any) => kind === 'channel-broken')
  expect(await told(anton)).toMatchObject([
    { params: { channel: id, format: 'slack', club: { slug: club.slug, name: club.name } } },
  ])
  expect(await told(anna)).toEqual([])
  const accountId = { in: [anna.accountId, anton.accountId] }
  const mails = await server.database.prisma.mail.findMany({ where: { kind: 'channel-broken', accountId } })
  expect(mails).toMatchObject([{ accountId: anton.accountId, text: expect.stringContaining(club.name) }])
})

test('an owner without an e-mail address makes one too, and is told in the inbox that it is broken', async () => {
  const boss = await openBrowser(server, await server.player(`boss${serial}`, { role: 'admin' }))
  const [kid] = (await enterMembers(server, boss, [`kid${serial}`], club.slug)) as [MadeMember]
  const role = { params: { slug: club.slug, username: kid.username }, body: { role: 'owner' } }
  accepted(await anna.call('changeClubMember', role))
  accepted(await kid.call('changePassword', { body: { newPassword: PASSWORD } }))
  accepted(await kid.call('proveIdentity', { body: { password: PASSWORD } }))
  const { id } = await add(kid, club)
  receiver.answer = (_, response) => response.writeHead(404).end()
  await openMatch()
  await advance(0)
  for (const ms of [DAY, DAY, DAY / 2]) await advance(ms)
  expect(await list(kid)).toMatchObject([{ id, state: 'broken' }])
  const { items } = (await kid.call('listNotices')).body
  expect(items.filter(({ kind }: any) => kind === 'channel-broken')).toMatchObject([
    { params: { channel: id } },
  ])
  expect(await server.database.prisma.mail.count({ where: { account: { name: kid.username } } })).toBe(0)
})
