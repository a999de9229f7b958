import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillDemo } from '../src/demo/fill-demo.ts'
import { startServer, type TestServer } from './harness.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer({ now: new Date(), env: { REGISTER_LIMIT: '100' } })
  await fillDemo(server.deps, server, {
    password: 'a password for all',
    players: 3,
    rules: ['merels', 'muehle'],
  })
}, 120_000)
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
