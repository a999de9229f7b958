import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { type Database, migrate, openDatabase, tempPostgres } from '@tegenzet/db'
import type { Read } from './bare-reads.ts'
import { type Call, type Figures, measureCalls } from './http-load.ts'
import {
  insertGames,
  insertPlayers,
  type Player,
  pairsOf,
  randomGame,
  startBenchServer,
  startEmbeddedServer,
} from './move-load.ts'
import { postmasterOf, processorTime } from './processor-time.ts'

// `pnpm bench reads [postgres|embedded] [SECONDS]`: the reads that clients make all the time, per second over HTTP, compared
// in the same run with a bare Fastify route that runs the same statement and sends the same bytes. On a temporary Postgres
// (default, which must be installed) or on the embedded database.

const KIND = process.argv[2] ?? 'postgres'
const SECONDS = Number(process.argv[3] ?? 6)
const PLAYERS = 1000
const GAMES = 20_000
const PLIES = 20
const OPEN_CHALLENGES = 3000
/** How many players and games are asked for. */
const ASKED = 500
const GAMES_PER_INSERT = 2000

const directory = mkdtempSync(join(tmpdir(), 'bench-'))
const postgres = KIND === 'postgres' ? await tempPostgres({ durable: true }) : null
const location = postgres ? { url: postgres.url } : { dataDir: join(directory, 'data') }

interface Measured extends Figures {
  /** Per call in the server and in Postgres. */
  processorMs: number[]
}

try {
  const loads = await fill()
  const database = postgres && (await openDatabase({ url: postgres.url }))
  const postmaster = database && (await postmasterOf(database))
  await database?.close()
  const server = postgres
    ? await startBenchServer(postgres.url)
    : await startEmbeddedServer(location.dataDir!)
  const answers = await Promise.all(Object.values(loads).map(([read]) => answerTo(server.url, read!)))
  const own = await measureAll(server)
  await server.end('SIGTERM')

  const { child, url } = await startBareRoutes(Object.values(loads).flat())
  for (const [n, [name, reads]] of Object.entries(loads).entries())
    if (!isDeepStrictEqual(JSON.parse(await answerTo(url, reads[0]!)), JSON.parse(answers[n]!)))
      throw new Error(`${name}: the bare route gives another answer`)
  const bare = await measureAll({ url, pid: child.pid! })
  child.kill()

  for (const [n, name] of Object.keys(loads).entries()) {
    console.log(`${name}, ${Buffer.byteLength(answers[n]!)} bytes`)
    report('over HTTP', own[n]!)
    report('bare route', bare[n]!)
    console.log(`  ${'ratio'.padEnd(12)}${(own[n]!.perSecond / bare[n]!.perSecond).toFixed(2)}`)
  }

  async function measureAll({ url, pid }: { url: string; pid: number }): Promise<Measured[]> {
    const measured: Measured[] = []
    // the first calls are compiled while they run
    for (const reads of Object.values(loads)) await measureCalls(url, 1, () => callsOf(reads))
    for (const reads of Object.values(loads)) {
      const shared = callsOf(reads)
      let sent = 0
      const counted = (function* () {
        for (const call of shared) {
          sent++
          yield call
        }
      })()
      const before = processorTime(pid, postmaster)
      const figures = await measureCalls(url, SECONDS, () => counted)
      const after = processorTime(pid, postmaster)
      measured.push({ ...figures, processorMs: after.map((ms, n) => (ms - before[n]!) / sent) })
    }
    return measured
  }
} finally {
  await postgres?.stop()
  rmSync(directory, { recursive: true })
}

/** Fills the database. @returns what is read of it */
async function fill(): Promise<Record<string, Read[]>> {
  const database = await openDatabase({ ...location, limitsStatements: false })
  await migrate(database.pool)
  const players = await insertPlayers(database, PLAYERS)
  const record = randomGame(PLIES + 1)
  const pairs = pairsOf(players, GAMES)
  const games: number[] = []
  for (let from = 0; from < GAMES; from += GAMES_PER_INSERT)
    games.push(...(await insertGames(database, pairs.slice(from, from + GAMES_PER_INSERT), record, PLIES)))
  await database.pool.query(`
    UPDATE games SET status = 'finished', turn = NULL, winner = 'white', reason = 'resignation', version = version + 1,
      clock_since = NULL, deadline = NULL, ended_at = now() WHERE id % 3 = 0`)
  await insertChallenges(database, players)
  await database.pool.query('VACUUM ANALYZE')
  await database.close()
  const asking = players.slice(0, ASKED)
  const list = (path: string) => asking.map(({ id, token }): Read => ({ path, token, playerId: id }))
  const someGames = games
    .slice(0, ASKED)
    .map((id, n) => ({ path: `/api/v1/games/${id}`, player: pairs[n]![0] }))
  return {
    'a game, as its player': someGames.map(({ path, player }) => ({
      path,
      token: player.token,
      playerId: player.id,
    })),
    'a game, as a visitor': someGames.map(({ path }) => ({ path, token: null, playerId: 0 })),
    'my games': list('/api/v1/games?turn=mine&sort=deadline&limit=100'),
    lobby: list('/api/v1/challenges'),
  }
}

/** Open challenges to everybody and to one player, and as many that are over. */
async function insertChallenges({ pool }: Database, players: readonly Player[]): Promise<void> {
  await pool.query(
    `INSERT INTO challenges (rules, rules_revision, challenger_id, opponent_id, colour, clock, rated, message, state,
       expires_at, closed_at)
     SELECT 'muehle', 1, player, CASE WHEN nr % 5 = 0 THEN other END, 'random', '{"kind":"per-move","days":3}'::jsonb,
       nr % 2 = 0, CASE WHEN nr % 3 = 0 THEN 'Good luck!' END,
       (CASE WHEN nr % 2 = 0 THEN 'open' ELSE 'withdrawn' END)::challenge_state, now() + interval '1 day',
       CASE WHEN nr % 2 = 1 THEN now() END
     FROM (
       SELECT nr, ($1::int[])[1 + nr % $2::int] AS player, ($1::int[])[1 + (nr + 1) % $2::int] AS other
       FROM generate_series(1, 2 * $3::int) AS nr
     ) AS t`,
    [players.map(({ id }) => id), players.length, OPEN_CHALLENGES],
  )
}

async function startBareRoutes(reads: readonly Read[]) {
  const script = fileURLToPath(new URL('bare-reads.ts', import.meta.url))
  const file = join(directory, 'reads.json')
  writeFileSync(file, JSON.stringify(reads))
  const child = spawn(process.execPath, ['--import', 'tsx', script, JSON.stringify(location), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = await once(child.stdout.setEncoding('utf8'), 'data')
  return { child, url: String(url).trim() }
}

/** Every read once, then every read once again. */
function* callsOf(reads: readonly Read[]): Generator<Call> {
  const calls = reads.map(callOf)
  for (;;) yield* calls
}

function callOf({ path, token }: Read): Call {
  return {
    method: 'GET',
    path,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    status: 200,
  }
}

async function answerTo(url: string, read: Read): Promise<string> {
  const { path, headers } = callOf(read)
  return (await fetch(`${url}${path}`, { headers })).text()
}

function report(name: string, { perSecond, median, p99, processorMs: [server, inPostgres] }: Measured): void {
  const times = `${median.toFixed(1)} ms median, ${p99.toFixed(1)} ms 99th percentile`
  const processor = `${server!.toFixed(2)} ms of processor time each, ${inPostgres!.toFixed(2)} ms more in Postgres`
  console.log(`  ${name.padEnd(12)}${perSecond.toFixed(0)} per second, ${times}; ${processor}`)
}
