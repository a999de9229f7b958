import type { Challenge, Game, RatedGame } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { grow, isProvisional } from '@tegenzet/ratings'
import type { RuleSetId } from '@tegenzet/rules'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isProvisionalAt } from '../../src/competition/ratings/leaderboard-store.ts'
import { listUnusualRuns } from '../../src/competition/ratings/list-unusual-runs.ts'
import { ratingsConsumer } from '../../src/competition/ratings/rate-games.ts'
import { rebuildRatings } from '../../src/competition/ratings/rebuild-ratings.ts'
import { seeded } from '../../src/demo/seeded.ts'
import { consumeEvents } from '../../src/outbox/consume.ts'
import { runSql } from '../../src/store/transaction.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame, playMoves } from '../play/begin-game.ts'
import { consumeAllEvents } from '../server/consume-all-events.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { slowRatings } from './slow-ratings.ts'

const DAY = 24 * 60 * 60 * 1000
const FOUR_PLIES = ['d6', 'f4', 'd2', 'b4']

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let carl: TestPlayer
let serial = 0

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  serial++
  anna = await server.player(`anna${serial}`)
  bram = await server.player(`bram${serial}`)
  carl = await server.player(`carl${serial}`)
})

const rate = () => consumeAllEvents(server, ratingsConsumer(server.deps))
const read = async (game: Pick<Game, 'id'>): Promise<Game> =>
  (await server.call('getGame', { params: { id: game.id } })).body
const ratingsOf = async (player: TestPlayer) =>
  (await server.call('listRatings', { params: { username: player.username } })).body.items

/** A rated game that Black resigns after some moves. */
async function lostByBlack(white: TestPlayer, black: TestPlayer, moves = FOUR_PLIES): Promise<Game> {
  const game = await beginGame(white, black, { rules: 'molenspel', rated: true })
  await playMoves(game, white, black, moves)
  return (await black.call('resign', { params: { id: game.id } })).body.game
}

async function drawn(white: TestPlayer, black: TestPlayer): Promise<Game> {
  const game = await beginGame(white, black, { rules: 'molenspel', rated: true })
  await playMoves(game, white, black, FOUR_PLIES)
  const offer = await white.call('offerDraw', { params: { id: game.id }, body: {} })
  return (await black.call('acceptDrawOffer', { params: { id: offer.body.offer.id } })).body.game
}

const challenge = async (by: TestPlayer, to: TestPlayer | null, more: object = {}) =>
  by.call('createChallenge', {
    body: {
      rules: 'molenspel',
      colour: 'white',
      clock: { kind: 'per-move', days: 3 },
      rated: true,
      ...(to && { opponent: to.username }),
      ...more,
    },
  })

