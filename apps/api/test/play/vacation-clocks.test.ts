import type { Challenge, Game } from '@tegenzet/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endOverdueGames } from '../../src/play/deadlines/end-overdue-games.ts'
import { followVacations } from '../../src/play/vacations/follow-vacations.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { beginGame, playMoves } from './begin-game.ts'
import { fileRepetition, gameWithRepetition } from './repetition-games.ts'

const START = '2026-11-20T12:00:00.000Z'
const SECOND = 1000
const HOUR = 3600 * SECOND
const DAY = 24 * HOUR

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let serial = 0
beforeAll(async () => {
  server = await startServer({ now: START })
})
beforeEach(async () => {
  server.clock.set(START)
  anna = await server.player(`anna${++serial}`)
  bram = await server.player(`bram${serial}`)
})
afterAll(() => server?.close())

const at = (...ms: number[]) => new Date(ms.reduce((sum, each) => sum + each, +new Date(START))).toISOString()
const get = async ({ id }: Game): Promise<Game> => (await server.call('getGame', { params: { id } })).body
const left = ({ clocks: { white, black } }: Game) => [white.remainingMs, black.remainingMs]
const move = (player: TestPlayer, game: Game, text: string) =>
  player.call('playMove', { params: { id: game.id }, body: { move: text, ply: game.ply } })

