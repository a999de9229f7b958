import { OPTIONAL_FEATURES } from '@tegenzet/contract'
import { ruleSet } from '@tegenzet/rules'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEMO_SETTINGS } from '../../src/demo/demo-settings.ts'
import { type Demo, fillDemo, firstPlayer } from '../../src/demo/fill-demo.ts'
import { rebuildGame } from '../play/rebuild-game.ts'
import { startServer, type TestServer } from '../server/harness.ts'

/** A site that lets nobody in by itself. */
const CLOSED = { REGISTRATION: 'closed', READERS: 'members', REGISTER_PUZZLE: '18', ADMIN_2FA: 'true' }

let server: TestServer
let demo: Demo

beforeAll(async () => {
  server = await startServer({ now: new Date(), env: { ...CLOSED, ...DEMO_SETTINGS } })
  demo = await fillDemo(server.deps, server, {
    password: 'a password for all',
    players: 4,
    rules: ['moulin'],
    competitions: null,
  })
})
afterAll(() => server?.close())

it('has games in every state, and their moves reproduce them', async () => {
  const games = await server.database.prisma.game.findMany({
    include: { moves: { orderBy: { ply: 'asc' } } },
  })
  expect(games).toHaveLength(demo.games)
  for (const game of games) {
    const rebuilt = rebuildGame(
      ruleSet('moulin'),
      game.moves.map(({ move }) => move),
    )
    expect(game).toMatchObject({ ply: rebuilt.ply, position: rebuilt.position })
    if (rebuilt.outcome) expect(game.reason).toBe(rebuilt.outcome.reason)
  }
  expect([...new Set(games.map(({ reason }) => reason ?? 'running'))].sort()).toEqual([
    'blocked',
    'cancelled',
    'few-stones',
    'quiet-moves',
    'repetition',
    'resignation',
    'running',
    'timeout',
  ])
  const overdue = games.filter(({ deadline }) => deadline && deadline < server.clock.now())
  expect(overdue).toEqual([])
  expect(
    games.every((game) => game.createdAt <= game.updatedAt && game.updatedAt <= server.clock.now()),
  ).toBe(true)
})

it('lets its players log in and shows their games and challenges', async () => {
  const body = { username: demo.usernames[0], password: 'a password for all' }
  expect((await server.call('logIn', { body })).status).toBe(200)
  const games = await server.call('listGames', { query: { player: 'demo1', status: 'active' } })
  expect(games.body.items.length).toBeGreaterThan(2)
  const open = await server.call('listChallenges')
  expect(open.body.items.map(({ rules }: { rules: string }) => rules).sort()).toEqual(['moulin'])
})

it('shows profiles and puzzles that were solved and missed', async () => {
  const { body } = await server.call('getUser', { params: { username: 'demo1' } })
  expect(body).toMatchObject({ country: 'NL', clubs: [], pace: expect.any(Object) })
  const attempts = await server.database.prisma.puzzleAttempt.findMany({
    where: { player: { username: 'demo1' } },
  })
  expect(attempts.filter(({ solved }) => solved)).toHaveLength(6)
  expect(attempts).toHaveLength(8)
})

it('is not filled a second time', async () => {
  expect(await firstPlayer(server.database)).toBe('demo1')
})

it('fills only what the site has switched on', async () => {
  const env = { REGISTER_LIMIT: '100', GAMES: 'moulin', WITHOUT: OPTIONAL_FEATURES.join() }
  const plain = await startServer({ now: new Date(), env })
  await fillDemo(plain.deps, plain, { password: 'a password for all', players: 4 })
  const { prisma } = plain.database
  const games = await prisma.game.groupBy({ by: ['rules', 'rated'], _count: true })
  expect(games).toMatchObject([{ rules: 'moulin', rated: false }])
  expect(await prisma.challenge.count({ where: { OR: [{ message: { not: null } }, { rated: true }] } })).toBe(
    0,
  )
  expect([
    await prisma.tournament.count(),
    await prisma.ladderEntry.count(),
    await prisma.club.count(),
    await prisma.puzzleAttempt.count(),
    await prisma.message.count(),
    await prisma.playerRating.count(),
  ]).toEqual([0, 0, 0, 0, 0, 0])
  await plain.close()
})
