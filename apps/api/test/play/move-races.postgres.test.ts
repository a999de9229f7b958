import type { Game } from '@tegenzet/contract'
import { unavailability } from '@tegenzet/db'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lockPlayer } from '../../src/accounts/players/lock-player.ts'
import { inTransaction } from '../../src/store/transaction.ts'
import type { TestPlayer } from '../people/test-player.ts'
import type { Answer } from '../server/call-operation.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { beginGame, playMoves } from './begin-game.ts'

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer

beforeAll(async () => {
  server = await startServer()
  anna = await server.player('anna')
  bram = await server.player('bram')
})
afterAll(() => server?.close())

const move = (player: TestPlayer, game: Game, text: string, ply = game.ply) =>
  player.call('playMove', { params: { id: game.id }, body: { move: text, ply } })
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort()

/** All rows of a game, to check that nothing was written twice or in part. */
async function rows({ id }: Game) {
  const { prisma } = server.database
  const [game, moves, events] = await Promise.all([
    prisma.game.findUniqueOrThrow({ where: { id } }),
    prisma.move.findMany({ where: { gameId: id }, orderBy: { ply: 'asc' } }),
    prisma.event.findMany({ where: { gameId: id }, orderBy: { id: 'asc' } }),
  ])
  expect(events.map(({ version }) => version)).toEqual(Array.from({ length: game.version + 1 }, (_, n) => n))
  expect(moves.map(({ ply }) => ply)).toEqual(Array.from({ length: game.ply }, (_, n) => n + 1))
  return { game, moves: moves.map((each) => each.move), events }
}

it('plays one of two moves sent at once for the same ply', async () => {
  for (let n = 0; n < 10; n++) {
    const game = await beginGame(anna, bram)
    const answers = await Promise.all([move(anna, game, 'd6'), move(anna, game, 'f4')])
    expect(statuses(answers)).toEqual([201, 409])
    const [played, refused] = answers[0]!.status === 201 ? answers : answers.reverse()
    expect(['not-your-turn', 'stale-ply']).toContain(refused!.body.code)
    const { moves, events } = await rows(game)
    expect(moves).toEqual([played!.body.game.lastMove])
    expect(events).toHaveLength(2)
  }
})

it('plays the same move once, however often it is sent at once', async () => {
  for (let n = 0; n < 5; n++) {
    const game = await beginGame(anna, bram)
    server.published.events.length = 0
    const answers = await Promise.all(Array.from({ length: 6 }, () => move(anna, game, 'd6')))
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 200, 201])
    for (const { body } of answers) expect(body.game).toEqual(answers[0]!.body.game)
    expect((await rows(game)).moves).toEqual(['d6'])
    expect(server.published.events).toHaveLength(1)
  }
})

it('takes 50 requests at once for one game and plays one', async () => {
  const game = await beginGame(anna, bram)
  const legal: string[] = (await server.call('getLegalMoves', { params: { id: game.id } })).body.moves
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => move(n % 5 === 4 ? bram : anna, game, legal[n % 24]!)),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  const { moves } = await rows(game)
  const [played] = moves
  for (const { status, body } of answers)
    if (status === 200) expect(body.game.lastMove).toBe(played)
    else if (status !== 201)
      expect([409, ['not-your-turn', 'stale-ply'].includes(body.code)]).toEqual([status, true])
})

it('plays 50 games at once, each in its order', async () => {
  const games = await Promise.all(Array.from({ length: 50 }, () => beginGame(anna, bram)))
  await Promise.all(games.map((game) => playMoves(game, anna, bram, ['d6', 'f4', 'b6', 'a1', 'f6xa1'])))
  for (const game of games) expect((await rows(game)).moves).toHaveLength(5)
})

it('either the resignation or the move comes first when both are sent at once', async () => {
  for (let n = 0; n < 10; n++) {
    const game = await playMoves(await beginGame(anna, bram), anna, bram, ['d6', 'f4'])
    const [played, resigned] = await Promise.all([
      move(anna, game, 'b6'),
      bram.call('resign', { params: { id: game.id } }),
    ])
    // a resignation wins whatever was played in between; a move only while the game goes on
    expect(resigned.status).toBe(200)
    expect([201, 409]).toContain(played.status)
    const stored = await rows(game)
    expect(stored.game).toMatchObject({ status: 'finished', winner: 'white', reason: 'resignation' })
    expect(stored.moves).toHaveLength(played.status === 201 ? 3 : 2)
    if (played.status === 409) expect(played.body.code).toBe('game-over')
  }
})

it('ends a game once when both resign at once', async () => {
  for (let n = 0; n < 5; n++) {
    const game = await playMoves(await beginGame(anna, bram), anna, bram, ['d6', 'f4'])
    const answers = await Promise.all(
      [anna, bram].map(({ call }) => call('resign', { params: { id: game.id } })),
    )
    expect(statuses(answers)).toEqual([200, 409])
    const stored = await rows(game)
    expect(stored.game.winner).toBe(answers[0]!.status === 200 ? 'black' : 'white')
    expect(stored.events).toHaveLength(4)
  }
})

it('cancels once, or not at all after both have moved', async () => {
  for (let n = 0; n < 5; n++) {
    const game = await playMoves(await beginGame(anna, bram), anna, bram, ['d6'])
    const [played, cancelled] = await Promise.all([
      move(bram, game, 'f4'),
      anna.call('cancelGame', { params: { id: game.id } }),
    ])
    expect([
      [201, 409],
      [409, 200],
    ]).toContainEqual([played.status, cancelled.status])
    expect((await rows(game)).game.status).toBe(played.status === 201 ? 'active' : 'cancelled')
  }
})

it.runIf(process.env.TEST_DATABASE_URL)(
  'a deadlock ends one of its transactions, which may be repeated',
  async () => {
    let holding = 0
    const lockBoth = (first: TestPlayer, second: TestPlayer) =>
      inTransaction(server.store, async (tx) => {
        await lockPlayer(tx, first.id)
        holding++
        await expect.poll(() => holding).toBe(2)
        await lockPlayer(tx, second.id)
      })
    const ends = await Promise.allSettled([lockBoth(anna, bram), lockBoth(bram, anna)])
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const failed = ends.find((end) => end.status === 'rejected')
    expect(unavailability(failed?.reason)).toBe('timeout')
  },
)
