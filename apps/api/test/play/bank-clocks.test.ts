import type { Clock, Game } from '@tegenzet/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endOverdueGames } from '../../src/play/deadlines/end-overdue-games.ts'
import { TIMEOUT_GRACE_MS } from '../../src/play/game/endings.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { beginGame, playMoves } from './begin-game.ts'
import { fileRepetition, gameWithRepetition, LAST_PLACING_PLY, offerDraw } from './repetition-games.ts'

const START = '2026-11-20T12:00:00.000Z'
const HOUR = 3600 * 1000
const DAY = 24 * HOUR
const MOVES = ['d6', 'f4', 'd2', 'b4', 'a7', 'g7']

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

const bank = (days: number, incrementHours: number, capDays: number): Clock => ({
  kind: 'bank',
  days,
  incrementHours,
  capDays,
})
const at = (...ms: number[]) => new Date(ms.reduce((sum, each) => sum + each, +new Date(START))).toISOString()
const left = ({ clocks: { white, black } }: Game) => [white.remainingMs, black.remainingMs]
const get = async ({ id }: Game): Promise<Game> => (await server.call('getGame', { params: { id } })).body
const playNext = (game: Game) => playMoves(game, anna, bram, [MOVES[game.ply]!])

describe('a bank clock', () => {
  it('runs during its player’s turns and grows with each of their moves', async () => {
    const game = await beginGame(anna, bram, { clock: bank(10, 24, 20) })
    expect(left(game)).toEqual([10 * DAY, 10 * DAY])
    expect(game.deadline).toBe(at(10 * DAY))
    server.clock.advance(3 * DAY + 1)
    const one_ = await playNext(game)
    expect(left(one_)).toEqual([8 * DAY - 1, 10 * DAY])
    expect(one_.deadline).toBe(at(3 * DAY, 1, 10 * DAY))
    server.clock.advance(9 * DAY)
    const two = await playNext(one_)
    expect(left(two)).toEqual([8 * DAY - 1, 2 * DAY])
    expect(two.deadline).toBe(at(12 * DAY, 1, 8 * DAY - 1))
  })

  it('grows up to its cap, and is not cut down to it', async () => {
    const game = await beginGame(anna, bram, { clock: bank(2, 24, 2) })
    const fast = await playMoves(game, anna, bram, MOVES.slice(0, 4))
    expect(left(fast)).toEqual([2 * DAY, 2 * DAY])
    server.clock.advance(HOUR)
    expect(left(await playNext(fast))).toEqual([2 * DAY, 2 * DAY])
  })

  it('does not grow without an increment', async () => {
    const game = await beginGame(anna, bram, { clock: bank(1, 0, 1) })
    server.clock.advance(5 * HOUR)
    const one_ = await playNext(game)
    server.clock.advance(7 * HOUR)
    expect(left(await playNext(one_))).toEqual([19 * HOUR, 17 * HOUR])
  })

  it('accepts a move in its last millisecond and none after it', async () => {
    const [inTime, late] = [
      await beginGame(anna, bram, { clock: bank(1, 12, 3) }),
      await beginGame(anna, bram, { clock: bank(1, 12, 3) }),
    ]
    server.clock.set(inTime.deadline!)
    const [move] = await Promise.all([
      anna.call('playMove', { params: { id: inTime.id }, body: { move: 'd6', ply: 0 } }),
      endOverdueGames(server.deps, server.store),
    ])
    expect(move.status).toBe(201)
    expect(left(move.body.game)).toEqual([12 * HOUR, DAY])
    server.clock.advance(1)
    const refused = await anna.call('playMove', { params: { id: late.id }, body: { move: 'd6', ply: 0 } })
    expect(refused.body.code).toBe('game-over')
    server.clock.advance(TIMEOUT_GRACE_MS)
    await endOverdueGames(server.deps, server.store)
    expect(await get(late)).toMatchObject({ status: 'cancelled', deadline: null })
    expect(left(await get(late))).toEqual([0, DAY])
  })

  it('loses the game when it reaches zero', async () => {
    const game = await playMoves(
      await beginGame(anna, bram, { clock: bank(1, 1, 1) }),
      anna,
      bram,
      MOVES.slice(0, 2),
    )
    server.clock.set(game.deadline!)
    server.clock.advance(TIMEOUT_GRACE_MS + 1)
    await endOverdueGames(server.deps, server.store)
    expect(await get(game)).toMatchObject({
      status: 'finished',
      outcome: { winner: 'black', reason: 'timeout' },
    })
  })

  it('is reported with the remaining time as of every change', async () => {
    const game = await beginGame(anna, bram, { clock: bank(5, 12, 10) })
    server.clock.advance(2 * DAY)
    const offer = await offerDraw(bram, game, {})
    const offered = await get(game)
    expect(offer.state).toBe('open')
    expect(offered).toMatchObject({ version: 1, updatedAt: at(2 * DAY), deadline: game.deadline })
    expect(left(offered)).toEqual([3 * DAY, 5 * DAY])
    server.clock.advance(DAY)
    expect(left(await playNext(offered))).toEqual([2 * DAY + 12 * HOUR, 5 * DAY])
  })

  it('stops for a claim; the claimant pays for a withdrawn one', async () => {
    const clock = bank(1, 0, 1)
    const [rejected, withdrawn] = [
      await gameWithRepetition(server, anna, bram, { clock }),
      await gameWithRepetition(server, anna, bram, { clock }),
    ]
    server.clock.advance(HOUR)
    const boss = await server.player('boss', { role: 'admin' })
    const claims = [await fileRepetition(anna, rejected), await fileRepetition(anna, withdrawn)]
    server.clock.advance(6 * HOUR)
    const { body } = await boss.call('ruleOnClaim', {
      params: { id: claims[0]!.id },
      body: { verdict: 'reject', reason: 'Gezien' },
    })
    expect(left(body.game)).toEqual([23 * HOUR, DAY])
    expect(body.game.deadline).toBe(at(7 * HOUR, 23 * HOUR))
    const after = await anna.call('withdrawClaim', { params: { id: claims[1]!.id } })
    expect(left(after.body.game)).toEqual([17 * HOUR, DAY])
    expect(after.body.game).toMatchObject({ ply: LAST_PLACING_PLY + 8, deadline: withdrawn.deadline })
  })

  it('is refused with a cap below its start or with values outside the limits', async () => {
    const refused = [
      ...[bank(10, 24, 9), bank(0, 24, 10), bank(61, 0, 90), bank(10, 73, 20), bank(10, -1, 20)],
      ...[bank(10, 24, 91), { ...bank(10, 24, 20), days: 1.5 }, { kind: 'bank', days: 3 }, { kind: 'sand' }],
      { kind: 'per-move', days: 3, capDays: 4 },
    ]
    for (const clock of refused) {
      const { status, body } = await anna.call('createChallenge', {
        body: { rules: 'muehle', colour: 'white', clock },
      })
      expect([status, body.code], JSON.stringify(clock)).toEqual([400, 'validation'])
    }
    const extreme = { body: { rules: 'muehle', colour: 'white', clock: bank(60, 72, 90) } }
    expect((await anna.call('createChallenge', extreme)).body.clock).toEqual(bank(60, 72, 90))
  })
})

it('is kept in a rematch', async () => {
  const game = await beginGame(anna, bram, { clock: bank(10, 24, 20) })
  await anna.call('resign', { params: { id: game.id } })
  await anna.call('rematch', { params: { id: game.id } })
  const { body } = await bram.call('rematch', { params: { id: game.id } })
  expect((await server.call('getGame', { params: { id: body.game } })).body.clock).toEqual(game.clock)
})
