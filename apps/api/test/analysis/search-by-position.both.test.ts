import type { Game } from '@tegenzet/contract'
import { imagesOf, type Position, playTurn, type RuleSetId, ruleSet, startPosition } from '@tegenzet/rules'
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
const positionsOf = (moves: readonly string[], rules: RuleSetId = RULES): Position[] => {
  const positions = [startPosition(ruleSet(rules))]
  for (const move of moves) {
    const turn = playTurn(ruleSet(rules), positions.at(-1)!, move)
    if (!turn.ok) throw new Error(turn.error.message)
    positions.push(turn.value.position)
  }
  return positions
}
const after = (...moves: string[]) => positionsOf(moves).at(-1)!

/** A game of these moves that white resigns, unless it is over. */
async function finished(moves: readonly string[], more: object = {}, players = [anna, bram] as const) {
  server.clock.advance(60_000)
  const game = await beginGame(...players, { rules: RULES, ...more })
  await playMoves(game, ...players, moves)
  await players[0].call('resign', { params: { id: game.id } })
  await consumeAllEvents(server, ratingsConsumer(server.deps))
  await consumeAllEvents(server, explorerConsumer)
  return game.id
}
const search = (query: object, by: Pick<TestPlayer, 'call'> = server) =>
  by.call('listGames', { query: { rules: RULES, ...query } })
const idsOf = async (query: object, by?: Pick<TestPlayer, 'call'>): Promise<number[]> =>
  (await search(query, by)).body.items.map(({ id }: Game) => id)

describe('the search by position', () => {
  test('finds finished games by mirror images too, the last to end first', async () => {
    const first = await finished(['d6', 'f4'])
    const second = await finished(['d2', 'b4'], { rated: true })
    const third = await finished(['a1', 'd6', 'f4', 'd2'], { rated: true })
    await playMoves(await beginGame(anna, bram, { rules: RULES }), anna, bram, ['d6'])
    for (const position of [after('d6'), after('f4'), after('b4')])
      expect(await idsOf({ position })).toEqual([second, first])
    expect(await idsOf({ position: after('a1', 'd6', 'f4') })).toEqual([third])
    expect(await idsOf({ position: after() })).toEqual([third, second, first])
    expect(await idsOf({ position: after('d7') })).toEqual([])
    expect(await idsOf({ position: after(), rules: 'moulin' })).toEqual([])
  })

  test.each<RuleSetId>(['halma', 'merels-diagonal', 'molenspel'])(
    'finds every position of a game of %s, whatever the counters, and after a rebuild',
    async (rules) => {
      const { moves } = randomGame(rules, seeded(5), 60)
      const id = await finished(moves, { rules })
      const engine = ruleSet(rules)
      const check = async () => {
        for (const position of positionsOf(moves, rules)) {
          const [, ...rest] = position.split(' ')
          const image = [imagesOf(engine, position).at(-1), ...rest.slice(0, -1), 99].join(' ')
          expect(await idsOf({ rules, position: image })).toEqual([id])
        }
      }
      await check()
      await rebuildExplorer(server.store)
      expect(
        await idsOf({ rules, position: positionsOf(moves, rules).at(-1), player: anna.username }),
      ).toEqual([id])
    },
  )

  test('finds the games of one player, at any ply', async () => {
    const { moves } = randomGame(RULES, seeded(5), 40)
    const cato = await server.player(`cato${serial}`)
    const theirs = await finished(moves, {}, [anna, bram])
    const other = await finished(moves, {}, [bram, cato])
    for (const position of [after(), after(...moves)]) {
      expect(await idsOf({ position, player: bram.username })).toEqual([other, theirs])
      expect(await idsOf({ position, player: anna.username })).toEqual([theirs])
      expect(await idsOf({ position, player: cato.username })).toEqual([other])
    }
    expect(await idsOf({ position: after(), player: 'nobody-at-all' })).toEqual([])
  })

  test('knows erased players as nobody, and finds their games for the others', async () => {
    const { moves } = randomGame(RULES, seeded(5), 40)
    const id = await finished(moves)
    const everywhere = [after(), after(...moves)]
    for (const position of everywhere) expect(await idsOf({ position, player: anna.username })).toEqual([id])
    await eraseRows(server.store, { playerId: anna.id, accountId: anna.accountId })
    for (const position of everywhere) {
      expect(await idsOf({ position, player: anna.username })).toEqual([])
      expect(await idsOf({ position, player: bram.username })).toEqual([id])
      expect(await idsOf({ position })).toEqual([id])
    }
  })

  test('has pages', async () => {
    const { moves } = randomGame(RULES, seeded(5), 30)
    const ids = [
      await finished(moves),
      await finished(['d7', 'f4']),
      await finished(['d6', 'f4'], { rated: true }),
    ]
    const pages: number[] = []
    let cursor: string | null = null
    do {
      const { body } = await search({ position: after(), limit: 1, ...(cursor && { cursor }) })
      pages.push(...body.items.map(({ id }: Game) => id))
      cursor = body.nextCursor
    } while (cursor)
    expect(pages).toEqual(ids.reverse())
    const { body } = await server.call('listGames', { query: { limit: 1 } })
    expect((await search({ position: after(), cursor: body.nextCursor })).body.code).toBe('validation')
  })

  test('does not show a game of another position that has the same key', async () => {
    const id = await finished(['d6', 'f4'])
    const elsewhere = after('a1', 'd6')
    await server.database.pool.query(
      'INSERT INTO later_positions (player_id, position, ended_at, game_id) VALUES (0, $1, now(), $2)',
      [`${positionKey(ruleSet(RULES), elsewhere)}`, id],
    )
    expect(await idsOf({ position: elsewhere })).toEqual([])
  })

  test.each<[string, object]>([
    ['without rules', { rules: undefined }],
    ['with a status', { status: 'finished' }],
    ['with an opponent', { player: 'anna1', opponent: 'bram1' }],
    ['with a ladder', { ladder: 'false' }],
    ['with a tournament', { tournament: 1 }],
    ['with a turn', { turn: 'mine' }],
    ['without guests', { guests: 'false' }],
    ['by deadline', { sort: 'deadline' }],
  ])('refuses other filters: %s', async (_, query) => {
    const { status, body } = await search({ position: after(), ...query })
    expect([status, body.code]).toEqual([400, 'validation'])
  })

  test('refuses a position that cannot be read', async () => {
    const { status, body } = await search({ position: 'x' })
    expect([status, body.code]).toEqual([422, 'malformed-position'])
  })

  test('gives players of a running game no help with it', async () => {
    const id = await finished(['d6', 'f4', 'a1'])
    const game = await beginGame(anna, bram, { rules: 'moulin' })
    await playMoves(game, anna, bram, ['d6', 'f4'])
    for (const player of [anna, bram]) {
      const answer = await search({ position: after('d2', 'b4', 'a1') }, player)
      expect([answer.status, answer.body.code]).toEqual([403, 'game-running'])
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
    }
    const allowed = await search({ position: after('d6') }, anna)
    expect(allowed.headers.get('cache-control')).toBe('private, no-store')
    expect(allowed.body.items.map((game: Game) => game.id)).toEqual([id])
    expect(await idsOf({ position: after('d6', 'f4', 'a1') })).toEqual([id])
  })
})
