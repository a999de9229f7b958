import { type Database, migrate, openDatabase, tempPostgres } from '@tegenzet/db'
import { dropOldPartitions } from '../src/outbox/event-partitions.ts'
import { raiseIds } from '../src/outbox/raise-ids.ts'
import { openStore } from '../src/store/transaction.ts'
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

// `pnpm bench scale`: fills a temporary Postgres with finished games of `SIZE` moves (10,000,000) and compares the server
// with itself before. `SECONDS` is the length of one measurement of moves (8). Needs PostgreSQL and 5 GB of disk.

const SIZE = Number(process.env.SIZE ?? 10_000_000)
const SECONDS = Number(process.env.SECONDS ?? 8)
const PLIES = 60
const GAMES_PER_INSERT = 2000
/** Different courses of the filled games. */
const RECORDS = 16
const RUNNING_GAMES = 20_000
const RUNNING_PLIES = 20
const PLAYERS = 4000
/** One event per so many moves, as for the week that is kept. */
const MOVES_PER_EVENT = 60
const DAY_MS = 86_400_000

/** Games $1 to $2 of the $4 players $3, $5 plies each, from last year. */
const FILL = `
  WITH created AS (
    INSERT INTO games (id, rules, rules_revision, status, white_id, black_id, position, ply, version, turn, last_move,
      clock, white_remaining_ms, black_remaining_ms, turn_ms, winner, reason, created_at, updated_at, ended_at)
    SELECT id, 'muehle', 1, 'finished', ($3::int[])[1 + id % $4::int], ($3::int[])[1 + (id * 7 + 1) % $4::int], ($7::text[])[$5::int + 1],
      $5::int, $5::int + 1, NULL, ($6::text[])[$5::int], '{"kind":"per-move","days":3}', 259200000, 259200000, 259200000,
      'white', 'resignation', ended - interval '30 days', ended, ended
    FROM generate_series($1::int, $2::int) AS id, LATERAL (SELECT now() - interval '1 year' * random() AS ended) AS t
    RETURNING id, created_at, white_id, black_id
  ), moved AS (
    INSERT INTO moves (game_id, ply, move, played_at)
    SELECT id, ply, move, created_at + interval '6 hours' * ply
    FROM created, unnest($6::text[]) WITH ORDINALITY AS played (move, ply)
  )
  INSERT INTO events (type, game_id, version, player_ids, actor_id, payload, created_at)
  SELECT 'game', id, ply, ARRAY[white_id, black_id], white_id,
    jsonb_build_object('id', id, 'position', ($7::text[])[1], 'filler', repeat('x', 900)), now() - interval '1 day'
  FROM created, generate_series(${MOVES_PER_EVENT}, $5::int, ${MOVES_PER_EVENT}) AS ply`

const postgres = await tempPostgres({ durable: true })
const database = await openDatabase({ url: postgres.url, limitsStatements: false })
await migrate(database.pool)

