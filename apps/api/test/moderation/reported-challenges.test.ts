import type { Challenge, Report } from '@tegenzet/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let carl: TestPlayer
let boss: TestPlayer
beforeAll(async () => {
  server = await startServer()
  anna = await server.player('anna')
  bram = await server.player('bram')
  carl = await server.player('carl')
  boss = await server.player('boss', { role: 'admin' })
})
afterAll(() => server?.close())

const challenges = async (by: TestPlayer, more: object = {}): Promise<Challenge> =>
  (
    await by.call('createChallenge', {
      body: { rules: 'muehle', colour: 'random', clock: { kind: 'per-move', days: 3 }, ...more },
    })
  ).body
const report = (by: TestPlayer, of: { username: string }, body: object = {}) =>
  by.call('reportPlayer', {
    params: { username: of.username },
    body: { reason: 'abuse', text: 'Hij scheldt', ...body },
  })
const reviewReport = async ({ id }: Report): Promise<Report> =>
  (await boss.call('reviewReport', { params: { id } })).body.report

test('a report stores the challenge’s text, whatever happens to the challenge', async () => {
  const challenge = await challenges(bram, { opponent: 'anna', message: 'Kom op, sukkel!' })
  const { status, body } = await report(anna, bram, { challenge: challenge.id })
  const { id, rules, rulesRevision, message, createdAt } = challenge
  expect([status, body.challenge]).toEqual([
    201,
    { id, rules, rulesRevision, message, createdAt, toAll: false },
  ])
  expect([body.game, body.message, message]).toEqual([null, null, 'Kom op, sukkel!'])
  await bram.call('withdrawChallenge', { params: { id } })
  expect(await reviewReport(body)).toEqual(body)
  expect((await anna.call('listReports')).body.items[0]).toEqual(body)
})

test('a challenge may be reported after it was declined, and without a text', async () => {
  const challenge = await challenges(bram, { opponent: 'anna' })
  await anna.call('declineChallenge', { params: { id: challenge.id } })
  const { status, body } = await report(anna, bram, { challenge: challenge.id, reason: 'spam' })
  expect([status, body.challenge.message]).toEqual([201, null])
})

test('one report per challenge and reporter is open at a time', async () => {
  const [one, other] = [await challenges(bram), await challenges(bram)]
  expect((await report(anna, bram, { challenge: one.id })).body.challenge).toMatchObject({ toAll: true })
  expect((await report(anna, bram, { challenge: one.id })).body.code).toBe('already-reported')
  expect((await report(anna, bram, { challenge: other.id })).status).toBe(201)
  expect((await report(carl, bram, { challenge: one.id })).status).toBe(201)
})

test('a challenge is reported against its maker, by those who may see it, without a game', async () => {
  const toAnna = await challenges(bram, { opponent: 'anna', message: 'Zeg!' })
  const toAll = await challenges(bram)
  const invitation = await challenges(bram, { invite: true })
  const token = await server.player('tool', { scopes: ['account:write'] })
  const toTool = await challenges(bram, { opponent: 'tool' })
  const answers = [
    await report(carl, bram, { challenge: toAnna.id }),
    await report(anna, bram, { challenge: invitation.id }),
    await report(token, bram, { challenge: toTool.id }),
    await report(anna, bram, { challenge: 2 ** 40 }),
    await report(anna, carl, { challenge: toAll.id }),
    await report(anna, bram, { challenge: toAll.id, game: 100001 }),
  ]
  expect(answers.map(({ body }) => body.code)).toEqual([
    ...['not-found', 'not-found', 'not-found', 'not-found', 'report-refused', 'validation'],
  ])
})

test('a report stored without a challenge field is still shown', async () => {
  const { body } = await report(carl, bram)
  await server.database.prisma.$executeRaw`
    UPDATE reports SET evidence = '{"game": null, "message": null}' WHERE id = ${body.id}`
  expect(await reviewReport(body)).toEqual(body)
})
