import { migrate, openDatabase, tempPostgres } from '@tegenzet/db'
import { keepStandings } from '../src/competition/tournaments/kept-standings.ts'
import { takeLease } from '../src/jobs/lease.ts'
import { periodicTasks } from '../src/start/start-ticker.ts'
import { queriesOf, READS, sampleCalls } from '../test/reads/sampled-calls.ts'
import type { Request } from '../test/server/call-operation.ts'
import { startServer } from '../test/server/harness.ts'
import { FIRST, fillYear } from './fill-year.ts'
import { createMeter, explainReads, type Reads } from './measured-reads.ts'
import { percentile } from './percentile.ts'
import { postmasterOf, processorTime } from './processor-time.ts'

// `pnpm bench grown`: what every GET in its filters and every periodic task read of a small site and of one after a year, with the
// plans of those that read more, or that read more with generic plans. `SIZE` is the number of games (300,000). Needs PostgreSQL
// and 8 GB of disk at that size.

const SIZE = Number(process.env.SIZE ?? 300_000)
const YEAR = {
  games: SIZE,
  running: Math.round((SIZE * 65) / 300),
  accounts: Math.round((SIZE * 110) / 300),
}
/** Of the log. */
const ERROR = 50
/** A call that reads fewer rows costs the same at any size, whatever the ratio. */
const FEW_ROWS = 500
/** Each call is repeated so often on one connection, because Postgres considers a generic plan from the sixth time on. */
const REPEATS = 12
/** Pages: a plan that reads fewer costs little, whatever the ratio. */
const FEW_PAGES = 300
/** An idle run of each task is measured so often. */
const RUNS = 20
/** The same query may meet a few more rows of a page. */
const GROWS = 2

interface Measured {
  name: string
  run(): Promise<unknown>
  small: Reads
  full?: Reads
  /** The most that a repetition read, and what the call reads with generic plans. */
  repeated?: Reads
  generic?: Reads
}

const postgres = await tempPostgres()
// one listens, the other one serves
const database = await openDatabase({ url: postgres.url, maxConnections: 2, limitsStatements: false })
await migrate(database.pool)
const server = await startServer({
  jobs: 'queue',
  database,
  log: (line) => {
    if (JSON.parse(line).level >= ERROR) console.error(line)
  },
})
try {
  const { deps, app, heartbeat, store, clock } = server
  const tasks = periodicTasks(deps, { database, app, heartbeat, workers: [] }, () => {})
  const runTasks = async () => {
    for (const { run } of tasks) await run(store)
  }
  await heartbeat.update()
  // some look at what has happened since their last run
  await runTasks()
  const calls = await sampleCalls(server)
  const requests = []
  for (const endpoint of READS)
    requests.push({ endpoint, request: await calls.requestOf(endpoint.operationId) })
  await runTasks()

  const meter = createMeter(server)
  const measured: Measured[] = []
  let isFull = false
  const measure = async (name: string, run: () => Promise<unknown>) => {
    measured.push({ name, run, small: await meter(run) })
  }
  for (const { endpoint, request } of requests)
    for (const query of queriesOf(endpoint)) {
      const sent = { ...request, query: { ...request.query, ...query } }
      await measure(`${endpoint.operationId} ${new URLSearchParams(query as Record<string, string>)}`, () =>
        calls.call(endpoint, isFull ? aboutHuge(endpoint.path, sent) : sent),
      )
    }
  const firstTask = measured.length
  for (const { name, runsOn, run } of tasks)
    await measure(`task ${name}`, async () => {
      if (runsOn === 'one-process') await takeLease(store, name, 0, clock.now())
      await run(store)
    })

  console.log(`${measured.length} calls and tasks`)
  const begun = performance.now()
  await fillYear(database, YEAR, { now: clock.now(), giant: calls.playerId })
  const { rows } = await database.pool.query(`
    SELECT (SELECT count(*) FROM games) AS games, (SELECT count(*) FROM moves) AS moves,
      pg_size_pretty(pg_database_size(current_database())) AS size`)
  console.log(`filled in ${((performance.now() - begun) / 1000).toFixed(0)} s:`, rows[0])
  await keepStandings(store, new Date(0))
  await runTasks()
  await database.pool.query('VACUUM ANALYZE')
  isFull = true
  for (const each of measured) {
    // the first follows what was filled in
    await each.run()
    each.full = await meter(each.run)
    each.repeated = await repeat(meter, each.run)
  }
  await database.pool.query('SET plan_cache_mode = force_generic_plan')
  for (const each of measured) each.generic = await meter(each.run)
  console.log(`read more than ${FEW_PAGES} pages: first, repeated, generic`)
  for (const { name, full, repeated, generic } of measured.filter((each) => mostPages(each) > FEW_PAGES))
    console.log(`  ${name}: ${full!.pages}, ${repeated!.pages}, ${generic!.pages}`)
  const flipped = measured.filter(flips)
  console.log(`read more with generic plans: ${flipped.length}`)
  for (const { name, run, full, repeated, generic } of flipped) {
    console.log(`\n${name}: ${full!.pages} pages, repeated ${repeated!.pages}, generic ${generic!.pages}`)
    console.log((await explainReads(server, run)).join('\n'))
  }
  await database.pool.query('RESET plan_cache_mode')

  report('calls', measured.slice(0, firstTask))
  report('periodic tasks', measured.slice(firstTask))
  await reportIdle(
    meter,
    measured.slice(firstTask).map(({ run }, n) => ({ run, everyMs: tasks[n]!.everyMs })),
  )
  for (const { name, run, small, full } of measured.filter(grows)) {
    console.log(`\n${name}: ${small.rows} to ${full!.rows} rows, ${full!.databaseMs.toFixed(1)} ms`)
    console.log((await explainReads(server, run)).join('\n'))
  }
} finally {
  await server.close()
  await database.close()
  await postgres.stop()
}

