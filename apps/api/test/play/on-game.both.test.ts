import { ok } from '@tegenzet/common'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OnGame, onGame } from '../../src/play/game/on-game.ts'
import { readGame } from '../../src/play/game/read-games.ts'
import { changeGames } from '../../src/play/game/write-games.ts'
import type { Db } from '../../src/store/transaction.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { beginGame } from './begin-game.ts'

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let at: Date
beforeAll(async () => {
  server = await startServer()
  anna = await server.player('anna')
  bram = await server.player('bram')
  at = server.clock.now()
})
afterAll(() => server?.close())

/** Changes the game as often as `times` says, each time after it was read. */
function overtaking(times: number) {
  let attempts = 0
  const read: OnGame<number, void>['read'] = async (db: Db, { game }) => {
    if (attempts++ < times) await changeGames(db, [{ before: game, change: { set: {} }, by: null, at }])
  }
  return { read, attempts: () => attempts }
}

test('a command is decided again as often as somebody else comes first', async () => {
  const { id } = await beginGame(anna, bram)
  const { read, attempts } = overtaking(3)
  const seen: number[] = []
  const done = await onGame(server.store, { game: id, player: anna.id, at, read }, ({ game }) => {
    seen.push(game.version)
    return ok({ set: {} })
  })
  expect(done).toMatchObject({ ok: true, value: { game: { version: 4 } } })
  expect(attempts()).toBe(4)
  expect(seen).toEqual([0, 1, 2, 3])
})

test('it gives up after a bounded number of times', async () => {
  const { id } = await beginGame(anna, bram)
  const { read } = overtaking(Number.POSITIVE_INFINITY)
  const done = await onGame(server.store, { game: id, player: anna.id, at, read }, () => ok({ set: {} }))
  expect(done).toMatchObject({ ok: false, error: { code: 'unavailable' } })
})

test('a refusal counts only if the game is still as it was read', async () => {
  const { id } = await beginGame(anna, bram)
  const { read, attempts } = overtaking(2)
  const refused = { ok: false as const, error: { code: 'conflict' as const, detail: '' } }
  expect(await onGame(server.store, { game: id, player: anna.id, at, read }, () => refused)).toEqual(refused)
  expect(attempts()).toBe(3)
})

test('a limit counts a command once, however often it is decided', async () => {
  const { id } = await beginGame(anna, bram)
  let counted = 0
  const admit = async () => {
    counted++
    return ok(undefined)
  }
  const { read } = overtaking(3)
  await onGame(server.store, { game: id, player: anna.id, at, read, admit }, () => ok({ set: {} }))
  expect(counted).toBe(1)
  expect((await readGame(server.store, id))?.version).toBe(4)
})
