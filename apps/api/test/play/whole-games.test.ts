import { RULE_SET_IDS, ruleSet } from '@tegenzet/rules'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seeded } from '../../src/demo/seeded.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { beginGame, playMoves, randomGame } from './begin-game.ts'
import { rebuildGame } from './rebuild-game.ts'

const SEED = Number(process.env.TEST_SEED ?? 20261120)
/** Per rule set. */
const GAMES = process.env.SOAK ? 40 : 1
/** Random Halma games end some time after ply 100. */
const PLIES = 160

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer

beforeAll(async () => {
  server = await startServer()
  anna = await server.player('anna')
  bram = await server.player('bram')
})
afterAll(() => server?.close())

it.each(RULE_SET_IDS.flatMap((id) => Array.from({ length: GAMES }, (_, n) => [id, SEED + n] as const)))(
  'plays a random game of %s over HTTP by the rules and rebuilds it from its moves (TEST_SEED=%i)',
  async (id, seed) => {
    const { moves, positions, outcome } = randomGame(id, seeded(seed), PLIES)
    const game = await playMoves(await beginGame(anna, bram, { rules: id }), anna, bram, moves)
    expect(game.outcome).toEqual(outcome)

    const shown = await server.call('listPositions', { params: { id: game.id } })
    expect(shown.body.items.map(({ position }: { position: string }) => position)).toEqual(positions)

    const { prisma } = server.database
    const [stored, storedMoves] = await Promise.all([
      prisma.game.findUniqueOrThrow({ where: { id: game.id } }),
      prisma.move.findMany({ where: { gameId: game.id }, orderBy: { ply: 'asc' } }),
    ])
    const rebuilt = rebuildGame(
      ruleSet(id, stored.rulesRevision),
      storedMoves.map(({ move }) => move),
    )
    expect(shown.body.items).toMatchObject(rebuilt.positions)
    const { ply, position, lastMove, turn, status } = stored
    expect({ ply, position, lastMove, turn, status }).toEqual({
      ply: rebuilt.ply,
      position: rebuilt.position,
      lastMove: rebuilt.lastMove,
      turn: rebuilt.turn,
      status: rebuilt.status,
    })
    expect(stored.reason && { winner: stored.winner, reason: stored.reason }).toEqual(rebuilt.outcome)
    expect(stored.version).toBe(moves.length)
  },
)

it('draws a game of Moulin automatically at the third occurrence', async () => {
  const rules = 'moulin'
  const opening = 'a7 a4 d7 b4 a1 d1 g1 g4 b6 d6 f2 f6 d2 b2 c5 e5 c3 e3'.split(' ')
  let game = await playMoves(await beginGame(anna, bram, { rules }), anna, bram, opening)
  for (let n = 0; n < 2; n++) game = await playMoves(game, anna, bram, ['d7-g7', 'g4-f4', 'g7-d7', 'f4-g4'])
  expect(game).toMatchObject({ status: 'finished', outcome: { winner: null, reason: 'repetition' } })
  const positions = await server.call('listPositions', { params: { id: game.id } })
  expect(positions.body.items.at(-1)).toMatchObject({ ply: 26, occurrence: 3, sameAs: [18, 22] })
  const cursor = Buffer.from('23').toString('base64url')
  const page = await server.call('listPositions', { params: { id: game.id }, query: { limit: 2, cursor } })
  expect(page.body.items).toEqual(positions.body.items.slice(24, 26))
  expect(page.body.items[0]).toMatchObject({ ply: 24, sameAs: [20] })
  const { body: record } = await server.call('exportGame', {
    params: { id: game.id },
    query: { format: 'json' },
  })
  expect(record.positions).toEqual(positions.body.items)
})