describe('a rated game', () => {
  test('changes both ratings once, with a new version and event', async () => {
    const ended = await lostByBlack(anna, bram)
    expect(ended).toMatchObject({ ratings: null, endedAt: server.clock.now().toISOString() })
    await rate()
    await rate()
    const game = await read(ended)
    expect(game.version).toBe(ended.version + 1)
    const start = { rating: 1500, deviation: 500, volatility: 0.09 }
    expect(game.ratings).toMatchObject({ white: { before: start }, black: { before: start } })
    expect(game.ratings!.white.after.rating).toBeCloseTo(1741.476, 3)
    expect(game.ratings!.black.after.rating).toBeCloseTo(1258.524, 3)
    const events = server.published.events.filter(
      ({ event }) => event.type === 'game' && event.game.id === game.id,
    )
    // events show players without their ratings
    const { white, black, ...rest } = game
    expect(events.at(-1)!.event).toMatchObject({ game: rest })
    expect(white.rating!.rating).toBe(game.ratings!.white.after.rating)
    expect(black.rating!.rating).toBe(game.ratings!.black.after.rating)
    expect(events).toHaveLength(game.version + 1)
    expect(await ratingsOf(anna)).toEqual([
      {
        rules: 'molenspel',
        ...game.ratings!.white.after,
        games: 1,
        provisional: true,
        best: null,
        lastGameAt: game.endedAt,
      },
    ])
  })

  test('counts from four plies on, and only if it is rated and finished', async () => {
    const games = [await lostByBlack(anna, bram, FOUR_PLIES.slice(0, 3))]
    const unrated = await beginGame(anna, bram, { rules: 'molenspel' })
    await playMoves(unrated, anna, bram, FOUR_PLIES)
    await bram.call('resign', { params: { id: unrated.id } })
    const cancelled = await beginGame(anna, bram, { rules: 'molenspel', rated: true })
    await anna.call('cancelGame', { params: { id: cancelled.id } })
    await rate()
    for (const game of [...games, unrated, cancelled])
      expect(await read(game)).toMatchObject({ ratings: null, endedAt: expect.any(String) })
    expect(await ratingsOf(anna)).toEqual([])
  })

  test('is rated in the order of the ends, by the time between them, as a slow second account does', async () => {
    const plan = [
      () => lostByBlack(anna, bram),
      () => lostByBlack(carl, anna),
      () => drawn(bram, carl),
      () => lostByBlack(anna, carl),
      () => drawn(anna, bram),
    ]
    const games: Game[] = []
    for (const [n, play] of plan.entries()) {
      games.push(await play())
      if (n % 2 === 0) await rate()
      server.clock.advance(n * 17 * DAY + 1)
    }
    await rate()
    const slow = slowRatings(
      games.map(({ white, black, outcome, endedAt }) => ({
        white: white.id,
        black: black.id,
        endedAt: Date.parse(endedAt!),
        whiteScore: outcome!.winner === null ? 0.5 : outcome!.winner === 'white' ? 1 : 0,
      })),
    )
    for (const player of [anna, bram, carl]) {
      const [listed] = await ratingsOf(player)
      const { rating, deviation, volatility } = slow.get(player.id)!
      const days = (server.clock.now().getTime() - Date.parse(listed.lastGameAt)) / DAY
      const grown = Math.min(500, Math.hypot(deviation, 173.7178 * volatility * Math.sqrt(days * 0.21436)))
      expect(listed.rating).toBeCloseTo(rating, 6)
      expect(listed.volatility).toBeCloseTo(volatility, 6)
      expect(listed.deviation).toBeCloseTo(grown, 6)
    }
    const history = await server.call('listRatingHistory', {
      params: { username: anna.username, rules: 'molenspel' },
      query: { limit: 3 },
    })
    const rest = await server.call('listRatingHistory', {
      params: { username: anna.username, rules: 'molenspel' },
      query: { limit: 3, cursor: history.body.nextCursor },
    })
    const items: RatedGame[] = [...history.body.items, ...rest.body.items]
    expect(items.map(({ game, score, opponent }) => [game, score, opponent.id])).toEqual([
      [games[0]!.id, 1, bram.id],
      [games[1]!.id, 0, carl.id],
      [games[3]!.id, 1, carl.id],
      [games[4]!.id, 0.5, bram.id],
    ])
    expect(items.at(-1)!.rating).toBe((await ratingsOf(anna))[0].rating)
    expect(rest.body.nextCursor).toBeNull()
  })
})

