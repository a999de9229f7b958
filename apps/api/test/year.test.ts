import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestServer } from './harness.ts'
import { live } from './year/life.ts'

const SEED = Number(process.env.TEST_SEED ?? 20261121)
/** Over a change of the clocks in either half of the earth. */
const SIZE = process.env.SOAK
  ? {
      players: 200,
      days: 365,
      hours: [24, 72] as [number, number],
      outages: 40,
      start: '2026-01-01T00:00:00.000Z',
    }
  : {
      players: 20,
      days: 60,
      hours: [8, 48] as [number, number],
      outages: 8,
      start: '2026-03-01T00:00:00.000Z',
    }

let server: TestServer
beforeAll(async () => {
  server = await startServer({
    now: SIZE.start,
    env: { MAX_ACTIVE_GAMES: '1000', MAX_OPEN_CHALLENGES: '1000' },
  })
})
afterAll(() => server?.close())

it(
  `${SIZE.players} players live through ${SIZE.days} days, and every clock is right to the millisecond (TEST_SEED=${SEED})`,
  async () => {
    const happened = await live(server, { seed: SEED, ...SIZE })
    console.info(JSON.stringify(happened))
    // where nothing of a kind happened nothing was proved
    for (const [what, times] of Object.entries(happened)) expect(times, what).toBeGreaterThan(2)
  },
  process.env.SOAK ? 4 * 3_600_000 : 600_000,
)
