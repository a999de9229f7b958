import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { migrate, openDatabase, tempPostgres } from '@tegenzet/db'
import { MOVE_SQL } from './bare-route.ts'
import { CONNECTIONS, type Figures } from './http-load.ts'
import {
  insertGames,
  insertPlayers,
  measure,
  type Player,
  pairsOf,
  randomGame,
  type Sent,
  startBenchServer,
} from './move-load.ts'
import { percentile } from './percentile.ts'

// `pnpm bench moves [SECONDS]`: moves per second over HTTP, compared in the same run with a bare Fastify route that writes
// the same rows, and with pgbench. Also the lag of the outbox. One temporary Postgres that syncs to disk. Needs PostgreSQL
// with pgbench.
//
// hot: each connection plays one game after the other. cold: each move is in another of 20,000 running games.

const SECONDS = Number(process.argv[2] ?? 10)
const HOT_PLIES = 60
/** Enough for 6,000 moves per second. */
const HOT_GAMES = Math.ceil(((SECONDS + 3) * 6000) / HOT_PLIES)
const COLD_PLAYERS = 4000
const COLD_GAMES = 20_000
const COLD_PLIES = 20

const postgres = await tempPostgres({ durable: true })
const database = await openDatabase({ url: postgres.url, limitsStatements: false })
await migrate(database.pool)
const directory = mkdtempSync(join(tmpdir(), 'bench-'))

try {
  const players = await insertPlayers(database, COLD_PLAYERS)
  const hot = randomGame(HOT_PLIES)
  const [other, ...mine] = players.slice(0, CONNECTIONS + 1) as [Player, ...Player[]]
  const hotPairs = Array.from({ length: HOT_GAMES }, (_, n) => [mine[n % CONNECTIONS]!, other] as const)
  const hotGames = await insertGames(database, hotPairs, hot, 0)
  const cold = randomGame(COLD_PLIES + 10)
  const coldPairs = pairsOf(players, COLD_GAMES)
  const coldGames = await insertGames(database, coldPairs, cold, COLD_PLIES)
  await database.pool.query('VACUUM ANALYZE')

  const server = await startBenchServer(postgres.url, { BOT: 'false' })
  const ownHot = await withLag(() => measure(server.url, SECONDS, hotMoves))
  const ownCold = await withLag(() => measure(server.url, SECONDS, coldMoves()))
  const answer = await fetch(`${server.url}/api/v1/games/${hotGames[0]}`)
  const payload = join(directory, 'game.json')
  writeFileSync(payload, await answer.text())
  await server.end('SIGTERM')

  const bare = await startBareRoute(payload)
  const bareHot = await measure(bare.url, SECONDS, hotMoves)
  const bareCold = await measure(bare.url, SECONDS, coldMoves())
  bare.child.kill()

  const pgbench = await measurePgbench(coldGames, cold.positions[COLD_PLIES]!)
  report('hot, over HTTP', ownHot)
  reportLag(ownHot)
  report('hot, bare route', bareHot)
  report('cold, over HTTP', ownCold)
  reportLag(ownCold)
  report('cold, bare route', bareCold)
  console.log(`pgbench, hot        ${pgbench.toFixed(0)} per second`)
  console.log(`ratio hot           ${(ownHot.perSecond / bareHot.perSecond).toFixed(2)}`)
  console.log(`ratio cold          ${(ownCold.perSecond / bareCold.perSecond).toFixed(2)}`)
  console.log(`ratio to pgbench    ${(ownHot.perSecond / pgbench).toFixed(2)}`)

  /** Whole games, one after the other, against the same opponent. */
  function* hotMoves(connection: number): Generator<Sent> {
    for (let n = connection; n < hotGames.length; n += CONNECTIONS)
      for (const [ply, move] of hot.moves.entries())
        yield { game: hotGames[n]!, token: hotPairs[n]![ply % 2]!.token, move, ply }
  }

  /** Every game once in random order, then every game once again. */
  function coldMoves(): (connection: number) => Iterator<Sent> {
    const order = coldGames.map((_, n) => n).sort(() => Math.random() - 0.5)
    function* moves(): Generator<Sent> {
      for (let ply = COLD_PLIES; ply < cold.moves.length; ply++)
        for (const n of order)
          yield { game: coldGames[n]!, token: coldPairs[n]![ply % 2]!.token, move: cold.moves[ply]!, ply }
    }
    const shared = moves()
    return () => shared
  }
} finally {
  await database.close()
  await postgres.stop()
  rmSync(directory, { recursive: true })
}

/** Lag of the outbox consumer, in seconds. */
interface Lag {
  /** Every half second during the load. */
  lags: number[]
  /** From the last move until no event waits. */
  catchUp: number
}

/** Runs a load and measures the outbox consumer's lag during and after it. */
async function withLag(load: () => Promise<Figures>): Promise<Figures & Lag> {
  const lags: number[] = []
  const timer = setInterval(async () => lags.push(await readLag()), 500)
  const figures = await load()
  clearInterval(timer)
  const ended = performance.now()
  while ((await readLag()) > 0) await setTimeout(100)
  return { ...figures, lags, catchUp: (performance.now() - ended) / 1000 }
}

/** Age of the oldest event that waits for delivery; 0 if none does. */
async function readLag(): Promise<number> {
  const { rows } = await database.pool.query<{ seconds: number }>(`
    SELECT extract(epoch FROM clock_timestamp() - created_at)::float8 AS seconds FROM events
    WHERE (tx, id) > (SELECT e.tx, e.id FROM consumer_offsets JOIN events e ON e.id = event_id WHERE consumer = 'outbox')
    ORDER BY tx, id LIMIT 1`)
  return rows[0]?.seconds ?? 0
}

async function startBareRoute(payload: string) {
  const script = fileURLToPath(new URL('bare-route.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, postgres.url, payload], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = await once(child.stdout.setEncoding('utf8'), 'data')
  return { child, url: String(url).trim() }
}

function report(name: string, { perSecond, median, p99 }: Figures): void {
  const times = `${median.toFixed(1)} ms median, ${p99.toFixed(1)} ms 99th percentile`
  console.log(`${name.padEnd(20)}${perSecond.toFixed(0)} moves per second, ${times}`)
}

function reportLag({ lags, catchUp }: Lag): void {
  const [median, last, longest] = [percentile(lags, 0.5), lags.at(-1)!, Math.max(...lags)].map(
    (lag) => `${lag.toFixed(1)} s`,
  )
  console.log(`  outbox lag        ${median} median, ${longest} at most, ${last} at the end`)
  console.log(`  outbox empty      ${catchUp.toFixed(1)} s after the last move`)
}

/** Writes the rows of moves in separate games. @returns transactions per second */
async function measurePgbench(games: readonly number[], position: string): Promise<number> {
  const filler = JSON.stringify({ position, filler: 'x'.repeat(900) })
  const sql = MOVE_SQL.replaceAll('$1', ':game')
    .replaceAll('$2', `'${position}'`)
    .replaceAll('$3', `'${filler}'`)
  const script = join(directory, 'move.sql')
  writeFileSync(script, `\\set game random(${games[0]}, ${games.at(-1)})\n${sql};\n`)
  const options = ['-n', '-M', 'prepared', '-j', '2', '-c', `${CONNECTIONS}`, '-T', `${SECONDS}`]
  const child = spawn('pgbench', [...options, '-f', script, postgres.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (data: Buffer) => {
    output += data
  })
  await once(child, 'exit')
  const tps = /tps = ([\d.]+)/.exec(output)
  if (!tps) throw new Error(`unexpected output of pgbench: ${output}`)
  return Number(tps[1])
}
