import type { Game } from '@tegenzet/contract'
import { legalMoves, type Position, playTurn, type RuleSetId, ruleSet, startPosition } from '@tegenzet/rules'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { explorerConsumer } from '../../src/analysis/explorer/count-games.ts'
import { positionKey } from '../../src/analysis/explorer/position-key.ts'
import { rebuildExplorer } from '../../src/analysis/explorer/rebuild-explorer.ts'
import { ratingsConsumer } from '../../src/competition/ratings/rate-games.ts'
import { seeded } from '../../src/demo/seeded.ts'
import { eraseRows } from '../../src/privacy/erasure/erase-person.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame, playMoves, randomGame } from '../play/begin-game.ts'
import { consumeAllEvents } from '../server/consume-all-events.ts'
import { startServer, type TestServer } from '../server/harness.ts'

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let serial = 0
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  serial++
  anna = await server.player(`anna${serial}`)
  bram = await server.player(`bram${serial}`)
  await server.database.pool.query('TRUNCATE explorer_moves, explorer_games, later_positions')
})

const RULES = 'muehle'
const count = async () => {
  await consumeAllEvents(server, ratingsConsumer(server.deps))
  await consumeAllEvents(server, explorerConsumer)
}
/** A game of these moves that its loser resigns. */
async function finished(
  moves: readonly string[],
  loser: 'white' | 'black',
  more: object = {},
): Promise<Game> {
  const game = await beginGame(anna, bram, { rules: RULES, ...more })
  await playMoves(game, anna, bram, moves)
  const { body } = await (loser === 'white' ? anna : bram).call('resign', { params: { id: game.id } })
  return body.game
}
const explore = async (query: object = {}, rules: RuleSetId = RULES, by: Pick<TestPlayer, 'call'> = server) =>
  (await by.call('explore', { params: { rules }, query: { ...query } })).body
const after = (...moves: string[]): Position => {
  let position = startPosition(ruleSet(RULES))
  for (const move of moves) {
    const turn = playTurn(ruleSet(RULES), position, move)
    if (!turn.ok) throw new Error(turn.error.message)
    position = turn.value.position
  }
  return position
}

