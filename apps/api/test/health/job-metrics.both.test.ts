import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTicker } from '../../src/jobs/ticker.ts'
import { jobRowsRead } from '../../src/metrics.ts'
import { periodicTasks } from '../../src/start/start-ticker.ts'
import { startServer, type TestServer } from '../server/harness.ts'

const HOUR = 3_600_000
/** More than a task reads to find out that nothing is due. */
const IDLE = 50
const EXPIRED = 300

let server: TestServer
beforeAll(async () => {
  // the metrics are those of the process, in which other files have run tasks
  jobRowsRead.reset()
  server = await startServer({ jobs: 'queue' })
})
afterAll(() => server.close())

async function rowsRead(): Promise<Map<string, number>> {
  const figures = await (await fetch(`${server.url}/metrics`)).text()
  const lines = figures.matchAll(/^tegenzet_job_rows_read\{job="([^"]+)"\} (\d+)$/gm)
  return new Map(Array.from(lines, ([, job, rows]) => [job!, Number(rows)]))
}

test('metrics tell how many rows each periodic task has read', async () => {
  const { deps, app, heartbeat, store, clock, database } = server
  const tasks = periodicTasks(deps, { database, app, heartbeat, workers: [] }, () => {})
  const ticker = createTicker({ tasks, db: store, now: clock.now, log: pino({ level: 'silent' }) })
  await ticker.tick()
  expect(await rowsRead()).toEqual(new Map())

  clock.advance(HOUR)
  await ticker.tick()
  const idle = await rowsRead()
  expect([...idle.keys()].sort()).toEqual(tasks.map(({ name }) => name).sort())
  for (const [job, rows] of idle) expect(rows, job).toBeLessThanOrEqual(IDLE)

  const { id } = await server.player('anna')
  await database.pool.query(
    `INSERT INTO challenges (rules, rules_revision, challenger_id, colour, clock, state, expires_at, created_at)
     SELECT 'muehle', 1, $1, 'random', '{"kind": "per-move", "days": 3}', 'open', $2::timestamptz, $2::timestamptz - interval '1 day'
     FROM generate_series(1, $3)`,
    [id, clock.now(), EXPIRED],
  )
  clock.advance(HOUR)
  await ticker.tick()
  const { challenges = 0, ...others } = Object.fromEntries(await rowsRead())
  expect(challenges).toBeGreaterThanOrEqual(EXPIRED)
  // these process the events of the challenges
  const { outbox, ratings, explorer, 'queue-finished-games': finished, ...rest } = others
  for (const [job, rows] of Object.entries(rest)) expect(rows, job).toBeLessThanOrEqual(IDLE)
  expect(await database.prisma.challenge.count({ where: { state: 'open' } })).toBe(0)
})
