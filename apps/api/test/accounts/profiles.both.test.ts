import { afterAll, beforeAll, expect, test } from 'vitest'
import { seeded } from '../../src/demo/seeded.ts'
import { endOverdueGames } from '../../src/play/deadlines/end-overdue-games.ts'
import { createGuest } from '../people/guest.ts'
import { type Person, registerPerson } from '../people/registered-person.ts'
import { beginGame, playMoves, randomGame } from '../play/begin-game.ts'
import { startServer, type TestServer } from '../server/harness.ts'

const HOUR = 3_600_000

let server: TestServer
let boss: Person
let anna: Person
let bram: Person
beforeAll(async () => {
  server = await startServer({ env: { ADMINS: 'boss' }, readingMs: 0 })
  boss = await registerPerson(server, 'boss')
  anna = await registerPerson(server, 'anna')
  bram = await registerPerson(server, 'bram')
})
afterAll(() => server?.close())

const update = (person: Person, body: object) => person.call('updateAccount', { body })
const profile = async (username: string) => (await server.call('getUser', { params: { username } })).body
const scoreAgainst = async (reader: Person, username: string) =>
  (await reader.call('getRelation', { params: { username } })).body.score

/** Each move takes an hour. */
async function slowGame(white: Person, black: Person, plies: number) {
  const game = await beginGame(white, black, { rules: 'molenspel', clock: { kind: 'per-move', days: 1 } })
  const { moves } = randomGame('molenspel', seeded(4), plies)
  let now = game
  for (const move of moves) {
    server.clock.advance(HOUR)
    now = await playMoves(now, white, black, [move])
  }
  return game
}

test('a profile shows a text and a country until they are removed', async () => {
  expect(await profile('anna')).toMatchObject({ about: null, country: null, pace: null, lostOnTime: null })
  const text = 'I play over breakfast.\nOnly on weekdays ☕️'
  const saved = await update(anna, { about: text, country: 'NL' })
  expect(saved.body).toMatchObject({ about: text, country: 'NL', profileShows: [] })
  expect(await profile('anna')).toMatchObject({ about: text, country: 'NL' })
  await update(anna, { about: null, country: null })
  expect(await profile('anna')).toMatchObject({ about: null, country: null })
})

test('the text has no invisible characters and a length, and the country exists', async () => {
  const bad = [
    { about: 'a\u202Eb' },
    { about: 'a\u200Bb' },
    { about: 'x'.repeat(501) },
    { about: '' },
    { country: 'XX' },
    { profileShows: ['pace', 'pace'] },
    { profileShows: ['email'] },
  ]
  for (const body of bad) expect((await update(anna, body)).status, JSON.stringify(body)).toBe(400)
})

test('guests write nothing about themselves', async () => {
  const guest = await createGuest(server)
  const { status, body } = await guest.call('updateAccount', { body: { about: 'Hello' } })
  expect([status, body.code]).toEqual([403, 'guests-cannot'])
})

test('whoever is muted writes no text, and theirs is hidden meanwhile', async () => {
  await update(bram, { about: 'Something rude', country: 'BE' })
  const imposed = await boss.call('imposeSanction', {
    params: { username: 'bram' },
    body: { kind: 'mute', reason: 'Stay polite.' },
  })
  expect(await profile('bram')).toMatchObject({ about: null, country: 'BE' })
  const refused = await update(bram, { about: 'Again' })
  expect([refused.status, refused.body.code]).toEqual([403, 'muted'])
  expect((await update(bram, { about: null, country: 'DE' })).status).toBe(200)
  await boss.call('liftSanction', { params: { id: imposed.body.id }, body: { reason: 'Enough.' } })
  expect((await update(bram, { about: 'Polite' })).status).toBe(200)
  expect((await profile('bram')).about).toBe('Polite')
})

test('a report that names nothing else keeps a copy of the text', async () => {
  await update(bram, { about: 'Buy my stones' })
  const reported = await anna.call('reportPlayer', {
    params: { username: 'bram' },
    body: { reason: 'spam', text: 'Advertises on the profile.' },
  })
  await update(bram, { about: null })
  expect(reported.body.about).toBe('Buy my stones')
  const review = await boss.call('reviewReport', { params: { id: reported.body.id } })
  expect(review.body.report.about).toBe('Buy my stones')
})

test('pace, games lost on time and the score are shown only if the player says so', async () => {
  const resigned = await slowGame(anna, bram, 24)
  await bram.call('resign', { params: { id: resigned.id } })
  const late = await slowGame(bram, anna, 2)
  server.clock.advance(2 * 24 * HOUR)
  await endOverdueGames(server.deps, server.store)
  expect((await server.call('getGame', { params: { id: late.id } })).body.status).toBe('finished')

  expect(await profile('bram')).toMatchObject({ pace: null, lostOnTime: null })
  expect(await scoreAgainst(anna, 'bram')).toBe(null)
  await update(bram, { profileShows: ['pace', 'lost-on-time', 'score'] })
  expect(await profile('bram')).toMatchObject({
    games: { active: 0, finished: 2, won: 0, lost: 2, drawn: 0 },
    pace: { medianMs: HOUR, moves: 12 },
    lostOnTime: 1,
  })
  expect(await scoreAgainst(anna, 'bram')).toEqual({ won: 2, lost: 0, drawn: 0 })
  expect(await scoreAgainst(bram, 'anna')).toBe(null)
  expect(await scoreAgainst(bram, 'bram')).toBe(null)
})
