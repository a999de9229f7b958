import type { Tournament } from '@tegenzet/contract'
import { migrate, openDatabase, tempPostgres } from '@tegenzet/db'
import { insertGames, insertPlayers, type Player, randomGame, startBenchServer } from './move-load.ts'
import { percentile } from './percentile.ts'

// `pnpm bench tournament [ENTRANTS]` (at most 500): how long a tournament takes to start and to make its games, how long
// moves take meanwhile and before, and how long its standings take. One temporary Postgres that syncs to disk. Needs PostgreSQL.

const ENTRANTS = Number(process.argv[2] ?? 500)
const MOVERS = 4
const BEFORE_MS = 5000
const GAMES_PER_MOVER = 200
const PLIES = 60
const READS = 20

const postgres = await tempPostgres({ durable: true })
const database = await openDatabase({ url: postgres.url, limitsStatements: false })
await migrate(database.pool)

try {
  const [organiser, ...entrants] = (await insertPlayers(database, ENTRANTS + 1)) as [Player, ...Player[]]
  const movers = await insertPlayers(database, 2 * MOVERS)
  await database.pool.query(`UPDATE tokens SET scopes = '{game:play,tournament:write}'`)
  await database.pool.query('UPDATE accounts SET email_verified = true')
  const record = randomGame(PLIES)
  const pairs = Array.from({ length: MOVERS * GAMES_PER_MOVER }, (_, n) => {
    const mover = n % MOVERS
    return [movers[2 * mover]!, movers[2 * mover + 1]!] as const
  })
  const games = await insertGames(database, pairs, record, 0)

  const server = await startBenchServer(postgres.url)

  async function call<B>(path: string, token: string, body?: object): Promise<B> {
    const response = await fetch(`${server.url}/api/v1${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    })
    const answer = await response.json()
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer as B
  }

  const { id } = await call<Tournament>('/tournaments', organiser.token, {
    name: 'Bench',
    rules: 'muehle',
    clock: { kind: 'per-move', days: 3 },
    rated: true,
    maxEntrants: ENTRANTS,
    // otherwise the server starts it when it is full
    startsAt: new Date(Date.now() + 3_600_000).toISOString(),
  })
  await database.pool.query(
    'INSERT INTO tournament_entries (tournament_id, player_id, entered_at) SELECT $1, unnest($2::int[]), now()',
    [id, entrants.map((entrant) => entrant.id)],
  )

  const before: number[] = []
  const meanwhile: number[] = []
  /** Those of the warm-up are not used. */
  let latencies: number[] = []
  let moving = true
  const play = Array.from({ length: MOVERS }, async (_, mover) => {
    for (let n = mover; n < games.length; n += MOVERS)
      for (const [ply, move] of record.moves.entries()) {
        if (!moving) return
        const begun = performance.now()
        await call(`/games/${games[n]}/moves`, pairs[n]![ply % 2]!.token, { move, ply })
        latencies.push(performance.now() - begun)
      }
    throw new Error('the games are used up: give the benchmark more of them')
  })
  await new Promise((resolve) => setTimeout(resolve, BEFORE_MS))
  latencies = before
  await new Promise((resolve) => setTimeout(resolve, BEFORE_MS))
  latencies = meanwhile
  const begun = performance.now()
  await call(`/tournaments/${id}/start`, organiser.token, {})
  const startMs = performance.now() - begun
  while ((await call<Tournament>(`/tournaments/${id}`, organiser.token)).making)
    await new Promise((resolve) => setTimeout(resolve, 200))
  const madeMs = performance.now() - begun
  moving = false
  await Promise.all(play)
  const { rows } = await database.pool.query('SELECT count(*) FROM games WHERE tournament_id = $1', [id])

  const reads: number[] = []
  for (let n = 0; n < READS; n++) {
    const from = performance.now()
    await call(`/tournaments/${id}/standings`, organiser.token)
    reads.push(performance.now() - from)
  }
  await server.end('SIGTERM')

  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  console.log(
    `${ENTRANTS} entrants, ${rows[0].count} games: started in ${seconds(startMs)}, made after ${seconds(madeMs)}`,
  )
  report('moves before', before)
  report('moves meanwhile', meanwhile)
  const ratio = (share: number) => (percentile(meanwhile, share) / percentile(before, share)).toFixed(1)
  console.log(`ratio               ${ratio(0.5)} median, ${ratio(0.95)} 95th percentile`)
  report('standings', reads)
} finally {
  await database.close()
  await postgres.stop()
}

function report(name: string, latencies: readonly number[]): void {
  const ms = (share: number) => percentile(latencies, share).toFixed(1)
  console.log(`${name.padEnd(20)}${latencies.length}: ${ms(0.5)} ms median, ${ms(0.95)} ms 95th percentile`)
}
