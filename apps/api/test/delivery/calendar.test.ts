import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '../people/registered-person.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame, playMoves } from '../play/begin-game.ts'
import { createCaller } from '../server/call-operation.ts'
import { startServer, type TestServer } from '../server/harness.ts'

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
/** A session of anna's, because a token may not create a calendar. */
let session: { headers: { cookie: string } }
beforeAll(async () => {
  server = await startServer({ env: { PUBLIC_URL: 'https://tegenzet.example' } })
  const registered = await server.call('register', {
    body: { username: 'anna', email: 'anna@example.org', password: PASSWORD, language: 'nl' },
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
    call: createCaller(server.url, { authorization: `Bearer ${token}` }),
  }
  bram = await server.player('bram')
})
afterAll(() => server?.close())

const createCalendar = async () => {
  await server.call('proveIdentity', { ...session, body: { password: PASSWORD } })
  const created = await server.call('createCalendar', session)
  expect(created.status).toBe(201)
  return created.body as { url: string; createdAt: string; lastFetchedAt: null }
}
const fetchCalendar = async (address: string, headers: Record<string, string> = {}) => {
  const response = await fetch(server.url + new URL(address).pathname, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
/** Parses the calendar with an independent library. */
const parseCalendar = (text: string) => {
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

describe('the calendar’s URL', () => {
  test('is created, renewed and deleted with a session, and works no longer at once', async () => {
    const none = { createdAt: null, lastFetchedAt: null }
    expect((await server.call('getCalendar', session)).body).toEqual(none)
    const first = await createCalendar()
    expect(first.url).toMatch(/^https:\/\/tegenzet\.example\/calendar\/[\w-]{43}\.ics$/)
    expect((await fetchCalendar(first.url)).status).toBe(200)
    const second = await createCalendar()
    expect(second.url).not.toBe(first.url)
    expect([(await fetchCalendar(first.url)).status, (await fetchCalendar(second.url)).status]).toEqual([
      404, 200,
    ])
    expect((await server.call('getCalendar', session)).body).toEqual({
      createdAt: '2026-11-20T12:00:00.000Z',
      lastFetchedAt: '2026-11-20T12:00:00.000Z',
    })
    for (let n = 0; n < 2; n++) expect((await server.call('deleteCalendar', session)).status).toBe(204)
    expect((await fetchCalendar(second.url)).status).toBe(404)
    expect((await server.call('getCalendar', session)).body).toEqual(none)
  })

  test('cannot be created by a token or anonymously; concurrent requests create one', async () => {
    for (const call of ['getCalendar', 'createCalendar', 'deleteCalendar'] as const) {
      expect((await bram.call(call)).body.code).toBe('forbidden')
      expect((await server.call(call)).body.code).toBe('unauthenticated')
    }
    const created = await Promise.all([createCalendar(), createCalendar(), createCalendar()])
    const found = await Promise.all(created.map(({ url }) => fetchCalendar(url)))
    expect(found.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  })

  test('is stored as a hash only', async () => {
    const { url } = await createCalendar()
    const secret = /([\w-]{43})\.ics$/.exec(url)![1]!
    const [{ rows }] = await server.database.prisma.$queryRaw<[{ rows: string }]>`
      SELECT coalesce(string_agg(c::text || encode(c.hash, 'escape'), ' '), '') AS rows FROM calendars c`
    expect(rows).not.toBe('')
    expect(rows).not.toContain(secret)
  })

  test.each(['/calendar/x.ics', `/calendar/${'A'.repeat(43)}.ics`, '/calendar/%00.ics', '/calendar/.ics'])(
    'answers 404 to %s',
    async (path) => {
      const { status, text } = await fetchCalendar(`https://tegenzet.example${path}`)
      expect([status, JSON.parse(text).code]).toEqual([404, 'not-found'])
    },
  )
})

describe('the calendar', () => {
  test('has one event per game in which the reader is to move, and updates it', async () => {
    const { url } = await createCalendar()
    const empty = await fetchCalendar(url)
    expect(empty.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(empty.headers.get('cache-control')).toBe('private, max-age=300')
    expect(parseCalendar(empty.text)).toEqual({ name: 'Tegenzet: anna', events: [] })

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
    expect(parseCalendar((await fetchCalendar(url)).text).events).toEqual([event])

    server.clock.advance(3_600_000)
    await playMoves(mine, anna, bram, ['i2-g4'])
    await playMoves(theirs, bram, anna, ['d6'])
    const [moved, ...more] = parseCalendar((await fetchCalendar(url)).text).events
    expect(more).toEqual([])
    expect(moved).toMatchObject({
      uid: `game-${theirs.id}@tegenzet.example`,
      start: '2026-11-23T13:00:00.000Z',
      sequence: 1,
      stamp: '2026-11-20T13:00:00.000Z',
    })
    await playMoves({ ...theirs, turn: 'black', ply: 1 }, bram, anna, ['f4', 'd2'])
    const [again] = parseCalendar((await fetchCalendar(url)).text).events
    expect(again).toMatchObject({
      uid: moved!.uid,
      sequence: 3,
      description: expect.stringContaining('(zet 2)'),
    })
    await bram.call('resign', { params: { id: theirs.id } })
    expect(parseCalendar((await fetchCalendar(url)).text).events).toEqual([])
  })

  test('sends 304 when nothing has changed', async () => {
    const { url } = await createCalendar()
    await beginGame(anna, bram)
    const first = await fetchCalendar(url)
    const etag = first.headers.get('etag')!
    server.clock.advance(60_000)
    expect((await fetchCalendar(url)).text).toBe(first.text)
    const same = await fetchCalendar(url, { 'if-none-match': `W/${etag}` })
    expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', etag])
    expect((await server.call('getCalendar', session)).body.lastFetchedAt).toBe(
      server.clock.now().toISOString(),
    )
    await beginGame(anna, bram)
    expect((await fetchCalendar(url, { 'if-none-match': etag })).status).toBe(200)
  })

  test.each([
    ['nl', 'Zet doen: Molenspel tegen bram'],
    ['de', 'Ziehen: Molenspel gegen bram'],
    ['en', 'Make a move: Molenspel against bram'],
    ['fr', 'Jouer un coup\u00a0: Molenspel contre bram'],
  ])('is written in the reader’s language: %s', async (language, summary) => {
    await anna.call('updateAccount', { body: { language } })
    const { url } = await createCalendar()
    const { id } = await beginGame(anna, bram, { rules: 'molenspel' })
    const { events } = parseCalendar((await fetchCalendar(url)).text)
    expect(events.find(({ uid }) => uid.startsWith(`game-${id}@`))?.summary).toBe(summary)
  })

  test('names the competition of a game', async () => {
    await anna.call('updateAccount', { body: { language: 'de' } })
    const { url } = await createCalendar()
    const { id } = await beginGame(anna, bram, { rules: 'molenspel' })
    await server.database.prisma.game.update({ where: { id }, data: { ladder: true } })
    const { events } = parseCalendar((await fetchCalendar(url)).text)
    expect(events.find(({ uid }) => uid.startsWith(`game-${id}@`))?.summary).toMatch(/ · Leiter: Molenspel$/)
  })

  test('folds long lines and ends them with CRLF', async () => {
    const { url } = await createCalendar()
    const { text } = await fetchCalendar(url)
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\nPRODID:/)
    const lines = text.split('\r\n')
    expect(lines.join('\n')).not.toContain('\r')
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(text).toMatch(/\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n/)
  })

  test('counts towards the request limit of the IP address', async () => {
    const limited = await startServer({ database: server.database, env: { RATE_LIMIT: '2' } })
    const get = async () => (await fetch(`${limited.url}/calendar/${'A'.repeat(43)}.ics`)).status
    expect([await get(), await get(), await get()]).toEqual([404, 404, 429])
    await limited.close()
  })
})
