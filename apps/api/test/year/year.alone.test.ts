import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestServer } from '../server/harness.ts'
import { expectExplorer } from './compare-explorer.ts'
import { expectRatings } from './compare-ratings.ts'
import { simulateCompetitions } from './simulate-competitions.ts'
import { simulateYear } from './simulate-year.ts'

/** The seeds with which everything happens in the small simulations. */
const SEED = Number(process.env.TEST_SEED ?? 20261129)
const COMPETITION_SEED = Number(process.env.TEST_SEED ?? 20261127)
/** Covers daylight-saving changes in both hemispheres. */
const SIZE = process.env.SOAK
  ? {
      players: 200,
      days: 365,
      hours: [24, 72] as [number, number],
      outages: 40,
      start: '2026-01-01T00:00:00.000Z',
    }
  : {
      players: 12,
      days: 22,
      hours: [8, 40] as [number, number],
      outages: 5,
      start: '2026-03-20T00:00:00.000Z',
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
  `every clock is exact to the millisecond, and every rating right, over ${SIZE.days} days of ${SIZE.players} players (TEST_SEED=${SEED})`,
  async () => {
    const events = await simulateYear(server, { seed: SEED, ...SIZE })
    const happened = { ...events, rated: await expectRatings(server), explored: await expectExplorer(server) }
    console.info(JSON.stringify(happened))
    // a kind of event that hardly ever happened is not tested
    for (const [what, times] of Object.entries(happened)) expect(times, what).toBeGreaterThan(2)
  },
  process.env.SOAK ? 4 * 3_600_000 : 600_000,
)

/** A season of a league and the start of the next one. */
const COMPETITIONS = process.env.SOAK
  ? { players: 40, days: 400, hours: [8, 30] as [number, number], outages: 40 }
  : { players: 10, days: 100, hours: [54, 90] as [number, number], outages: 8 }

/** May be missing in a short simulation. */
const RARE = new Set([
  'cancelled',
  'removed',
  'closed',
  'struck',
  'halves',
  'outages',
  'droppedOffLadder',
  'relegated',
])

it(
  `every table, promotion, ladder place and trophy is right over ${COMPETITIONS.days} days (TEST_SEED=${COMPETITION_SEED})`,
  async () => {
    const server = await startServer({ now: SIZE.start })
    const happened = await simulateCompetitions(server, {
      seed: COMPETITION_SEED,
      ...COMPETITIONS,
      start: SIZE.start,
    })
    const counts = { ...happened, rated: await expectRatings(server), explored: await expectExplorer(server) }
    await server.close()
    console.info(JSON.stringify(counts))
    for (const [what, times] of Object.entries(counts))
      if (process.env.SOAK || !RARE.has(what)) expect(times, what).toBeGreaterThan(0)
  },
  process.env.SOAK ? 4 * 3_600_000 : 600_000,
)
