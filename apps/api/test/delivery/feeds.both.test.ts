import type { Club } from '@tegenzet/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leadOn } from '../../src/accounts/names/former-names.ts'
import { runMatches } from '../../src/competition/matches/run-matches.ts'
import { accepted, foundClub, proposeMatch } from '../competition/found-clubs.ts'
import { type Person, registerPerson } from '../people/registered-person.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame, playMoves } from '../play/begin-game.ts'
import { EVERY_PAGE } from '../server/every-page.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { readAtom } from './read-atom.ts'

const PUBLIC_URL = 'https://tegenzet.example'
const DAY_MS = 86_400_000

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
beforeAll(async () => {
  server = await startServer({ env: { PUBLIC_URL }, webClient: EVERY_PAGE })
  anna = await server.player('anna')
  bram = await server.player('bram')
})
afterAll(() => server?.close())

const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers })
const feedAt = async (path: string) => {
  const response = await get(path)
  expect([path, response.status]).toEqual([path, 200])
  expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  return readAtom(await response.text())
}
const publish = (texts: object) =>
  server.database.prisma.news.create({ data: { texts, createdAt: server.clock.now() } })
/** Four moves make a game count: before, it would be cancelled. */
const resigned = async (by: TestPlayer, white: TestPlayer, black: TestPlayer) => {
  const game = await playMoves(await beginGame(white, black), white, black, ['d6', 'f4', 'b4', 'd2'])
  accepted(await by.call('resign', { params: { id: game.id } }))
  return game
}
const tag = (path: string) => `tag:tegenzet.example,2026:${path}`

