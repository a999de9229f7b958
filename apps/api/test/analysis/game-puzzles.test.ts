import type { Puzzle } from '@tegenzet/contract'
import {
  imagesOf,
  legalMoves,
  type Move,
  type Position,
  playTurn,
  ruleSet,
  samePositionKey,
  trustedPosition,
} from '@tegenzet/rules'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeGamePuzzles } from '../../src/analysis/game-puzzles/make-game-puzzles.ts'
import { finishedGamesConsumer } from '../../src/analysis/game-puzzles/queue-finished-games.ts'
import { shippedPuzzles } from '../../src/analysis/puzzles/shipped-puzzles.ts'
import { eraseRows } from '../../src/privacy/erasure/erase-person.ts'
import { createGuest } from '../people/guest.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame } from '../play/begin-game.ts'
import { consumeAllEvents } from '../server/consume-all-events.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { movesToPosition } from './moves-to-position.ts'

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let people = 0
const somebody = () => server.player(`maker${++people}`)
beforeAll(async () => {
  server = await startServer({ jobs: ['game-puzzles'] })
  anna = await somebody()
  bram = await somebody()
})
afterAll(() => server?.close())

const MERELS = ruleSet('merels')
const composed = [...shippedPuzzles().values()].filter(
  ({ rules, value, themes }) => rules === 'merels' && value === 'win' && !themes.includes('opening'),
)
/** A puzzle that ships with the server, with the colours exchanged: another one each time. */
function freshPuzzle() {
  const { position, solution } = composed.pop()!
  const swapped = position.replace(/[wb]/g, (letter) => (letter === 'w' ? 'b' : 'w'))
  return { position: trustedPosition(swapped), solution }
}
const turnOf = (position: Position, move: Move) => {
  const turn = playTurn(MERELS, position, move)
  if (!turn.ok) throw new Error(turn.error.message)
  return turn.value
}

/** A running game at a position, as if it had been played. */
async function gameAt(
  position: Position,
  white: TestPlayer = anna,
  black: TestPlayer = bram,
): Promise<number> {
  const { id } = await beginGame(white, black, { rules: 'merels' })
  await writeMoves(id, movesToPosition(MERELS, position), position)
  return id
}

/** Adds moves to a game, which lead to a position. */
async function writeMoves(gameId: number, moves: readonly Move[], position: Position): Promise<void> {
  const { prisma } = server.database
  const { ply } = await prisma.game.findUniqueOrThrow({ where: { id: gameId } })
  await prisma.move.createMany({
    data: moves.map((move, n) => ({ gameId, ply: ply + n + 1, move, playedAt: server.clock.now() })),
  })
  const played = ply + moves.length
  await prisma.game.update({ where: { id: gameId }, data: { position, ply: played, version: played } })
}

/** Plays a move in such a game, after which anna resigns it. */
async function playAndEnd(id: number, position: Position, move: Move): Promise<void> {
  await writeMoves(id, [move], turnOf(position, move).position)
  expect((await anna.call('resign', { params: { id } })).status).toBe(200)
}
const make = (game: number) =>
  makeGamePuzzles(server.store, {
    game,
    now: server.clock.now,
    dataDir: server.deps.config.dataDir,
    signal: new AbortController().signal,
  })
const puzzlesOf = (gameId: number) => server.database.prisma.gamePuzzle.findMany({ where: { gameId } })
const puzzleOf = (gameId: number) => server.database.prisma.gamePuzzle.findFirstOrThrow({ where: { gameId } })

/** A finished game in which somebody missed the win. */
async function missedIn({ position, solution }: ReturnType<typeof freshPuzzle>) {
  const game = await gameAt(position)
  const wrong = legalMoves(MERELS, position).find(
    (move) => move !== solution[0] && !turnOf(position, move).outcome,
  )!
  await playAndEnd(game, position, wrong)
  return game
}
const ownMoves = (solution: readonly string[]) => solution.filter((_, n) => n % 2 === 0)
const view = async (id: string): Promise<Puzzle> =>
  (await server.call('getPuzzle', { params: { id } })).body.puzzle

