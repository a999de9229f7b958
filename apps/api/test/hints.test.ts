import type { Game } from '@tegenzet/contract'
import { legalMoves, type RuleSetId, ruleSet, trustedPosition } from '@tegenzet/rules'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { explorerConsumer } from '../src/analysis/explorer/count-games.ts'
import { HintThread } from '../src/analysis/hints/hint-thread.ts'
import { beginGame, playMoves } from './begin-game.ts'
import { consumeAllEvents } from './consume-all-events.ts'
import { createGuest } from './guest.ts'
import { startServer, type TestServer } from './harness.ts'
import type { TestPlayer } from './test-player.ts'

let server: TestServer
let anna: TestPlayer
let robin: TestPlayer
let serial = 0
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  serial++
  anna = await server.player(`anna${serial}`)
  robin = await server.player(`robin${serial}`)
  await server.database.prisma.player.update({
    where: { id: robin.id },
    data: { kind: 'bot', builtIn: true },
  })
})
const hint = (by: Pick<TestPlayer, 'call'>, { id }: Pick<Game, 'id'>) =>
  by.call('giveHint', { params: { id } })
const game = (more: object = {}) => beginGame(anna, robin, { rules: 'muehle', ...more })

test.each<RuleSetId>(['muehle', 'halma', 'moulin'])(
  'a hint in %s is a legal move, the same as often as one asks, and the game says so',
  async (rules) => {
    const begun = await game({ rules })
    expect(begun.assisted).toBeUndefined()
    const { status, body } = await hint(anna, begun)
    expect(status).toBe(200)
    expect(legalMoves(ruleSet(rules), trustedPosition(begun.position))).toContain(body.move)
    expect(body.game).toMatchObject({ assisted: true, version: begun.version + 1, turn: 'white' })
    const again = await hint(anna, begun)
    expect(again.body).toMatchObject({ move: body.move, game: { version: begun.version + 1 } })
    await playMoves(begun, anna, robin, [body.move])
    const { body: now } = await server.call('getGame', { params: { id: begun.id } })
    expect(now).toMatchObject({ assisted: true, ply: 1 })
  },
)

test('a hint takes what wins', async () => {
  const begun = await game()
  await playMoves(begun, anna, robin, ['a1', 'd2', 'd1', 'f2'])
  expect((await hint(anna, begun)).body.move).toMatch(/^g1x/)
})

test('there are none elsewhere', async () => {
  const bram = await server.player(`bram${serial}`)
  const human = await beginGame(anna, bram, { rules: 'muehle' })
  const rated = await beginGame(anna, bram, { rules: 'muehle', rated: true })
  for (const each of [human, rated]) {
    const { status, body } = await hint(anna, each)
    expect([status, body.code]).toEqual([422, 'no-hint'])
  }
  await server.database.prisma.player.update({ where: { id: robin.id }, data: { builtIn: false } })
  expect((await hint(anna, await game())).body.code).toBe('no-hint')
  await server.database.prisma.player.update({ where: { id: robin.id }, data: { builtIn: true } })
  const begun = await game()
  const opened = await playMoves(begun, anna, robin, ['d6'])
  expect((await hint(anna, begun)).body.code).toBe('not-your-turn')
  expect((await hint(bram, begun)).body.code).toBe('not-a-player')
  await playMoves(opened, anna, robin, ['f4'])
  await anna.call('resign', { params: { id: begun.id } })
  expect((await hint(anna, begun)).body.code).toBe('game-over')
})

test('games with hints are not in the explorer, the search and statistics', async () => {
  await consumeAllEvents(server, explorerConsumer)
  await server.database.pool.query('TRUNCATE explorer_moves, explorer_games, later_positions')
  const begun = await game()
  await hint(anna, begun)
  await playMoves(begun, anna, robin, ['d6', 'f4'])
  await anna.call('resign', { params: { id: begun.id } })
  await consumeAllEvents(server, explorerConsumer)
  expect((await server.call('explore', { params: { rules: 'muehle' } })).body.games).toBe(0)
  const { body } = await server.call('getStatistics', { params: { username: anna.username } })
  expect([body.results, body.openings]).toEqual([[], []])
})

test('guests get hints too', async () => {
  const guest = await createGuest(server)
  const begun = await game()
  await server.database.prisma.game.update({ where: { id: begun.id }, data: { whiteId: guest.id } })
  expect((await hint(guest, begun)).status).toBe(200)
})

test('one player’s hints keep nobody waiting, and a thread that fails is replaced', async () => {
  const thread = new HintThread()
  const task = {
    rules: 'muehle',
    rulesRevision: 1,
    positions: [trustedPosition((await game()).position)],
  } as const
  const order: string[] = []
  const ask = (player: number, name: string) =>
    thread.find(player, { ...task, positions: [...task.positions] }).then(() => order.push(name))
  await expect(thread.find(1, { ...task, positions: [] })).rejects.toThrow(RangeError)
  await Promise.all([ask(1, 'first'), ask(1, 'second'), ask(1, 'third'), ask(2, 'other')])
  expect(order).toEqual(['first', 'other', 'second', 'third'])
  await thread.close()
})
