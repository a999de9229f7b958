import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame } from '../play/begin-game.ts'
import { startServer, type TestServer } from '../server/harness.ts'

const DAY_MS = 86_400_000
const NEW_DAYS = 3
const LIMITED = [429, 'new-account-limit']

let server: TestServer
let newcomer: TestPlayer
let strangers: TestPlayer[]
beforeAll(async () => {
  server = await startServer({ env: { NEW_ACCOUNT_DAYS: `${NEW_DAYS}` }, constants: { firstContacts: 2 } })
  strangers = await Promise.all(['anna', 'bram', 'carl'].map((name) => server.player(name)))
  server.clock.advance(NEW_DAYS * DAY_MS)
  newcomer = await server.player('newcomer')
})
afterAll(() => server.close())

const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string }).code,
]
const challenge = async (by: TestPlayer, opponent?: string) => {
  const body = { rules: 'muehle', colour: 'white', clock: { kind: 'per-move', days: 3 }, opponent }
  return codeOf(await by.call('createChallenge', { body }))
}
const write = async (by: TestPlayer, id: number) =>
  codeOf(await by.call('sendMessage', { params: { id }, body: { text: 'Hello' } }))
const CREATED = [201, undefined]

test('a new account challenges a few strangers a day, and those it has played and bots freely', async () => {
  const [anna, bram, carl] = strangers as [TestPlayer, TestPlayer, TestPlayer]
  await server.player('robot', { kind: 'bot' })
  const game = await beginGame(newcomer, anna)
  for (let n = 0; n < 3; n++) expect(await challenge(newcomer, 'anna')).toEqual(CREATED)
  for (let n = 0; n < 3; n++) expect(await challenge(newcomer, 'robot')).toEqual(CREATED)
  expect(await challenge(newcomer, 'nobody')).toEqual([422, 'unknown-opponent'])
  expect(await challenge(newcomer, 'bram')).toEqual(CREATED)
  expect(await challenge(newcomer, 'carl')).toEqual(LIMITED)
  expect(await challenge(newcomer)).toEqual(CREATED)
  for (let n = 0; n < 3; n++) expect(await challenge(carl, 'bram')).toEqual(CREATED)
  await anna.call('resign', { params: { id: game.id } })
  expect((await newcomer.call('rematch', { params: { id: game.id } })).status).toBe(201)

  server.clock.advance(DAY_MS)
  expect(await challenge(newcomer, 'carl')).toEqual(CREATED)
  expect(await challenge(newcomer, 'carl')).toEqual(CREATED)
  expect(await challenge(newcomer, 'carl')).toEqual(LIMITED)
  server.clock.advance((NEW_DAYS - 1) * DAY_MS)
  for (let n = 0; n < 3; n++) expect(await challenge(newcomer, bram.username)).toEqual(CREATED)
})

test('a new account writes a few messages a day to those who have never written to it', async () => {
  const young = await server.player('young')
  const [anna, bram] = strangers as [TestPlayer, TestPlayer]
  const game = await beginGame(young, bram)
  const other = await beginGame(young, anna)
  const play = (message?: string) =>
    young.call('playMove', { params: { id: game.id }, body: { move: 'd6', ply: 0, message } })
  const offer = (message?: string) =>
    young.call('offerDraw', { params: { id: other.id }, body: { ...(message && { message }) } })
  expect(await write(young, game.id)).toEqual(CREATED)
  expect(await write(young, other.id)).toEqual(CREATED)
  expect(await write(young, game.id)).toEqual(LIMITED)
  expect(codeOf(await play('Hello'))).toEqual(LIMITED)
  expect(codeOf(await offer('Draw?'))).toEqual(LIMITED)
  expect((await offer()).status).toBe(201)
  expect((await play()).status).toBe(201)

  // an answer in any game is one
  expect(await write(bram, game.id)).toEqual(CREATED)
  const third = await beginGame(young, bram)
  for (const id of [game.id, third.id, third.id]) expect(await write(young, id)).toEqual(CREATED)
  const limited = await young.call('sendMessage', { params: { id: other.id }, body: { text: 'Hello' } })
  expect(limited.headers.get('retry-after')).toBe(`${DAY_MS / 1000}`)
})
