import type { Game, GameCounts, Statistics, User } from '@tegenzet/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seeded } from '../../src/demo/seeded.ts'
import { endOverdueGames } from '../../src/play/deadlines/end-overdue-games.ts'
import { countEndedGames } from '../../src/play/results/count-ended-games.ts'
import { rebuildResults } from '../../src/play/results/rebuild-results.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { beginGame, playMoves } from './begin-game.ts'

const SEED = Number(process.env.TEST_SEED ?? 20261126)
const STEPS = 36
const DAY_MS = 86_400_000
const RULE_SETS = ['muehle', 'molenspel'] as const
const MOVES = ['d6', 'f4']

let server: TestServer
let players: TestPlayer[]

beforeAll(async () => {
  server = await startServer()
  players = []
  for (const name of ['anna', 'bram', 'carl']) players.push(await server.player(name))
  await server.database.prisma.account.updateMany({
    data: { profileShows: ['score', 'lost-on-time'], emailVerified: true },
  })
})
afterAll(() => server?.close())

/** A game and who is white and black in it. */
interface Begun {
  game: Game
  white: TestPlayer
  black: TestPlayer
}

const read = async <T>(
  operation: string,
  username: string,
  query = {},
  by: Pick<TestPlayer, 'call'> = server,
) => {
  const { status, body } = await by.call(operation as 'countGames', { params: { username }, query })
  expect(status).toBe(200)
  return body as T
}

const WAYS = ['cancelled', 'white resigns', 'black resigns', 'timeout', 'agreement', 'with a hint'] as const

/** Ends a game, or all running games by their time. */
async function end({ game, white, black }: Begun, how: (typeof WAYS)[number]): Promise<void> {
  const about = { params: { id: game.id } }
  if (how === 'cancelled') {
    expect((await white.call('cancelGame', about)).status).toBe(200)
    return
  }
  await playMoves(game, white, black, MOVES)
  if (how === 'timeout') {
    server.clock.advance(4 * DAY_MS)
    await endOverdueGames(server.deps, server.store)
  } else if (how === 'agreement') {
    const { body } = await black.call('offerDraw', about)
    expect((await white.call('acceptDrawOffer', { params: { id: body.offer.id } })).status).toBe(200)
  } else {
    const assisted = how === 'with a hint'
    await server.database.prisma.game.update({ where: { id: game.id }, data: { assisted } })
    await (how === 'black resigns' ? black : white).call('resign', about)
  }
}

/** Counts the games of a player by reading all of them. */
async function recount({ username }: TestPlayer, query: { opponent?: string; rules?: string } = {}) {
  const { body } = await server.call('listGames', { query: { player: username, ...query, limit: 100 } })
  const games = (body.items as Game[]).map((game) => {
    const side = game.white.username === username ? 'white' : 'black'
    const { winner, reason } = game.outcome ?? {}
    const counted = game.status === 'finished' && !game.assisted
    return {
      ...game,
      side,
      opponent: game[side === 'white' ? 'black' : 'white'].username,
      won: counted && winner === side,
      lost: counted && winner !== null && winner !== side,
      drawn: counted && winner === null,
      lostOnTime: counted && winner !== null && winner !== side && reason === 'timeout',
    }
  })
  const count = (which: (game: (typeof games)[number]) => boolean) => games.filter(which).length
  const score = (which: (game: (typeof games)[number]) => boolean = () => true) => ({
    won: count((game) => game.won && which(game)),
    lost: count((game) => game.lost && which(game)),
    drawn: count((game) => game.drawn && which(game)),
  })
  return { games, count, score }
}

