import type { Ladder, League, Standings, Tournament } from '@tegenzet/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillDemo } from '../../src/demo/fill-demo.ts'
import { startServer, type TestServer } from '../server/harness.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer({ now: new Date(), env: { REGISTER_LIMIT: '100' } })
  await fillDemo(server.deps, server, {
    password: 'a password for all',
    players: 3,
    rules: ['merels', 'muehle'],
  })
})
afterAll(() => server?.close())

it('has offers and claims in every state, and an admin who may rule', async () => {
  const { prisma } = server.database
  const [offers, claims, games] = await Promise.all([
    prisma.drawOffer.groupBy({ by: ['state'] }),
    prisma.claim.groupBy({ by: ['state', 'ground'] }),
    prisma.game.groupBy({ by: ['status'] }),
  ])
  expect(offers.map(({ state }) => state).sort()).toEqual(['accepted', 'declined', 'open'])
  expect(claims.map(({ state, ground }) => `${state} ${ground}`).sort()).toEqual([
    'open quiet-moves',
    'open repetition',
    'rejected repetition',
    'upheld repetition',
    'withdrawn repetition',
  ])
  expect(games.map(({ status }) => status)).toContain('claimed')
  expect(await prisma.warning.count()).toBeGreaterThan(0)
  const admin = await prisma.account.findFirstOrThrow({ where: { role: 'admin' } })
  expect(admin.name).toBe('demo-arbiter')
  const open = await prisma.claim.findMany({ where: { state: 'open' } })
  expect(new Set(open.map(({ evidence }) => (evidence as { holds: boolean }).holds))).toEqual(
    new Set([true, false]),
  )
})

it('has no game past its deadline and no expired offer', async () => {
  const { prisma } = server.database
  const now = server.clock.now()
  expect(await prisma.game.count({ where: { deadline: { lt: now } } })).toBe(0)
  const dayAgo = new Date(+now - 86_400_000)
  expect(await prisma.drawOffer.count({ where: { state: 'open', createdAt: { lt: dayAgo } } })).toBe(0)
})

it('has competitions in every state, with ratings and a trophy', async () => {
  const read = async (...request: Parameters<TestServer['call']>) => (await server.call(...request)).body
  const tournaments = await read('listTournaments', { query: { format: 'round-robin' } })
  const states = tournaments.items.map(({ state, stage }: Tournament) => `${state} ${stage}`)
  expect(states).toEqual(['open 0', 'open 0', 'running 1', 'finished 2'])
  const running: Standings = await read('getStandings', { params: { id: tournaments.items[2].id } })
  for (const { items } of running.groups) {
    expect(items).toHaveLength(4)
    expect(items.some(({ played, total }) => played > 0 && played < total)).toBe(true)
  }
  const params = { rules: 'muehle' }
  const league: League = await read('getLeague', { params })
  const seasons = league.seasons.map(({ state, divisions }) => [state, divisions.length])
  expect(seasons).toEqual([
    ['running', 2],
    ['finished', 2],
  ])
  const ladder: Ladder = await read('getLadder', { params })
  expect(ladder.items.some(({ running }) => running > 0)).toBe(true)
  const best = await read('getLeaderboard', { params })
  expect(best.items.map(({ user }: Ladder['items'][number]) => user.username)).toContain('demo1')
  const { trophies } = await read('getStatistics', { params: { username: 'demo1' } })
  expect(trophies.map(({ kind }: { kind: string }) => kind)).toContain('promoted')
})