describe('the explorer', () => {
  test('counts finished games once, with mirror images as one', async () => {
    const first = await finished(['d6', 'f4'], 'black')
    server.clock.advance(60_000)
    // mirrored
    const second = await finished(['d2', 'b4'], 'white')
    await count()
    await count()
    const start = await explore()
    expect([start.games, start.white, start.draws, start.black]).toEqual([2, 1, 0, 1])
    expect(start.moves).toEqual([
      {
        move: 'b4',
        games: 2,
        white: 1,
        draws: 0,
        black: 1,
        averageRating: null,
        lastPlayed: second.endedAt,
      },
    ])
    expect(start.recent.map(({ id }: Game) => id)).toEqual([second.id, first.id])
    expect(start.best).toEqual([])
    for (const position of [after('d6'), after('f4'), after('d2')]) {
      const { games, moves } = await explore({ position })
      expect([games, moves.length]).toEqual([2, 1])
      expect(legalMoves(ruleSet(RULES), position)).toContain(moves[0].move)
    }
    expect(await explore({ position: after('a1') })).toMatchObject({ games: 0, moves: [], recent: [] })
    expect((await explore({}, 'moulin')).games).toBe(0)
    // the game ended there
    expect(await explore({ position: after('d6', 'f4') })).toMatchObject({ games: 2, moves: [] })
  })

  test('does not answer where its sums would tell of a move to where a running game of the caller stands', async () => {
    await finished(['d6', 'f4'], 'black')
    await count()
    await playMoves(await beginGame(anna, bram, { rules: RULES }), anna, bram, ['d2'])
    expect((await explore()).moves).toHaveLength(1)
    expect(await explore({}, RULES, anna)).toMatchObject({ code: 'game-running' })
  })

  test('counts the first 24 plies, in every rule set', async () => {
    for (const rules of ['halma', 'merels-diagonal'] as const) {
      const { moves } = randomGame(rules, seeded(7), 30)
      await finished(moves, 'black', { rules })
      await count()
      const engine = ruleSet(rules)
      let position = startPosition(engine)
      for (const [ply, move] of moves.entries()) {
        const seen = await explore({ position }, rules)
        expect([ply, seen.games, seen.moves.length]).toEqual([ply, ply <= 24 ? 1 : 0, ply < 24 ? 1 : 0])
        const turn = playTurn(engine, position, move)
        if (!turn.ok) throw new Error(turn.error.message)
        if (ply < 24) {
          const found = playTurn(engine, position, seen.moves[0].move)
          const same = found.ok && positionKey(engine, found.value.position)
          expect(same).toBe(positionKey(engine, turn.value.position))
        }
        position = turn.value.position
      }
    }
  })

  test('filters by player, month and whether games were rated', async () => {
    const plies = ['d6', 'f4', 'd2', 'b4']
    const rated = await finished(plies, 'black', { rated: true })
    await count()
    server.clock.advance(40 * 86_400_000)
    const later = await finished(['a1', 'd6'], 'white')
    await count()
    const ids = async (query: object) => (await explore(query)).recent.map(({ id }: Game) => id)
    const month = server.clock.now().toISOString().slice(0, 7)
    expect(await ids({})).toEqual([later.id, rated.id])
    expect(await ids({ rated: true })).toEqual([rated.id])
    expect(await ids({ rated: false })).toEqual([later.id])
    expect(await ids({ since: month })).toEqual([later.id])
    expect(await ids({ player: anna.username })).toEqual([later.id, rated.id])
    const cato = await server.player(`cato${serial}`)
    expect(await explore({ player: cato.username })).toMatchObject({ games: 0, recent: [] })
    expect((await explore({ player: 'nobody-at-all' })).code).toBe('not-found')
    const { moves, best } = await explore({ rated: true })
    expect([moves[0].averageRating, best.map(({ id }: Game) => id)]).toEqual([1500, [rated.id]])
    expect((await explore({ since: month })).best).toEqual([])
    expect((await explore({ since: month, rated: true })).games).toBe(0)
  })

  test('gives the rating of the side that moves, also after a position that has stood twice', async () => {
    const more = { rules: 'halma', rated: true }
    await finished(['f1-e1', 'a6-a5', 'e1-f1', 'a5-a6'], 'black', more)
    await count()
    const back = ['f1-e1', 'a6-a5', 'e1-f1', 'a5-a6', 'g2-f3', 'd9-e8']
    const game = await finished(back, 'black', more)
    await count()
    const { body } = await server.call('getGame', { params: { id: game.id } })
    const { white, black } = body.ratings
    expect(white.before.rating).toBeGreaterThan(black.before.rating)
    const rules = ruleSet('halma')
    const turn = playTurn(rules, startPosition(rules), 'g2-f3')
    if (!turn.ok) throw new Error(turn.error.message)
    const { moves } = await explore({ position: turn.value.position }, 'halma')
    expect(moves).toMatchObject([{ games: 1, averageRating: Math.round(black.before.rating) }])
  })

  test('counts neither cancelled games nor those of guests nor running ones', async () => {
    const cancelled = await beginGame(anna, bram, { rules: RULES })
    await anna.call('cancelGame', { params: { id: cancelled.id } })
    await playMoves(await beginGame(anna, bram, { rules: RULES }), anna, bram, ['d6'])
    await count()
    expect((await explore()).games).toBe(0)
    const { prisma } = server.database
    await finished(['d6', 'f4'], 'black')
    await prisma.player.update({ where: { id: bram.id }, data: { kind: 'guest' } })
    await count()
    expect((await explore()).games).toBe(0)
  })

  test('is the same after a rebuild', async () => {
    await finished(['d6', 'f4', 'd2', 'b4'], 'black', { rated: true })
    await finished(['a1', 'd6', 'b2'], 'white')
    await count()
    // games of other tests come back
    await rebuildExplorer(server.store)
    const before = await explore({ player: anna.username })
    expect(before.games).toBe(2)
    const all = await explore()
    expect(await rebuildExplorer(server.store)).toBeGreaterThanOrEqual(all.games)
    expect(await explore()).toEqual(all)
    await count()
    expect(await explore()).toEqual(all)
  })

  test('knows erased players as nobody, and keeps the counts', async () => {
    await finished(['d6', 'f4'], 'black')
    await count()
    await eraseRows(server.store, { playerId: anna.id, accountId: anna.accountId })
    expect((await explore({ player: anna.username })).games).toBe(0)
    expect((await explore({ player: bram.username })).games).toBe(1)
    expect((await explore()).games).toBe(1)
    await server.database.prisma.player.update({ where: { id: anna.id }, data: { kind: 'closed' } })
    await rebuildExplorer(server.store)
    expect((await explore({ player: anna.username })).games).toBe(0)
  })

  test.each<[string, object]>([
    ['a position that cannot be read', { position: 'x' }],
    ['an empty position', { position: '' }],
  ])('refuses %s', async (_, query) => {
    const answer = await server.call('explore', { params: { rules: RULES }, query: { ...query } })
    expect([answer.status, answer.body.code]).toEqual([422, 'malformed-position'])
  })

  test.each(['2026', '2026-13', '0026-01', '2026-1'])('refuses the month %s', async (since) => {
    expect((await explore({ since })).code).toBe('validation')
  })
})

describe('in a running game', () => {
  test.each<[RuleSetId, string[]]>([
    ['muehle', ['d6', 'f4', 'b2']],
    ['halma', ['g2-f3', 'd9-e8', 'i2-g4']],
  ])('of %s its players get no help, others do', async (rules, moves) => {
    const game = await beginGame(anna, bram, { rules })
    await playMoves(game, anna, bram, moves)
    const engine = ruleSet(rules)
    const { body: now } = await anna.call('getGame', { params: { id: game.id } })
    const turn = playTurn(engine, now.position, legalMoves(engine, now.position)[0]!)
    if (!turn.ok) throw new Error(turn.error.message)
    for (const position of [now.position, turn.value.position]) {
      for (const player of [anna, bram]) {
        const answer = await player.call('explore', { params: { rules }, query: { position } })
        expect([answer.status, answer.body.code]).toEqual([403, 'game-running'])
        expect(answer.headers.get('cache-control')).toBe('private, no-store')
      }
      expect((await explore({ position }, rules)).code).toBeUndefined()
    }
    await anna.call('resign', { params: { id: game.id } })
    expect((await explore({ position: now.position }, rules, anna)).code).toBeUndefined()
  })
})