describe('the consumer', () => {
  test('leaves nothing behind when its process dies between the game and the commit', async () => {
    const ended = await lostByBlack(anna, bram)
    const dying = ratingsConsumer(server.deps)
    const killed = {
      ...dying,
      async handle(...args: Parameters<typeof dying.handle>) {
        await dying.handle(...args)
        throw new Error('killed')
      },
    }
    // other test files may keep the event from being readable yet
    await expect.poll(() => consumeEvents(server.store, killed).catch(String)).toBe('Error: killed')
    expect(await read(ended)).toEqual(ended)
    expect(await ratingsOf(bram)).toEqual([])
    await rate()
    expect((await ratingsOf(bram))[0]).toMatchObject({ games: 1 })
  })

  test('rates each game once when several processes consume at the same time', async () => {
    const games = await Promise.all([lostByBlack(anna, bram), lostByBlack(bram, carl), drawn(carl, anna)])
    await Promise.all([rate(), rate(), rate()])
    for (const player of [anna, bram, carl]) expect((await ratingsOf(player))[0].games).toBe(2)
    const rated = await server.database.prisma.gameRating.findMany({
      where: { gameId: { in: games.map(({ id }) => id) }, side: 'white' },
      orderBy: { sequence: 'asc' },
    })
    const [first] = rated
    expect(rated.map(({ sequence }) => sequence - first!.sequence)).toEqual([0, 1, 2])
  })

  test('rebuilding changes nothing, and puts right what was changed by hand', async () => {
    await lostByBlack(anna, bram)
    server.clock.advance(3 * DAY)
    const game = await drawn(bram, anna)
    await rate()
    const { prisma } = server.database
    const before = [await read(game), await ratingsOf(anna), await ratingsOf(bram)]
    expect(await rebuildRatings(server.store, server.clock.now())).toMatchObject({
      changedGames: 0,
      changedRatings: 0,
    })
    expect([await read(game), await ratingsOf(anna), await ratingsOf(bram)]).toEqual(before)

    await prisma.gameRating.update({
      where: { gameId_side: { gameId: game.id, side: 'black' } },
      data: { ratingAfter: 2900 },
    })
    await prisma.playerRating.updateMany({ where: { playerId: anna.id }, data: { rating: 2900, games: 9 } })
    expect(await rebuildRatings(server.store, server.clock.now())).toMatchObject({
      changedGames: 1,
      changedRatings: 1,
    })
    const [first] = before as [Game]
    expect(await read(game)).toMatchObject({ version: first.version + 1, ratings: first.ratings })
    expect([await ratingsOf(anna), await ratingsOf(bram)]).toEqual(before.slice(1))
  })
})

describe('people and bots', () => {
  test('cannot play each other for ratings', async () => {
    const bot = await server.player(`bot${serial}`, { kind: 'bot' })
    const refused = { status: 422, body: { code: 'rated-not-possible' } }
    expect(await challenge(anna, bot)).toMatchObject(refused)
    expect(await challenge(bot, anna)).toMatchObject(refused)
    const open: Challenge = (await challenge(anna, null, { bots: true })).body
    expect(await bot.call('acceptChallenge', { params: { id: open.id } })).toMatchObject(refused)
    const byBot: Challenge = (await challenge(bot, null)).body
    expect(await anna.call('acceptChallenge', { params: { id: byBot.id } })).toMatchObject(refused)
    const other = await server.player(`other${serial}`, { kind: 'bot' })
    expect((await other.call('acceptChallenge', { params: { id: byBot.id } })).status).toBe(201)
  })
})

describe('the stakes of a challenge', () => {
  test('are what the game then changes', async () => {
    await lostByBlack(anna, bram)
    await rate()
    server.clock.advance(5 * DAY)
    const { id }: Challenge = (await challenge(anna, bram)).body
    const stakesOf = async (player: TestPlayer) => (await player.call('getStakes', { params: { id } })).body
    const [own, theirs] = [await stakesOf(anna), await stakesOf(bram)]
    const { game } = (await bram.call('acceptChallenge', { params: { id } })).body
    await playMoves(game, anna, bram, FOUR_PLIES)
    await bram.call('resign', { params: { id: game.id } })
    await rate()
    const { white, black } = (await read(game)).ratings!
    expect(own.win).toBeCloseTo(white.after.rating - white.before.rating, 8)
    expect(theirs.loss).toBeCloseTo(black.after.rating - black.before.rating, 8)
    expect(own.win).toBeGreaterThan(own.draw)
    expect(own.draw).toBeGreaterThan(own.loss)
  })

  test('are null for an unrated challenge, and for one’s own that nobody has accepted', async () => {
    const nothing = { win: null, draw: null, loss: null }
    const unrated: Challenge = (await challenge(anna, bram, { rated: false })).body
    const open: Challenge = (await challenge(anna, null)).body
    expect((await bram.call('getStakes', { params: { id: unrated.id } })).body).toEqual(nothing)
    expect((await anna.call('getStakes', { params: { id: open.id } })).body).toEqual(nothing)
    expect((await carl.call('getStakes', { params: { id: open.id } })).body.win).toBeGreaterThan(200)
  })
})

