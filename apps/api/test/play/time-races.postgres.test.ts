import type { Game } from '@tegenzet/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { claimTimeout } from '../../src/play/deadlines/claim-timeout.ts'
import { endOverdueGames } from '../../src/play/deadlines/end-overdue-games.ts'
import { TIMEOUT_GRACE_MS } from '../../src/play/game/endings.ts'
import { giveTime } from '../../src/play/gifts/give-time.ts'
import { playMove } from '../../src/play/moves/play-move.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { beginGame, playMoves } from './begin-game.ts'

const START = '2026-11-20T12:00:00.000Z'
const DAY = 24 * 3600 * 1000
const ROUNDS = 8

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
beforeAll(async () => {
  server = await startServer({ now: START })
  anna = await server.player('anna')
  bram = await server.player('bram')
})
beforeEach(() => server.clock.set(START))
afterAll(() => server?.close())

/** A game in which anna is to move. The clock shows the first moment at which her time-out ends it. */
async function nearlyOver(timeouts: 'automatic' | 'claimed') {
  server.clock.set(START)
  const game = await playMoves(await beginGame(anna, bram, { timeouts }), anna, bram, ['d6', 'f4'])
  const deadline = new Date(game.deadline!)
  server.clock.set(new Date(deadline.getTime() + TIMEOUT_GRACE_MS + 1))
  return { game, deadline }
}
const moveAt = async ({ id, ply }: Game, arrivedAt: Date) => {
  const command = { game: id, playerId: anna.id, arrivedAt, move: 'd2', ply }
  const done = await playMove(server.deps, server.store, command)
  return done.ok || done.error.code
}
const giftAt = async ({ id }: Game, arrivedAt: Date) => {
  const done = await giveTime(server.store, { game: id, playerId: bram.id, days: 2, arrivedAt })
  return done.ok || done.error.code
}
/** Sends both at once, in either order. @returns their answers */
async function atOnce(n: number, first: () => Promise<unknown>, second: () => Promise<unknown>) {
  if (n % 2 === 0) return Promise.all([first(), second()])
  const [b, a] = await Promise.all([second(), first()])
  return [a, b]
}
const claimNow = async ({ id }: Game) => {
  const done = await claimTimeout(server.store, {
    game: id,
    playerId: bram.id,
    arrivedAt: server.clock.now(),
  })
  return done.ok || done.error.code
}

/** The game as it is stored. Every version has one event, and gifts are messages. */
async function stored({ id }: Game) {
  const { prisma } = server.database
  const game = await prisma.game.findUniqueOrThrow({
    where: { id },
    include: { moves: true, messages: true },
  })
  const events = await prisma.event.findMany({ where: { gameId: id, type: 'game' }, orderBy: { id: 'asc' } })
  expect(events.map(({ version }) => version)).toEqual(Array.from({ length: game.version + 1 }, (_, n) => n))
  expect(game.moves).toHaveLength(game.ply)
  const { status, ply, reason, deadline } = game
  const left = Number(game.whiteRemainingMs)
  return { status, ply, reason, deadline, left, gifts: game.messages.length, giftPly: game.messages[0]?.ply }
}

it('a move that arrived in time is never overtaken by a claimed time-out', async () => {
  const { game, deadline } = await nearlyOver('claimed')
  // the claim arrives while the move is on its way to the database
  server.clock.set(new Date(deadline.getTime() + TIMEOUT_GRACE_MS))
  expect(await claimNow(game)).toBe('not-overdue')
  expect(await moveAt(game, deadline)).toBe(true)
  expect(await stored(game)).toMatchObject({ status: 'active', ply: 3 })
})

it('either a late move or the claimed time-out counts, not both', async () => {
  for (let n = 0; n < ROUNDS; n++) {
    const { game } = await nearlyOver('claimed')
    const [moved, claimed] = await atOnce(
      n,
      () => moveAt(game, server.clock.now()),
      () => claimNow(game),
    )
    const { status, ply, reason } = await stored(game)
    if (moved === true) expect([claimed, status, ply]).toEqual(['not-overdue', 'active', 3])
    else expect([moved, claimed, status, ply, reason]).toEqual(['game-over', true, 'finished', 2, 'timeout'])
  }
})

it('either a gift or the claimed time-out counts, not both', async () => {
  for (let n = 0; n < ROUNDS; n++) {
    const { game, deadline } = await nearlyOver('claimed')
    const [given, claimed] = await atOnce(
      n,
      () => giftAt(game, deadline),
      () => claimNow(game),
    )
    const after = await stored(game)
    if (given === true) {
      expect(claimed).toBe('not-overdue')
      const later = new Date(deadline.getTime() + 2 * DAY)
      expect(after).toMatchObject({ status: 'active', deadline: later, gifts: 1 })
    } else {
      expect([given, claimed]).toEqual(['game-over', true])
      expect(after).toMatchObject({ status: 'finished', reason: 'timeout', gifts: 0 })
    }
  }
})

it('either a gift or the server’s time-out counts, not both', async () => {
  for (let n = 0; n < ROUNDS; n++) {
    const { game, deadline } = await nearlyOver('automatic')
    const [given] = await atOnce(
      n,
      () => giftAt(game, deadline),
      () => endOverdueGames(server.deps, server.store),
    )
    const after = await stored(game)
    if (given === true) {
      const later = new Date(deadline.getTime() + 2 * DAY)
      expect(after).toMatchObject({ status: 'active', deadline: later, gifts: 1 })
    } else {
      expect(given).toBe('game-over')
      expect(after).toMatchObject({ status: 'finished', reason: 'timeout', gifts: 0 })
    }
  }
})

it('a gift and the move it is meant for both count: it lapses with the turn, or is kept for the next', async () => {
  for (let n = 0; n < ROUNDS; n++) {
    const { game, deadline } = await nearlyOver('automatic')
    const answers = await atOnce(
      n,
      () => giftAt(game, deadline),
      () => moveAt(game, deadline),
    )
    expect(answers).toEqual([true, true])
    const after = await stored(game)
    // whichever was written first
    const left = after.giftPly === 2 ? 3 * DAY : 5 * DAY
    expect(after).toMatchObject({ status: 'active', ply: 3, gifts: 1, left })
  }
})