/** The same call about the huge tournament, match or club instead of a small one. */
function aboutHuge(path: string, { params, query, ...request }: Request): Request {
  const ofTournament = path.startsWith('/api/v1/tournaments/:id') || path.startsWith('/api/v1/matches/:id')
  const ofClub = path.startsWith('/api/v1/clubs/:')
  return {
    ...request,
    params: { ...params, ...(ofTournament && { id: FIRST }), ...(ofClub && { slug: 'year' }) },
    query: {
      ...query,
      ...(query && 'tournament' in query && { tournament: FIRST }),
      ...(query && 'club' in query && { club: 'year' }),
    },
  }
}

function grows({ small, full }: Measured): boolean {
  return full!.rows > FEW_ROWS && full!.rows > GROWS * small.rows
}

/** @returns the repetition that read the most pages */
async function repeat(meter: (run: Measured['run']) => Promise<Reads>, run: Measured['run']): Promise<Reads> {
  const all: Reads[] = []
  for (let n = 0; n < REPEATS; n++) all.push(await meter(run))
  return all.reduce((most, each) => (each.pages > most.pages ? each : most))
}

function mostPages({ full, repeated, generic }: Measured): number {
  return Math.max(full!.pages, repeated!.pages, generic!.pages)
}

function flips(each: Measured): boolean {
  return mostPages(each) > Math.max(FEW_PAGES, GROWS * each.full!.pages)
}

/** What all tasks take while there is nothing to do: each once, and as often as a process runs it in a minute. */
async function reportIdle(
  meter: (run: Measured['run']) => Promise<Reads>,
  tasks: readonly (Pick<Measured, 'run'> & { everyMs: number })[],
): Promise<void> {
  const postmaster = await postmasterOf(database)
  const databaseTime = () => processorTime(process.pid, postmaster)[1]
  const sums = { 'every task once': { rows: 0, ms: 0 }, 'a minute': { rows: 0, ms: 0 } }
  for (const { run, everyMs } of tasks) {
    const { rows } = await meter(run)
    const begun = databaseTime()
    for (let n = 0; n < RUNS; n++) await run()
    const ms = (databaseTime() - begun) / RUNS
    for (const [sum, times] of [
      [sums['every task once'], 1],
      [sums['a minute'], 60_000 / everyMs],
    ] as const) {
      sum.rows += rows * times
      sum.ms += ms * times
    }
  }
  for (const [name, { rows, ms }] of Object.entries(sums))
    console.log(
      `idle, ${name}: ${rows.toFixed(0)} rows, ${ms.toFixed(0)} ms of processor time in the database`,
    )
}

function report(name: string, measured: readonly Measured[]): void {
  console.log(`${measured.length} ${name}`)
  for (const kind of ['rows', 'pages', 'databaseMs'] as const) {
    const ratios = measured.map(({ small, full }) => (full![kind] + 1) / (small[kind] + 1))
    const most = Math.max(...measured.map(({ full }) => full![kind]))
    console.log(
      `  ${kind.padEnd(12)}full to small: median ${percentile(ratios, 0.5).toFixed(2)}, worst ${Math.max(...ratios).toFixed(2)}; most ${most.toFixed(0)}`,
    )
  }
  const most = [...measured].sort((a, b) => b.full!.rows - a.full!.rows).slice(0, 8)
  for (const { name, small, full } of most)
    console.log(`  ${name}: rows ${small.rows} to ${full!.rows}, pages ${small.pages} to ${full!.pages}`)
  console.log(`  growing: ${measured.filter(grows).length}`)
}