async function expectRecounted(player: TestPlayer): Promise<void> {
  const { username } = player
  const { games, count, score } = await recount(player)
  const user = await read<User>('getUser', username)
  const { won, lost, drawn } = score()
  expect(user.games).toEqual({
    active: count(({ status }) => status === 'active' || status === 'claimed'),
    finished: won + lost + drawn,
    won,
    lost,
    drawn,
  })
  expect(user.lostOnTime).toBe(count(({ lostOnTime }) => lostOnTime))

  const others = players.filter((other) => other !== player).map((other) => other.username)
  const filters = RULE_SETS.flatMap((rules) => [
    { rules },
    ...others.map((opponent) => ({ opponent, rules })),
  ])
  for (const query of [{}, ...filters, ...others.map((opponent) => ({ opponent }))]) {
    const counts = await read<GameCounts>('countGames', username, query)
    const recounted = await recount(player, query)
    const { finished, cancelled } = counts
    expect({ finished, cancelled }, `${username} ${JSON.stringify(query)}`).toEqual({
      finished: recounted.count(({ status }) => status === 'finished'),
      cancelled: recounted.count(({ status }) => status === 'cancelled'),
    })
  }

  const { results, opponents } = await read<Statistics>('getStatistics', username)
  for (const { rules, side, ...shown } of results)
    expect(shown).toEqual(score((game) => game.rules === rules && game.side === side))
  for (const { player: opponent, ...shown } of opponents)
    expect(shown).toEqual(score((game) => game.opponent === opponent.username))
  const sum = (rows: readonly { won: number; lost: number; drawn: number }[]) =>
    rows.reduce((all, row) => all + row.won + row.lost + row.drawn, 0)
  expect([sum(results), sum(opponents)]).toEqual([user.games.finished, user.games.finished])
  expect(opponents.map((row) => sum([row]))).toEqual(opponents.map((row) => sum([row])).sort((a, b) => b - a))

  for (const opponent of others) {
    const relation = await read<{ score: object }>('getRelation', opponent, {}, player)
    expect(relation.score).toEqual(score((game) => game.opponent === opponent))
  }
  expect(games.length).toBeLessThan(100)
}

it(`counted games are those that a recount gives, counted or not yet (TEST_SEED=${SEED})`, async () => {
  const roll = seeded(SEED)
  const oneOf = <T>(items: readonly T[]): T => items[Math.floor(roll() * items.length)]!
  let running: Begun[] = []
  for (let step = 0; step < STEPS; step++) {
    const what = roll()
    if (what < 0.15) await countEndedGames(server.store)
    else if (what < 0.55 && running.length > 0) {
      const begun = oneOf(running)
      const how = oneOf(WAYS)
      await end(begun, how)
      running = how === 'timeout' ? [] : running.filter((other) => other !== begun)
    } else {
      const white = oneOf(players)
      const black = oneOf(players.filter((player) => player !== white))
      running.push({ game: await beginGame(white, black, { rules: oneOf(RULE_SETS) }), white, black })
    }
    if (step % 9 === 8) for (const player of players) await expectRecounted(player)
  }
  await countEndedGames(server.store)
  for (const player of players) await expectRecounted(player)
  expect(await server.database.prisma.uncountedGame.count()).toBe(0)
  expect(await server.database.prisma.opponentResults.count()).toBe(6)
})

it('several processes count each game once', async () => {
  const [anna, bram] = players as [TestPlayer, TestPlayer]
  const before = (await read<User>('getUser', 'anna')).games.lost
  for (let n = 0; n < 4; n++) {
    const game = await beginGame(anna, bram)
    await playMoves(game, anna, bram, MOVES)
    await anna.call('resign', { params: { id: game.id } })
  }
  const counted = await Promise.all([1, 2, 3].map(() => countEndedGames(server.store)))
  expect(counted.reduce((all, count) => all + count)).toBe(8)
  expect((await read<User>('getUser', 'anna')).games.lost).toBe(before + 4)
})

it('a plain move counts nothing', async () => {
  const [anna, bram] = players as [TestPlayer, TestPlayer]
  const game = await beginGame(anna, bram)
  await playMoves(game, anna, bram, MOVES)
  expect(await server.database.prisma.uncountedGame.count({ where: { gameId: game.id } })).toBe(0)
  await anna.call('resign', { params: { id: game.id } })
  expect(await server.database.prisma.uncountedGame.count({ where: { gameId: game.id } })).toBe(2)
})

it('`results rebuild` counts games that ended in a process that does not enter them, and what was counted wrongly', async () => {
  const [white, black] = players as [TestPlayer, TestPlayer]
  await countEndedGames(server.store)
  const { pool } = server.database
  for (const how of ['white resigns', 'cancelled'] as const)
    await end({ game: await beginGame(white, black), white, black }, how)
  await pool.query('DELETE FROM uncounted_games')
  await pool.query(
    'UPDATE player_results SET won = won + 1 WHERE ctid = (SELECT min(ctid) FROM player_results)',
  )
  // one that is entered must not count twice
  await end({ game: await beginGame(black, white), white: black, black: white }, 'black resigns')
  await expect(expectRecounted(white)).rejects.toThrow()

  const { changed, games } = await rebuildResults(server.store)
  expect(changed).toBeGreaterThanOrEqual(5)
  expect(games).toBe(
    await server.database.prisma.game.count({ where: { status: { in: ['finished', 'cancelled'] } } }),
  )
  for (const player of players) await expectRecounted(player)
  expect(await rebuildResults(server.store)).toEqual({ games, changed: 0 })
})