try {
  const players = await insertPlayers(database, PLAYERS)
  const record = randomGame(RUNNING_PLIES + 10)
  const pairs = pairsOf(players, RUNNING_GAMES)
  const running = await insertGames(database, pairs, record, RUNNING_PLIES)
  await database.pool.query('VACUUM ANALYZE')
  const server = await startBenchServer(postgres.url)
  /** Each move in another of the running games: every game once, then every game once again. */
  const moves = (function* (): Generator<Sent> {
    for (const [more, move] of record.moves.slice(RUNNING_PLIES).entries())
      for (const [n, game] of running.entries())
        yield { game, token: pairs[n]![more % 2]!.token, move, ply: RUNNING_PLIES + more }
  })()
  const empty = await measure(server.url, SECONDS, () => moves)

  const sizeBefore = await sizeOf(database)
  const begun = performance.now()
  const old = await fill(database, players)
  const filled = seconds(begun)
  const size = (await sizeOf(database)) - sizeBefore
  console.log(`filled              ${old.count * PLIES} moves in ${filled}`)
  console.log(
    `size                ${(size / 1e9).toFixed(2)} GB, ${(size / old.count / PLIES).toFixed(0)} bytes a move`,
  )
  const full = await measure(server.url, SECONDS, () => moves)
  console.log(
    `moves per second    ${empty.perSecond.toFixed(0)} before, ${full.perSecond.toFixed(0)} with them`,
  )
  console.log(`ratio               ${(full.perSecond / empty.perSecond).toFixed(2)}`)

  const games = Array.from({ length: 100 }, () => old.first + Math.floor(Math.random() * old.count))
  await time('an old game', games, (game) => [`/games/${game}`])
  await time('its moves too', games, (game) => [`/games/${game}/moves`, `/games/${game}/positions`])
  const { rows } = await database.pool.query(
    'SELECT username AS name FROM players WHERE length(username) > 2 LIMIT 100',
  )
  const names: string[] = rows.map(({ name }) => name)
  await time('list of all games', games, () => ['/games?status=finished'])
  await time('list of a player', names, (name) => [`/games?player=${name}`])
  await time('counts of a player', names, (name) => [`/users/${name}/games/counts`])
  await server.end('SIGTERM')

  await timeStatement('migration: add a column to games', 'ALTER TABLE games ADD COLUMN bench int DEFAULT 0')
  await timeStatement('migration: add a column to moves', 'ALTER TABLE moves ADD COLUMN bench int DEFAULT 0')
  await timeStatement('migration: an index on games', 'CREATE INDEX bench ON games (created_at)')
  await dropEvents()

  /** Prints the median of a client that opens these addresses one after the other. */
  async function time<T>(name: string, items: T[], pathsOf: (item: T) => string[]): Promise<void> {
    const times: number[] = []
    for (const item of items) {
      const from = performance.now()
      for (const path of pathsOf(item)) {
        const answer = await fetch(`${server.url}/api/v1${path}`)
        const text = await answer.text()
        if (!answer.ok) throw new Error(`${answer.status} ${path}: ${text}`)
      }
      times.push(performance.now() - from)
    }
    const [median, longest] = [percentile(times, 0.5), Math.max(...times)]
    console.log(`${name.padEnd(20)}${median.toFixed(1)} ms median, ${longest.toFixed(1)} ms at most`)
  }
} finally {
  await database.close()
  await postgres.stop()
}

function seconds(from: number): string {
  return `${((performance.now() - from) / 1000).toFixed(2)} s`
}

async function sizeOf({ pool }: Database): Promise<number> {
  const { rows } = await pool.query('SELECT pg_database_size(current_database())::float8 AS size')
  return rows[0].size
}

async function timeStatement(name: string, sql: string): Promise<void> {
  const from = performance.now()
  await database.pool.query(sql)
  console.log(`${name.padEnd(36)}${seconds(from)}`)
}

/** Writes finished games, and the events of some of their moves, on two connections. */
async function fill({ pool }: Database, players: Player[]): Promise<{ first: number; count: number }> {
  const records = Array.from({ length: RECORDS }, () => randomGame(PLIES))
  const count = Math.ceil(SIZE / PLIES)
  const { rows } = await pool.query('SELECT max(id) + 1 AS first FROM games')
  const first: number = rows[0].first
  await pool.query(`SELECT setval('games_id_seq', $1)`, [first + count])
  const ids = players.map(({ id }) => id)
  let next = 0
  async function work(): Promise<void> {
    const client = await pool.connect()
    try {
      // the rows satisfy the foreign keys: checking each would take most of the time
      await client.query('SET session_replication_role = replica; SET synchronous_commit = off')
      while (next < count) {
        const from = next
        next = Math.min(count, from + GAMES_PER_INSERT)
        const { moves, positions } = records[(from / GAMES_PER_INSERT) % RECORDS]!
        const range = [first + from, first + next - 1]
        await client.query(FILL, [...range, ids, PLAYERS, PLIES, moves, positions])
      }
    } finally {
      client.release(true)
    }
  }
  await Promise.all([work(), work()])
  await pool.query('VACUUM ANALYZE')
  return { first, count }
}

/** Drops all events as the ticker does when they are a week old. */
async function dropEvents(): Promise<void> {
  const later = new Date(Date.now() + 10 * DAY_MS)
  const store = openStore(database, { appended() {}, revoked() {} })
  const { rows } = await database.pool.query('SELECT count(*)::int AS events FROM events')
  await raiseIds(store, later)
  await database.pool.query(`
    WITH last AS (INSERT INTO events (type, player_ids, payload) VALUES ('bench', '{}', '{}') RETURNING id)
    UPDATE consumer_offsets SET event_id = last.id FROM last`)
  const from = performance.now()
  if ((await dropOldPartitions({ now: () => later }, store)) !== 1)
    throw new Error('the events were not dropped')
  console.log(`${`dropping ${rows[0].events} events`.padEnd(36)}${seconds(from)}`)
}