/** @param from and until in days from the start; `from` defaults to now */
async function take(player: TestPlayer, until: number, from?: number): Promise<{ id: number }> {
  const { status, body } = await player.call('takeVacation', {
    body: { until: at(until * DAY), ...(from !== undefined && { from: at(from * DAY) }) },
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.vacation
}
const end = async (player: TestPlayer, { id }: { id: number }) => {
  const { status, body } = await player.call('endVacation', { params: { id } })
  if (status !== 204) throw new Error(JSON.stringify(body))
}
/** Runs the periodic task. */
async function sweep() {
  await followVacations(server.deps, server.store)
  await endOverdueGames(server.deps, server.store)
}

describe('taking a vacation', () => {
  it('stops the clock of the player to move, with an event to everybody', async () => {
    const game = await beginGame(anna, bram)
    server.clock.advance(HOUR)
    server.published.events.length = 0
    await take(anna, 2)
    const now = await get(game)
    expect(now).toMatchObject({
      version: game.version + 1,
      deadline: at(2 * DAY, 3 * DAY - HOUR),
      away: { white: { until: at(2 * DAY) }, black: null },
      clocks: { stoppedBy: ['vacation'] },
      updatedAt: at(HOUR),
    })
    expect(left(now)).toEqual([3 * DAY - HOUR, 3 * DAY])
    expect(server.published.events).toEqual([
      { event: { id: expect.any(Number), type: 'game', game: now }, playerIds: [anna.id, bram.id] },
    ])
  })

  it('still allows moving, and does not stop the opponent’s clock', async () => {
    const game = await beginGame(anna, bram)
    await take(anna, 2)
    server.clock.advance(HOUR)
    const { status, body } = await move(anna, await get(game), 'd6')
    expect(status).toBe(201)
    expect(body.game).toMatchObject({
      turn: 'black',
      deadline: at(HOUR, 3 * DAY),
      away: { white: { until: at(2 * DAY) }, black: null },
      clocks: { stoppedBy: [] },
    })
  })

  it('stops the clock of a turn that begins during it', async () => {
    const game = await beginGame(anna, bram)
    await take(bram, 2)
    server.clock.advance(HOUR)
    const { body } = await move(anna, await get(game), 'd6')
    expect(body.game).toMatchObject({
      turn: 'black',
      deadline: at(2 * DAY, 3 * DAY),
      clocks: { stoppedBy: ['vacation'] },
    })
  })

  it('counts from the start of a game that begins during it', async () => {
    await take(anna, 2)
    expect(await beginGame(anna, bram)).toMatchObject({
      deadline: at(2 * DAY, 3 * DAY),
      away: { white: { until: at(2 * DAY) }, black: null },
      clocks: { stoppedBy: ['vacation'] },
    })
  })

  it('loses no game, and afterwards the remaining time counts to the millisecond', async () => {
    const game = await beginGame(anna, bram, { clock: { kind: 'per-move', days: 1 } })
    const [inTime, late] = [
      await playMoves(game, anna, bram, ['d6', 'f4']),
      await playMoves(await beginGame(anna, bram, { clock: { kind: 'per-move', days: 1 } }), anna, bram, [
        'd6',
        'f4',
      ]),
    ]
    server.clock.advance(20 * HOUR)
    await take(anna, 4)
    server.clock.set(at(4 * DAY, -1))
    await sweep()
    expect((await get(inTime)).status).toBe('active')
    server.clock.set(at(4 * DAY, 4 * HOUR))
    await sweep()
    expect((await move(anna, await get(inTime), 'b6')).status).toBe(201)
    server.clock.advance(1)
    expect((await move(anna, await get(late), 'b6')).body.code).toBe('game-over')
    server.clock.advance(10 * SECOND)
    await sweep()
    expect((await get(late)).outcome).toEqual({ winner: 'black', reason: 'timeout' })
  })

  it('saves no game that was already lost on time', async () => {
    const game = await beginGame(anna, bram, { clock: { kind: 'per-move', days: 1 } })
    server.clock.set(at(DAY + 1))
    await take(anna, 3)
    expect(await get(game)).toMatchObject({ version: game.version, deadline: at(DAY) })
    server.clock.advance(10 * SECOND)
    await sweep()
    expect((await get(game)).status).toBe('cancelled')
  })

  it('does not affect a game without vacations', async () => {
    const game = await beginGame(anna, bram, { vacation: false })
    const vacation = await take(anna, 2)
    expect(await get(game)).toEqual(game)
    const moved = (await move(anna, game, 'd6')).body.game
    await take(bram, 3)
    expect(await get(game)).toEqual(moved)
    expect(moved).toMatchObject({
      vacation: false,
      away: { white: null, black: null },
      deadline: at(3 * DAY),
    })
    await end(anna, vacation)
    expect(await get(game)).toEqual(moved)
  })

  it('does not change games that are over', async () => {
    const game = await beginGame(anna, bram)
    const { body } = await anna.call('resign', { params: { id: game.id } })
    await take(anna, 2)
    expect(await get(game)).toEqual(body.game)
  })
})

describe('ending a vacation early', () => {
  it('restarts the clock at once with the remaining time', async () => {
    const game = await beginGame(anna, bram)
    server.clock.advance(HOUR)
    const vacation = await take(anna, 5)
    server.clock.set(at(2 * DAY))
    await end(anna, vacation)
    const now = await get(game)
    expect(now).toMatchObject({
      version: game.version + 2,
      deadline: at(2 * DAY, 3 * DAY - HOUR),
      away: { white: null, black: null },
      clocks: { stoppedBy: [] },
    })
    expect(left(now)).toEqual([3 * DAY - HOUR, 3 * DAY])
    await sweep()
    expect(await get(game)).toEqual(now)
  })
})

describe('a planned vacation', () => {
  it('counts in the deadline from the start; the sweep reports its beginning and end once', async () => {
    const game = await beginGame(anna, bram)
    await take(anna, 6, 2)
    const planned = await get(game)
    expect(planned).toMatchObject({
      version: game.version + 1,
      deadline: at(3 * DAY, 4 * DAY),
      away: { white: null, black: null },
      clocks: { stoppedBy: [] },
    })
    server.clock.set(at(2 * DAY, -1))
    await sweep()
    expect(await get(game)).toEqual(planned)

    server.clock.set(at(2 * DAY, 7 * SECOND))
    await Promise.all([sweep(), sweep()])
    await sweep()
    const started = await get(game)
    expect(started).toMatchObject({
      version: planned.version + 1,
      deadline: planned.deadline,
      away: { white: { until: at(6 * DAY) }, black: null },
      clocks: { stoppedBy: ['vacation'] },
    })
    expect(left(started)).toEqual([DAY, 3 * DAY])

    server.clock.set(at(6 * DAY, 5 * SECOND))
    await sweep()
    await sweep()
    const over = await get(game)
    expect(over).toMatchObject({
      version: started.version + 1,
      deadline: planned.deadline,
      away: { white: null, black: null },
      clocks: { stoppedBy: [] },
    })
    expect(left(over)).toEqual([DAY - 5 * SECOND, 3 * DAY])
  })

  it('no longer counts in the deadline after it is cancelled', async () => {
    const game = await beginGame(anna, bram)
    const vacation = await take(anna, 6, 2)
    server.clock.advance(HOUR)
    await end(anna, vacation)
    expect(await get(game)).toMatchObject({ version: game.version + 2, deadline: game.deadline })
  })

  it('does not move a deadline before it', async () => {
    const game = await beginGame(anna, bram)
    await take(anna, 6, 4)
    expect((await get(game)).deadline).toBe(game.deadline)
  })

  it('is reported as over when no server ran during it', async () => {
    const game = await beginGame(anna, bram)
    await take(anna, 4, 2)
    server.clock.set(at(4 * DAY, HOUR))
    await sweep()
    const now = await get(game)
    expect(now).toMatchObject({ version: game.version + 2, away: { white: null }, deadline: at(5 * DAY) })
    expect(left(now)).toEqual([DAY - HOUR, 3 * DAY])
  })
})

describe('two vacations', () => {
  it('stop each player’s clock during their own only', async () => {
    const game = await beginGame(anna, bram)
    await take(anna, 2)
    await take(bram, 4)
    expect(await get(game)).toMatchObject({
      deadline: at(2 * DAY, 3 * DAY),
      away: { white: { until: at(2 * DAY) }, black: { until: at(4 * DAY) } },
    })
    const { body } = await move(anna, await get(game), 'd6')
    expect(body.game.deadline).toBe(at(4 * DAY, 3 * DAY))
  })
})

describe('with a bank clock', () => {
  it('no time is spent during a vacation', async () => {
    const clock = { kind: 'bank', days: 5, incrementHours: 12, capDays: 10 } as const
    const game = await beginGame(anna, bram, { clock })
    server.clock.advance(DAY)
    await take(anna, 3)
    server.clock.set(at(3 * DAY, HOUR))
    const { body } = await move(anna, await get(game), 'd6')
    expect(left(body.game)).toEqual([5 * DAY - DAY - HOUR + 12 * HOUR, 5 * DAY])
    expect(body.game.deadline).toBe(at(3 * DAY, HOUR, 5 * DAY))
  })
})

describe('a claim', () => {
  const clock = { kind: 'per-move', days: 3 } as const
  const withdraw = async (player: TestPlayer, { id }: { id: number }) =>
    (await player.call('withdrawClaim', { params: { id } })).body.game as Game
  async function claimed() {
    const game = await gameWithRepetition(server, anna, bram, { clock })
    server.clock.advance(HOUR)
    const claim = await fileRepetition(anna, game)
    return { game, claim }
  }

  it('rejected during the claimant’s vacation restarts the clock when it ends', async () => {
    const boss = await server.player(`boss${serial}`, { role: 'admin' })
    const { game, claim } = await claimed()
    await take(anna, 3)
    expect(await get(game)).toMatchObject({
      status: 'claimed',
      deadline: null,
      away: { white: { until: at(3 * DAY) } },
      clocks: { stoppedBy: ['claim'] },
    })
    server.clock.set(at(2 * DAY))
    const { body } = await boss.call('ruleOnClaim', {
      params: { id: claim.id },
      body: { verdict: 'reject', reason: 'Gezien' },
    })
    expect(body.game).toMatchObject({
      deadline: at(3 * DAY, 3 * DAY - HOUR),
      away: { white: { until: at(3 * DAY) } },
      clocks: { stoppedBy: ['vacation'] },
    })
    expect(left(body.game)).toEqual([3 * DAY - HOUR, 3 * DAY])
  })

  it('that is withdrawn costs nothing of a vacation or an outage, also where they overlap', async () => {
    const { claim } = await claimed()
    await take(anna, 2)
    await server.database.prisma.outage.create({
      data: { from: at(2 * DAY, -6 * HOUR), until: at(2 * DAY, 6 * HOUR) },
    })
    server.clock.set(at(3 * DAY))
    const now = await withdraw(anna, claim)
    // an hour before the claim, and eighteen hours of the three days since
    expect(left(now)).toEqual([3 * DAY - HOUR - 18 * HOUR, 3 * DAY])
    expect(now).toMatchObject({ status: 'active', deadline: at(3 * DAY, 3 * DAY - 19 * HOUR) })
  })
})

describe('a vacation taken', () => {
  it('while moves are played counts in every game’s deadline', async () => {
    const games = await Promise.all(Array.from({ length: 12 }, () => beginGame(bram, anna)))
    const taken = take(anna, 2)
    // one after the other, so that some are before, some during and some after the write
    for (const game of games) expect((await move(bram, game, 'd6')).status).toBe(201)
    await taken
    for (const game of games) {
      expect(await get(game)).toMatchObject({
        version: 2,
        turn: 'black',
        deadline: at(2 * DAY, 3 * DAY),
        away: { black: { until: at(2 * DAY) } },
        clocks: { stoppedBy: ['vacation'] },
      })
      const events = await server.database.prisma.event.findMany({
        where: { gameId: game.id, type: 'game' },
        orderBy: { version: 'asc' },
      })
      expect(events.map(({ version }) => version)).toEqual([0, 1, 2])
    }
  })

  it('while games begin counts in each of them', async () => {
    const challenges = await Promise.all(
      Array.from({ length: 8 }, () =>
        anna.call('createChallenge', {
          body: {
            rules: 'muehle',
            opponent: bram.username,
            colour: 'white',
            clock: { kind: 'per-move', days: 3 },
          },
        }),
      ),
    )
    const accept = (id: number) => bram.call('acceptChallenge', { params: { id } })
    const [, ...begun] = await Promise.all([take(anna, 2), ...challenges.map(({ body }) => accept(body.id))])
    for (const { body } of begun)
      expect(await get(body.game)).toMatchObject({ deadline: at(2 * DAY, 3 * DAY), away: { white: {} } })
  })

  it('while the opponent takes one does not deadlock', async () => {
    const games = await Promise.all(
      Array.from({ length: 10 }, (_, n) => (n % 2 ? beginGame(anna, bram) : beginGame(bram, anna))),
    )
    await Promise.all([take(anna, 2), take(bram, 3)])
    for (const game of games) {
      const now = await get(game)
      expect(now).toMatchObject({
        version: 2,
        deadline: at((now.white.id === anna.id ? 2 : 3) * DAY, 3 * DAY),
      })
    }
  })
})

describe('a challenge', () => {
  const make = async (more: object = {}): Promise<Challenge> =>
    (
      await anna.call('createChallenge', {
        body: { rules: 'muehle', colour: 'white', clock: { kind: 'per-move', days: 3 }, ...more },
      })
    ).body
  const seen = async ({ id }: Challenge): Promise<Challenge> =>
    (await bram.call('getChallenge', { params: { id } })).body

  it('shows the challenger’s present or next vacation if it counts in the game', async () => {
    const [before, without] = [await make(), await make({ vacation: false })]
    const vacation = await take(anna, 12, 8)
    expect([await seen(before), await seen(without)]).toMatchObject([{ away: null }, { away: null }])
    server.clock.set(at(1 * DAY, 1))
    const away = { from: at(8 * DAY), until: at(12 * DAY) }
    expect([await seen(before), await seen(without)]).toMatchObject([{ away }, { away: null }])
    expect([await make(), await make({ vacation: false })]).toMatchObject([{ away }, { away: null }])
    const { items } = (await bram.call('listChallenges')).body
    expect(items.filter(({ challenger }: Challenge) => challenger.id === anna.id)).toHaveLength(4)
    expect(items.find(({ id }: Challenge) => id === before.id)).toMatchObject({ away })
    server.clock.set(at(9 * DAY))
    expect(await seen(before)).toMatchObject({ away })
    await end(anna, vacation)
    expect(await seen(before)).toMatchObject({ away: null })
  })
})