describe('a puzzle from a game', () => {
  test('is made when the game has ended, by the queue, and solved as any other', async () => {
    const fresh = freshPuzzle()
    const game = await missedIn(fresh)
    await consumeAllEvents(server, finishedGamesConsumer)
    await expect.poll(() => puzzlesOf(game)).toHaveLength(1)
    const { id } = await puzzleOf(game)
    expect(await view(id)).toMatchObject({
      rules: 'merels',
      position: expect.stringContaining(samePositionKey(MERELS, fresh.position)),
      value: 'win',
      tried: 0,
      source: { kind: 'game', game },
    })
    const solver = await somebody()
    const solved = await solver.call('attemptPuzzle', {
      params: { id },
      body: { moves: ownMoves(fresh.solution) },
    })
    expect(solved.body).toMatchObject({ state: 'solved', rating: expect.any(Number) })
    expect((await solver.call('listOwnPuzzles', { query: {} })).body.items).toMatchObject([
      { id, rules: 'merels', solved: true },
    ])
  })

  test('is given by `next`, and stays next until it is finished', async () => {
    const game = await missedIn(freshPuzzle())
    expect(await make(game)).toBe(1)
    const { id, rating } = await puzzleOf(game)
    const solver = await somebody()
    // all that ship with the server are finished, and one with a rating of its own is the nearest
    const at = server.clock.now()
    await server.database.prisma.puzzleAttempt.createMany({
      data: [...shippedPuzzles().keys()].map((puzzleId, n) => ({
        playerId: solver.id,
        puzzleId,
        givenAt: at,
        finishedAt: new Date(at.getTime() - n),
        solved: true,
        ratingBefore: rating,
        rating,
        deviation: 100,
        volatility: 0.06,
      })),
    })
    const next = async () => (await solver.call('getNextPuzzle', { query: {} })).body.puzzle
    const { id: given, source } = await next()
    expect(source.kind).toBe('game')
    expect((await next()).id).toBe(given)
    await server.database.prisma.puzzleAttempt.update({
      where: { playerId_puzzleId: { playerId: solver.id, puzzleId: given } },
      data: { puzzleId: id },
    })
    expect((await next()).id).toBe(id)
    expect((await solver.call('getNextPuzzle', { query: { rules: 'halma' } })).body.puzzle.rules).toBe(
      'halma',
    )
  })

  test('is made once, also of a mirror image, and never of one that ships with the server', async () => {
    const fresh = freshPuzzle()
    const game = await missedIn(fresh)
    expect(await make(game)).toBe(1)
    await make(game)
    expect(await puzzlesOf(game)).toHaveLength(1)
    const rows = fresh.position.split(' ')[0]!
    const image = imagesOf(MERELS, fresh.position).find((other) => other !== rows)!
    const position = trustedPosition(fresh.position.replace(rows, image))
    const known = await server.database.prisma.gamePuzzle.count()
    for (const at of [position, composed.pop()!.position]) {
      const missed = legalMoves(MERELS, at).find((move) => !turnOf(at, move).outcome)!
      const again = await gameAt(at)
      await playAndEnd(again, at, missed)
      await make(again)
    }
    expect(await server.database.prisma.gamePuzzle.count()).toBe(known)
  })

  test('names nobody when a player’s account has been erased', async () => {
    const carl = await somebody()
    const fresh = freshPuzzle()
    const game = await missedIn(fresh)
    await server.database.prisma.game.update({ where: { id: game }, data: { blackId: carl.id } })
    await make(game)
    const { id } = await puzzleOf(game)
    await eraseRows(server.store, { playerId: carl.id, accountId: carl.accountId })
    const puzzle = await view(id)
    expect(puzzle.source).toEqual({ kind: 'game', game })
    expect(JSON.stringify(puzzle)).not.toContain(carl.username)
    expect(await puzzlesOf(game)).toHaveLength(1)
  })
})

describe('no puzzle is made', () => {
  test.each<[string, object]>([
    ['that was cancelled', { status: 'cancelled', winner: null }],
    ['with hints', { assisted: true }],
    ['by earlier rules', { rulesRevision: 0 }],
  ])('of a game %s', async (_, change) => {
    const game = await missedIn(freshPuzzle())
    await server.database.prisma.game.update({ where: { id: game }, data: change })
    expect(await make(game)).toBe(0)
    expect(await puzzlesOf(game)).toEqual([])
  })

  test('of a running game', async () => {
    expect(await make(await gameAt(freshPuzzle().position))).toBe(0)
  })

  test('of a guest’s game', async () => {
    const game = await missedIn(freshPuzzle())
    const guest = await createGuest(server)
    const { id } = (await server.database.prisma.player.findFirstOrThrow({
      where: { username: guest.username },
    })) as { id: number }
    await server.database.prisma.game.update({ where: { id: game }, data: { whiteId: id } })
    expect(await make(game)).toBe(0)
  })
})
