import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginGame, playMoves } from './begin-game.ts'
import { caller, startServer, type TestPlayer, type TestServer } from './harness.ts'

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
/** A session of anna's: no token makes a calendar. */
let session: { headers: { cookie: string } }
beforeAll(async () => {
  server = await startServer({ env: { PUBLIC_URL: 'https://tegenzet.example' } })
  const registered = await server.call('register', {
    body: { username: 'anna', email: 'anna@example.org', password: 'correct horse battery', language: 'nl' },
  })
  session = { headers: { cookie: registered.headers.getSetCookie()[0]!.split(';', 1)[0]! } }
  const { token } = (
    await server.call('createToken', {
      ...session,
      body: { name: 'test', scopes: ['game:play', 'challenge:write', 'account:write'] },
    })
  ).body
  anna = {
    id: registered.body.account.id,
    accountId: 0,
    username: 'anna',
    token,
    call: caller(server.url, { authorization: `Bearer ${token}` }),
  }
  bram = await server.player('bram')
})
afterAll(() => server?.close())

const make = async () => {
  const made = await server.call('createCalendar', session)
  expect(made.status).toBe(201)
  return made.body as { url: string; createdAt: string; lastFetchedAt: null }
}
const fetched = async (address: string, headers: Record<string, string> = {}) => {
  const response = await fetch(server.url + new URL(address).pathname, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
/** As a program reads it that knows nothing of ours. */
const read = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return {
    name: calendar.getFirstPropertyValue('name'),
    events: calendar.getAllSubcomponents('vevent').map((each) => {
      const event = new ICAL.Event(each)
      return {
        uid: event.uid,
        start: event.startDate.toJSDate().toISOString(),
        zone: event.startDate.zone.tzid,
        sequence: event.sequence,
        stamp: (each.getFirstPropertyValue('dtstamp') as ICAL.Time).toJSDate().toISOString(),
        modified: (each.getFirstPropertyValue('last-modified') as ICAL.Time).toJSDate().toISOString(),
        summary: event.summary,
        description: event.description,
        url: each.getFirstPropertyValue('url'),
        transparency: each.getFirstPropertyValue('transp'),
        alarms: each.getAllSubcomponents('valarm').length,
        ends: each.hasProperty('dtend'),
      }
    }),
  }
}

describe('the address of a calendar', () => {
  test('is made, renewed and removed by a session, and dies at once', async () => {
    const none = { createdAt: null, lastFetchedAt: null }
    expect((await server.call('getCalendar', session)).body).toEqual(none)
    const first = await make()
    expect(first.url).toMatch(/^https:\/\/tegenzet\.example\/calendar\/[\w-]{43}\.ics$/)
    expect((await fetched(first.url)).status).toBe(200)
    const second = await make()
    expect(second.url).not.toBe(first.url)
    expect([(await fetched(first.url)).status, (await fetched(second.url)).status]).toEqual([404, 200])
    expect((await server.call('getCalendar', session)).body).toEqual({
      createdAt: '2026-11-20T12:00:00.000Z',
      lastFetchedAt: '2026-11-20T12:00:00.000Z',
    })
    for (let n = 0; n < 2; n++) expect((await server.call('deleteCalendar', session)).status).toBe(204)
    expect((await fetched(second.url)).status).toBe(404)
    expect((await server.call('getCalendar', session)).body).toEqual(none)
  })

  test('is not for tokens, nor for nobody, and made twice at once there is one', async () => {
    for (const call of ['getCalendar', 'createCalendar', 'deleteCalendar'] as const) {
      expect((await bram.call(call)).body.code).toBe('forbidden')
      expect((await server.call(call)).body.code).toBe('unauthenticated')
    }
    const made = await Promise.all([make(), make(), make()])
    const found = await Promise.all(made.map(({ url }) => fetched(url)))
    expect(found.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  })

  test('is kept nowhere as it is', async () => {
    const { url } = await make()
    const secret = /([\w-]{43})\.ics$/.exec(url)![1]!
    const [{ rows }] = await server.database.prisma.$queryRaw<[{ rows: string }]>`
      SELECT coalesce(string_agg(c::text || encode(c.hash, 'escape'), ' '), '') AS rows FROM calendars c`
    expect(rows).not.toBe('')
    expect(rows).not.toContain(secret)
  })

  test.each(['/calendar/x.ics', `/calendar/${'A'.repeat(43)}.ics`, '/calendar/%00.ics', '/calendar/.ics'])(
    'is none at %s',
    async (path) => {
      const { status, text } = await fetched(`https://tegenzet.example${path}`)
      expect([status, JSON.parse(text).code]).toEqual([404, 'not-found'])
    },
  )
})

describe('a calendar', () => {
  test('has an event for each game in which its reader is to move, which moves with the game', async () => {
    const { url } = await make()
    const empty = await fetched(url)
    expect(empty.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(empty.headers.get('cache-control')).toBe('private, max-age=300')
    expect(read(empty.text)).toEqual({ name: 'Tegenzet: anna', events: [] })

    const mine = await beginGame(anna, bram, { rules: 'halma', clock: { kind: 'per-move', days: 5 } })
    const theirs = await beginGame(bram, anna)
    const event = {
      uid: `game-${mine.id}@tegenzet.example`,
      start: '2026-11-25T12:00:00.000Z',
      zone: 'UTC',
      sequence: 0,
      stamp: '2026-11-20T12:00:00.000Z',
      modified: '2026-11-20T12:00:00.000Z',
      summary: 'Zet doen: Halma tegen bram',
      description: `Je bent aan zet (zet 1). Op dit tijdstip is je bedenktijd om.\nhttps://tegenzet.example/games/${mine.id}`,
      url: `https://tegenzet.example/games/${mine.id}`,
      transparency: 'TRANSPARENT',
      alarms: 0,
      ends: false,
    }
    expect(read((await fetched(url)).text).events).toEqual([event])

    server.clock.advance(3_600_000)
    await playMoves(mine, anna, bram, ['i2-g4'])
    await playMoves(theirs, bram, anna, ['d6'])
    const [moved, ...more] = read((await fetched(url)).text).events
    expect(more).toEqual([])
    expect(moved).toMatchObject({
      uid: `game-${theirs.id}@tegenzet.example`,
      start: '2026-11-23T13:00:00.000Z',
      sequence: 1,
      stamp: '2026-11-20T13:00:00.000Z',
    })
    await playMoves({ ...theirs, turn: 'black', ply: 1 }, bram, anna, ['f4', 'd2'])
    const [again] = read((await fetched(url)).text).events
    expect(again).toMatchObject({
      uid: moved!.uid,
      sequence: 3,
      description: expect.stringContaining('(zet 2)'),
    })
    await bram.call('resign', { params: { id: theirs.id } })
    expect(read((await fetched(url)).text).events).toEqual([])
  })

  test('is the same file while nothing has changed, and not sent again', async () => {
    const { url } = await make()
    await beginGame(anna, bram)
    const first = await fetched(url)
    const etag = first.headers.get('etag')!
    server.clock.advance(60_000)
    expect((await fetched(url)).text).toBe(first.text)
    const same = await fetched(url, { 'if-none-match': `W/${etag}` })
    expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', etag])
    expect((await server.call('getCalendar', session)).body.lastFetchedAt).toBe(
      server.clock.now().toISOString(),
    )
    await beginGame(anna, bram)
    expect((await fetched(url, { 'if-none-match': etag })).status).toBe(200)
  })

  test.each([
    ['nl', 'Zet doen: Molenspel tegen bram'],
    ['de', 'Ziehen: Mühle (Jijbent) gegen bram'],
    ['en', "Make a move: Nine Men's Morris (Jijbent) against bram"],
    ['fr', 'Jouer un coup\u00a0: Jeu du moulin (Jijbent) contre bram'],
  ])('speaks %s as its reader does', async (language, summary) => {
    await anna.call('updateAccount', { body: { language } })
    const { url } = await make()
    const { id } = await beginGame(anna, bram, { rules: 'molenspel' })
    const { events } = read((await fetched(url)).text)
    expect(events.find(({ uid }) => uid.startsWith(`game-${id}@`))?.summary).toBe(summary)
  })

  test('has lines no longer than the standard allows, each ended as it says', async () => {
    const { url } = await make()
    const { text } = await fetched(url)
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\nPRODID:/)
    const lines = text.split('\r\n')
    expect(lines.join('\n')).not.toContain('\r')
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(text).toMatch(/\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n/)
  })

  test('is counted among what an address may ask for', async () => {
    const limited = await startServer({ database: server.database, env: { RATE_LIMIT: '2' } })
    const get = async () => (await fetch(`${limited.url}/calendar/${'A'.repeat(43)}.ics`)).status
    expect([await get(), await get(), await get()]).toEqual([404, 404, 429])
    await limited.close()
  })
})