test('moderators see who often loses quickly to the same player', async () => {
  const winners = [anna, bram, anna, anna]
  for (const winner of winners) await lostByBlack(winner, winner === anna ? bram : anna)
  await rate()
  const runs = (await listUnusualRuns(server.store)).items.filter(({ loser }) =>
    [anna.id, bram.id].includes(loser.id),
  )
  expect(runs).toMatchObject([
    {
      winner: { id: anna.id },
      loser: { id: bram.id },
      games: 3,
      lastGameAt: server.clock.now().toISOString(),
    },
  ])
  const gained = (await ratingsOf(anna))[0].rating - 1500
  const [lost] = (
    await server.call('listRatingHistory', { params: { username: anna.username, rules: 'molenspel' } })
  ).body.items.filter(({ score }: RatedGame) => score === 0)
  expect(lost).toBeDefined()
  expect(runs[0]!.points).toBeGreaterThan(gained)
  expect(runs[0]!.lastGames).toHaveLength(3)
})

test('a rating becomes provisional again after a long pause, everywhere', async () => {
  const rules = 'muehle'
  const { rating, volatility, deviation: stored } = { rating: 1800, volatility: 0.09, deviation: 80 }
  await server.database.prisma.playerRating.create({
    data: {
      playerId: anna.id,
      rules,
      kind: 'human',
      rating,
      volatility,
      deviation: stored,
      games: 20,
      best: 1850,
      lastGameAt: server.clock.now(),
    },
  })
  const own = async () => (await ratingsOf(anna))[0]
  const onBoard = async () => {
    const { items } = (await server.call('getLeaderboard', { params: { rules } })).body
    return items.find(({ user }: any) => user.id === anna.id)
  }
  const deviationAfter = (days: number) =>
    173.7178 * Math.sqrt((stored / 173.7178) ** 2 + days * 0.21436 * volatility ** 2)
  // the first whole day on which it is 110 or more
  let days = 1
  while (deviationAfter(days) < 110) days++
  server.clock.advance((days - 1) * DAY)
  expect(await own()).toMatchObject({ provisional: false, best: 1850, rating })
  expect((await own()).deviation).toBeCloseTo(deviationAfter(days - 1), 8)
  expect((await onBoard()).deviation).toBe((await own()).deviation)
  server.clock.advance(DAY)
  expect(await own()).toMatchObject({ provisional: true, best: 1850 })
  expect((await own()).deviation).toBeCloseTo(deviationAfter(days), 8)
  expect(await onBoard()).toBeUndefined()
})

test('the database calls provisional what `grow` does, whatever the rating and the pause', async () => {
  const random = seeded(110)
  const at = server.clock.now()
  const ratings = Array.from({ length: 5000 }, () => ({
    rating: 1500,
    deviation: 45 + random() * 80,
    volatility: 0.03 + random() * 0.07,
    lastGameAt: new Date(at.getTime() - Math.round((random() * 400 - 20) * DAY)),
  }))
  const rows = await runSql<{ provisional: boolean }>(
    server.store,
    Prisma.sql`
    SELECT ${isProvisionalAt(at)} AS provisional
    FROM (
      SELECT n, deviation, volatility, ended::timestamptz AS last_game_at
      FROM unnest(${ratings.map((each) => each.deviation)}::float8[], ${ratings.map((each) => each.volatility)}::float8[],
        ${ratings.map((each) => each.lastGameAt.toISOString())}::text[]) WITH ORDINALITY AS given (deviation, volatility, ended, n)
    ) r ORDER BY n`,
  )
  const expected = ratings.map((each) => isProvisional(grow(each, at.getTime() - each.lastGameAt.getTime())))
  expect(rows.map(({ provisional }) => provisional)).toEqual(expected)
  expect(new Set(expected).size).toBe(2)
})

