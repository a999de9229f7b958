import type { Game } from '@tegenzet/contract'
import { legalMoves, type RuleSetId, ruleSet, startPosition, trustedPosition } from '@tegenzet/rules'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { explorerConsumer } from '../../src/analysis/explorer/count-games.ts'
import { rebuildExplorer } from '../../src/analysis/explorer/rebuild-explorer.ts'
import { HintThread } from '../../src/analysis/hints/hint-thread.ts'
import { comparePlayer } from '../../src/moderation/engine-comparison/compare-player.ts'
import { endOverdueGames } from '../../src/play/deadlines/end-overdue-games.ts'
import { createGuest } from '../people/guest.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame, playMoves } from '../play/begin-game.ts'
import { consumeAllEvents } from '../server/consume-all-events.ts'
import { startServer, type TestServer } from '../server/harness.ts'

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

/** In how many games each of the figures about anna and robin is found. */
async function countedGames(): Promise<Record<string, number>> {
  const start = { params: { rules: 'muehle' } }
  const about = ({ username }: TestPlayer) => ({ params: { username } })
  const explored = (query: object) => server.call('explore', { ...start, query: { ...query } })
  const position = startPosition(ruleSet('muehle'))
  const found = await server.call('listGames', { query: { rules: 'muehle', position } })
  const { games, lostOnTime } = (await server.call('getUser', about(anna))).body
  const { score } = (await anna.call('getRelation', about(robin))).body
  const statistics = (await server.call('getStatistics', about(anna))).body
  const ofBot = (await server.call('getStatistics', about(robin))).body
  const compared = await comparePlayer(
    server.store,
    { compare: async () => [], tables: server.deps.tables },
    anna.id,
  )
  return {
    explorer: (await explored({})).body.games,
    explorerOfPlayer: (await explored({ player: anna.username })).body.games,
    explorerOfBot: (await explored({ player: robin.username })).body.games,
    search: found.body.items.length,
    finished: games.finished,
    lost: games.lost,
    lostOnTime,
    score: score.lost,
    results: statistics.results.length,
    opponents: statistics.opponents.length,
    openings: statistics.openings.length,
    activity: statistics.activity.length,
    resultsOfBot: ofBot.results.length,
    openingsOfBot: ofBot.openings.length,
    compared: compared.length,
  }
}

test('games with hints are left out of the explorer, the search, statistics and comparisons', async () => {
  await consumeAllEvents(server, explorerConsumer)
  await server.database.pool.query('TRUNCATE explorer_moves, explorer_games, later_positions')
  await server.database.prisma.account.updateMany({
    where: { playerId: { in: [anna.id, robin.id] } },
    data: { profileShows: ['score', 'lost-on-time', 'pace'] },
  })
  const play = async (withHint: boolean) => {
    const begun = await game()
    if (withHint) await hint(anna, begun)
    await playMoves(begun, anna, robin, ['d6', 'f4'])
    server.clock.advance(4 * 86_400_000)
    await endOverdueGames(server.deps, server.store)
    const { body } = await server.call('getGame', { params: { id: begun.id } })
    expect(body.outcome).toMatchObject({ winner: 'black', reason: 'timeout' })
    await consumeAllEvents(server, explorerConsumer)
  }
  await play(true)
  for (const [what, games] of Object.entries(await countedGames())) expect(games, what).toBe(0)
  await play(false)
  for (const [what, games] of Object.entries(await countedGames())) expect(games, what).toBe(1)
  // the rebuild finds the games of other tests too
  await rebuildExplorer(server.store)
  expect(await countedGames()).toMatchObject({ explorerOfPlayer: 1, explorerOfBot: 1 })
})

describe('a position that another running game of the player has', () => {
  const place = (id: number, position: string) =>
    server.database.prisma.game.update({ where: { id }, data: { position: trustedPosition(position) } })
  const asked = 'w.b/.../.w./.b..w./.b./.../... w 6 6 0 4'
  const others: [string, RuleSetId, string][] = [
    ['the same', 'muehle', asked],
    ['mirrored, with other counters, by other rules', 'moulin', 'b.w/.../.w./.w..b./.b./.../... w 6 6 9 30'],
    ['with colours exchanged', 'muehle', 'b.w/.../.b./.w..b./.w./.../... b 6 6 0 4'],
    ['a ply before', 'muehle', 'w.b/.../.w./.b..w./.../.../... b 6 7 0 3'],
    ['after a move', 'muehle', 'w.b/.../.w./.bw.w./.b./.../... b 5 6 0 4'],
  ]
  test.each(others)('gets no hint, and is not marked: %s', async (_, rules, position) => {
    const begun = await game()
    await place(begun.id, asked)
    const other = await beginGame(await server.player(`bram${serial}`), anna, { rules })
    await place(other.id, position)
    const { status, body } = await hint(anna, begun)
    expect([status, body.code]).toEqual([403, 'game-running'])
    expect(body.detail).toContain(`${other.id}`)
    const { body: now } = await server.call('getGame', { params: { id: begun.id } })
    expect(now.assisted).toBeUndefined()
    await anna.call('resign', { params: { id: other.id } })
    expect((await hint(anna, begun)).status).toBe(200)
  })

  test('gets one where the other game is three plies away', async () => {
    const begun = await game()
    await place(begun.id, asked)
    const other = await beginGame(anna, await server.player(`bram${serial}`))
    await place(other.id, 'w.b/.../.w./....../.../.../... b 7 8 0 2')
    expect((await hint(anna, begun)).status).toBe(200)
  })
})

test('guests get hints too', async () => {
  const guest = await createGuest(server)
  const begun = await game()
  await server.database.prisma.game.update({ where: { id: begun.id }, data: { whiteId: guest.id } })
  expect((await hint(guest, begun)).status).toBe(200)
})

test('guests of one address share its turns', async () => {
  const find = vi.spyOn(HintThread.prototype, 'find')
  const guests = [await createGuest(server), await createGuest(server)]
  for (const guest of guests) {
    const { id } = await game()
    await server.database.prisma.game.update({ where: { id }, data: { whiteId: guest.id } })
    await hint(guest, { id })
  }
  await hint(anna, await game())
  const [first, second, account] = find.mock.calls.map(([owner]) => owner)
  expect(second).toBe(first)
  expect([first, account]).not.toContain(undefined)
  expect(account).not.toBe(first)
  find.mockRestore()
})

test('one owner’s hints keep nobody waiting, and a thread that fails is replaced', async () => {
  const thread = new HintThread()
  const task = {
    rules: 'muehle',
    rulesRevision: 1,
    positions: [trustedPosition((await game()).position)],
  } as const
  const order: string[] = []
  const ask = (owner: string, name: string) =>
    thread.find(owner, { ...task, positions: [...task.positions] }).then(() => order.push(name))
  await expect(thread.find('one', { ...task, positions: [] })).rejects.toThrow(RangeError)
  await Promise.all([ask('one', 'first'), ask('one', 'second'), ask('one', 'third'), ask('two', 'other')])
  expect(order).toEqual(['first', 'other', 'second', 'third'])
  await thread.close()
})
