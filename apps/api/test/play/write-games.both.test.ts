import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { GameRow } from '../../src/play/game/game.ts'
import { readGame } from '../../src/play/game/read-games.ts'
import { changeGames, type GameChange } from '../../src/play/game/write-games.ts'
import { inTransaction } from '../../src/store/transaction.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { beginGame } from './begin-game.ts'

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
beforeAll(async () => {
  server = await startServer()
  anna = await server.player('anna')
  bram = await server.player('bram')
})
afterAll(() => server?.close())

let games: GameRow[]
beforeEach(async () => {
  games = []
  for (let n = 0; n < 3; n++) games.push((await readGame(server.store, (await beginGame(anna, bram)).id))!)
})

const unchanged = (before: GameRow): GameChange => ({
  before,
  change: { set: {} },
  by: null,
  at: server.clock.now(),
})
/** A running game has no winner: the database refuses this row. */
const bad = (before: GameRow): GameChange => ({ ...unchanged(before), change: { set: { winner: 'white' } } })
const versions = async () =>
  Promise.all(games.map(async ({ id }) => (await readGame(server.store, id))!.version))

test('changes that come in together share a statement', async () => {
  const statements: string[] = []
  server.database.onStatement((label) => statements.push(label))
  const written = await Promise.all(games.map((game) => changeGames(server.store, [unchanged(game)])))
  expect(written.map(([each]) => each?.version)).toEqual([1, 1, 1])
  expect(statements.filter((label) => label === 'update games')).toHaveLength(1)
})

test('a row that the database refuses fails alone', async () => {
  const [one, two, three] = games as [GameRow, GameRow, GameRow]
  const ends = await Promise.allSettled(
    [unchanged(one), bad(two), unchanged(three)].map((write) => changeGames(server.store, [write])),
  )
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await versions()).toEqual([1, 0, 1])
})

test('in a transaction all are written or none', async () => {
  const [one, two] = games as [GameRow, GameRow, GameRow]
  await expect(
    inTransaction(server.store, (tx) => changeGames(tx, [unchanged(one), bad(two)])),
  ).rejects.toThrow()
  expect(await versions()).toEqual([0, 0, 0])
})

test('one game’s outdated version does not keep the others from being written', async () => {
  const [one, ...others] = games as [GameRow, GameRow, GameRow]
  await changeGames(server.store, [unchanged(one)])
  const written = await changeGames(server.store, [one, ...others].map(unchanged))
  expect(written.map((each) => each?.version)).toEqual([undefined, 1, 1])
})