describe('the leaderboard', () => {
  const board = async (rules: RuleSetId, query: Record<string, string | number> = {}) =>
    (await server.call('getLeaderboard', { params: { rules }, query })).body

  test('has people by rating with shared places, on any size of page', async () => {
    const rules = 'halma'
    const insert = async (name: string, rating: number, more: object = {}, kind?: 'bot') => {
      const { id: playerId } = await server.player(name, kind && { kind })
      await server.database.prisma.playerRating.create({
        data: {
          playerId,
          rules,
          kind: kind ?? 'human',
          rating,
          deviation: 80,
          volatility: 0.09,
          games: 20,
          best: rating,
          lastGameAt: server.clock.now(),
          ...more,
        },
      })
      return playerId
    }
    for (const [n, rating] of [1700, 1600, 1600, 1600, 1500, 1400.5].entries()) await insert(`lb${n}`, rating)
    await insert('lb-provisional', 2000, { deviation: 110 })
    await insert('lb-away', 2000, { lastGameAt: new Date(server.clock.now().getTime() - 180 * DAY - 1) })
    await insert('lb-bot', 1650, {}, 'bot')
    const closed = await insert('lb-closed', 2000)
    await server.database.prisma.player.update({ where: { id: closed }, data: { kind: 'closed' } })

    const expected = [
      ['lb0', 1],
      ['lb1', 2],
      ['lb2', 2],
      ['lb3', 2],
      ['lb4', 5],
      ['lb5', 6],
    ]
    for (const limit of [1, 2, 3, 4, 20]) {
      const found: unknown[] = []
      let cursor: string | null = null
      do {
        const page = await board(rules, { limit, ...(cursor && { cursor }) })
        for (const { user, place } of page.items) found.push([user.username, place])
        cursor = page.nextCursor
      } while (cursor)
      expect(found).toEqual(expected)
    }
    const bots = await board(rules, { kind: 'bot' })
    expect(bots.items).toMatchObject([{ place: 1, user: { username: 'lb-bot' }, rating: 1650, games: 20 }])
    expect((await board('muehle')).items).toEqual([])

    const last = await board(rules, { limit: 20 })
    expect(last.provisional).toMatchObject([{ user: { username: 'lb-provisional' }, rating: 2000 }])
    expect(last.provisional[0]).not.toHaveProperty('place')
    expect((await board(rules, { limit: 2 })).provisional).toEqual([])
    expect([last.own, bots.provisional]).toEqual([null, []])
  })

  test('tells players their own place, and why they have none', async () => {
    const rules = 'moulin'
    const insert = (player: TestPlayer, rating: number, more: object = {}) =>
      server.database.prisma.playerRating.create({
        data: {
          playerId: player.id,
          rules,
          kind: 'human',
          rating,
          deviation: 80,
          volatility: 0.09,
          games: 20,
          best: rating,
          lastGameAt: server.clock.now(),
          ...more,
        },
      })
    await insert(anna, 1700)
    await insert(bram, 1650)
    const own = async (player: TestPlayer) =>
      (await player.call('getLeaderboard', { params: { rules }, query: { limit: 1 } })).body.own
    expect(await own(carl)).toBe(null)
    expect(await own(bram)).toMatchObject({ place: 2, rating: 1650, games: 20, provisional: false })
    await insert(carl, 1900, { deviation: 200, games: 2 })
    expect(await own(carl)).toMatchObject({ place: null, games: 2, provisional: true })
    expect((await own(anna)).place).toBe(1)
    server.clock.advance(181 * DAY)
    expect((await own(anna)).place).toBe(null)
  })
})