describe('news', () => {
  const nasty = 'A <b> & "c" ]]>\u0007 😀 <script>alert(1)</script>'

  test('comes in the language of the address, in another where there is none, and escaped', async () => {
    const empty = await feedAt('/feeds/news.de.atom')
    expect([empty.language, empty.entries, empty.updated]).toEqual(['de', [], '1970-01-01T00:00:00.000Z'])
    const english = { title: 'Open', text: 'First line\nsecond\n\nAnother <i>paragraph</i>' }
    await publish({ en: english })
    server.clock.advance(1000)
    const texts = {
      nl: { title: 'Niéuws', text: 'Hallo' },
      en: { title: nasty, text: nasty },
    }
    await publish(texts)
    const dutch = await feedAt('/feeds/news.nl.atom')
    expect(dutch).toMatchObject({
      id: tag('/feeds/news.nl'),
      self: `${PUBLIC_URL}/feeds/news.nl.atom`,
      page: `${PUBLIC_URL}/news`,
      author: 'Tegenzet',
      language: 'nl',
    })
    expect(dutch.entries.map(({ title }) => title)).toEqual(['Niéuws', 'Open'])
    expect(dutch.updated).toBe(dutch.entries[0]!.updated)
    expect(dutch.entries[1]!.html).toBe(
      '<p>First line<br>second</p><p>Another &lt;i&gt;paragraph&lt;/i&gt;</p>',
    )
    const [shown] = (await feedAt('/feeds/news.en.atom')).entries
    // XML cannot contain every character
    expect(shown!.title).toBe(nasty.replace('\u0007', ''))
    expect(shown!.html).not.toContain('<script>')
    expect((await get('/feeds/news.xx.atom')).status).toBe(400)
  })

  test('has a validator, is cached for minutes, and compressed', async () => {
    await publish({ en: { title: 'Long', text: 'again and '.repeat(200) } })
    const first = await get('/feeds/news.en.atom', { 'accept-encoding': 'gzip' })
    const { headers } = first
    expect([headers.get('cache-control'), headers.get('content-encoding')]).toEqual([
      'public, max-age=300',
      'gzip',
    ])
    await first.text()
    const etag = headers.get('etag')!
    server.clock.advance(DAY_MS)
    const again = await get('/feeds/news.en.atom', { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    await publish({ en: { title: 'More', text: 'news' } })
    expect((await get('/feeds/news.en.atom', { 'if-none-match': etag })).status).toBe(200)
  })
})

describe('a player’s finished games', () => {
  test('have the result and stay the same entries', async () => {
    expect((await feedAt('/feeds/players/anna.atom')).entries).toEqual([])
    await beginGame(anna, bram)
    const game = await resigned(bram, anna, bram)
    const english = await feedAt('/feeds/players/Anna.atom')
    expect(english).toMatchObject({
      id: tag(`/players/${anna.id}/games`),
      title: 'Finished games of anna',
      self: `${PUBLIC_URL}/feeds/players/anna.atom`,
    })
    expect(english.entries).toMatchObject([
      {
        id: tag(`/games/${game.id}`),
        title: 'anna – bram 1–0',
        page: `${PUBLIC_URL}/games/${game.id}`,
        html: expect.stringContaining('resigned'),
      },
    ])
    const french = await feedAt('/feeds/players/anna.atom?lang=fr')
    expect([french.title, french.language]).toEqual(['Parties terminées de anna', 'fr'])
    expect(french.entries[0]!.id).toBe(english.entries[0]!.id)
  })

  test('are found by a former name, and not after the account is closed', async () => {
    const dirk = await server.player('dirk')
    await leadOn(server.store, 'dirk-before', dirk.id, server.clock.now())
    const before = await feedAt('/feeds/players/dirk-before.atom')
    expect(before).toEqual(await feedAt('/feeds/players/dirk.atom'))
    await resigned(dirk, dirk, bram)
    await server.database.prisma.player.update({ where: { id: dirk.id }, data: { kind: 'closed' } })
    expect((await get('/feeds/players/dirk.atom')).status).toBe(404)
    expect((await feedAt('/feeds/players/bram.atom')).entries[0]!.title).toBe('a closed account – bram 0–1')
    for (const name of ['nobody', 'x', 'a%00b', 'a.b'])
      expect([name, (await get(`/feeds/players/${name}.atom`)).status]).toEqual([
        name,
        name === 'nobody' ? 404 : 400,
      ])
  })
})

describe('a club', () => {
  let club: Club
  let other: Club
  beforeAll(async () => {
    club = await foundClub(server, anna, 'Tea & <Stones>')
    other = await foundClub(server, bram, 'The others')
  })
  const feed = () => feedAt(`/feeds/clubs/${club.slug}.atom`)

  test('tells of announcements, matches, results and tournaments, newest first', async () => {
    expect(await feed()).toMatchObject({ title: 'Tea & <Stones>', entries: [], updated: club.createdAt })
    const params = { slug: club.slug }
    accepted(await anna.call('announceInClub', { params, body: { text: 'We meet <on> Monday' } }))
    server.clock.advance(1000)
    const match = await proposeMatch(server, anna, [club, other])
    expect((await feed()).entries).toHaveLength(1)
    accepted(await bram.call('acceptMatch', { params: { id: match.id } }))
    for (const [player, { slug }] of [
      [anna, club],
      [bram, other],
    ] as const)
      accepted(await player.call('signUpForMatch', { params: { id: match.id }, body: { club: slug } }))
    const [announced, told] = (await feed()).entries
    expect(told).toMatchObject({
      title: 'Announcement of anna',
      author: 'anna',
      html: '<p>We meet &lt;on&gt; Monday</p>',
    })
    expect(announced).toMatchObject({
      id: tag(`/matches/${match.id}`),
      title: 'Match: Tea & <Stones> – The others',
    })

    server.clock.advance(3 * DAY_MS)
    await runMatches(server.deps, server.store)
    const started = accepted(await server.call('getMatch', { params: { id: match.id } }))
    for (const { games } of started.games)
      for (const { id } of games) accepted(await anna.call('resign', { params: { id } }))
    await runMatches(server.deps, server.store)
    const entries = (await feed()).entries
    expect(entries.map(({ title }) => title)).toEqual([
      'Result: Tea & <Stones> – The others 0–1',
      'Match: Tea & <Stones> – The others',
      'Announcement of anna',
    ])
    expect((await feedAt(`/feeds/clubs/${other.slug}.atom`)).entries).toHaveLength(2)
    expect((await get('/feeds/clubs/none.atom')).status).toBe(404)
  })

  test('is not there where the host has switched clubs off, nor are its matches', async () => {
    const without = async (features: string) => {
      const started = await startServer({ database: server.database, env: { PUBLIC_URL, WITHOUT: features } })
      const found = await fetch(`${started.url}/feeds/clubs/${club.slug}.atom`)
      const result = { status: found.status, text: await found.text() }
      await started.close()
      return result
    }
    const noMatches = await without('matches')
    expect(readAtom(noMatches.text).entries.map(({ title }) => title)).toEqual(['Announcement of anna'])
    await server.database.prisma.club.updateMany({ data: { endedAt: server.clock.now(), memberCount: 0 } })
    expect((await without('clubs')).status).toBe(403)
    expect((await get(`/feeds/clubs/${club.slug}.atom`)).status).toBe(404)
  })
})

describe('the games that wait for a player', () => {
  const create = async (person: Person) => accepted(await person.call('createTurnFeed'))
  const pathOf = (url: string) => url.replace(PUBLIC_URL, '')

  test('have a secret address that is renewed and ended', async () => {
    const person = await registerPerson(server)
    const none = { createdAt: null, lastFetchedAt: null }
    expect((await person.call('getTurnFeed')).body).toEqual(none)
    const first = await create(person)
    expect(first.url).toMatch(/^https:\/\/tegenzet\.example\/feeds\/turns\/[\w-]{43}\.atom$/)
    await feedAt(pathOf(first.url))
    expect((await person.call('getTurnFeed')).body.lastFetchedAt).toMatch(/:00\.000Z$/)
    const second = await create(person)
    expect([(await get(pathOf(first.url))).status, (await get(pathOf(second.url))).status]).toEqual([
      404, 200,
    ])
    expect((await person.call('deleteTurnFeed')).status).toBe(204)
    expect((await get(pathOf(second.url))).status).toBe(404)
    expect((await person.call('getTurnFeed')).body).toEqual(none)
    const third = await create(person)
    accepted(await person.call('revokeAll'))
    expect((await get(pathOf(third.url))).status).toBe(404)
    expect((await get('/feeds/turns/%00.atom')).status).toBe(404)
  })

  test('are each a new entry at each turn, and gone after the move', async () => {
    const person = await registerPerson(server)
    const path = pathOf((await create(person)).url)
    const game = await beginGame(person, bram)
    const response = await get(path)
    expect(response.headers.get('cache-control')).toBe('private, max-age=300')
    const [entry, ...more] = readAtom(await response.text()).entries
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      id: tag(`/games/${game.id}/turns/0`),
      title: expect.stringContaining('bram'),
      page: `${PUBLIC_URL}/games/${game.id}`,
    })
    await playMoves(game, person, bram, ['d6'])
    const after = await feedAt(path)
    expect([after.entries, after.id]).toEqual([[], expect.not.stringContaining(path.slice(13, 30))])
    await playMoves({ ...game, turn: 'black', ply: 1 }, person, bram, ['f4'])
    expect((await feedAt(path)).entries.map(({ id }) => id)).toEqual([tag(`/games/${game.id}/turns/2`)])
  })

  test('open where only members read; the other feeds do not', async () => {
    const person = await registerPerson(server)
    const path = pathOf((await create(person)).url)
    const env = { PUBLIC_URL, READERS: 'members' }
    const closed = await startServer({ database: server.database, env, webClient: EVERY_PAGE })
    const status = async (path: string, headers = {}) => (await fetch(closed.url + path, { headers })).status
    expect(await status(path)).toBe(200)
    const authorization = `Bearer ${anna.token}`
    for (const feed of ['/feeds/news.en.atom', '/feeds/players/anna.atom'])
      expect([await status(feed), await status(feed, { authorization })]).toEqual([401, 200])
    const home = await (await fetch(`${closed.url}/`, { headers: { accept: 'text/html' } })).text()
    expect(home).not.toContain('atom+xml')
    await closed.close()
  })
})

test('pages name their feeds', async () => {
  const club = await foundClub(server, bram, 'Chess & no')
  const linked = async (path: string) => {
    const html = await (await get(path, { accept: 'text/html', 'accept-language': 'nl' })).text()
    return /<link rel="alternate" type="application\/atom\+xml" title="[^"]+" href="([^"]+)">/.exec(html)?.[1]
  }
  expect(await linked('/')).toBe('/feeds/news.nl.atom')
  expect(await linked('/news')).toBe('/feeds/news.nl.atom')
  expect(await linked('/players/ANNA')).toBe('/feeds/players/anna.atom?lang=nl')
  expect(await linked(`/clubs/${club.slug}`)).toBe(`/feeds/clubs/${club.slug}.atom`)
  expect(await linked('/games')).toBe(undefined)
  for (const path of ['/', '/players/anna', `/clubs/${club.slug}`]) await feedAt((await linked(path))!)
})
