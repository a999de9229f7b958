import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { LIVE_PATH, LIVE_PROTOCOL } from '@tegenzet/contract'
import { migrate, openDatabase, tempPostgres } from '@tegenzet/db'
import { freePort } from '@tegenzet/db/testing'
import { Pool } from 'undici'
import { WebSocket } from 'ws'
import { newSessionToken, sessionCookieValue } from '../src/accounts/credentials/session-token.ts'
import { sessionCookie } from '../src/http/session.ts'
import type { ServerProcess } from '../test/server/server-process.ts'
import { CONNECTIONS } from './http-load.ts'
import { insertGames, insertPlayers, pairsOf, randomGame, startBenchServer } from './move-load.ts'
import { percentile } from './percentile.ts'
import { postmasterOf, processorTime } from './processor-time.ts'

// `pnpm bench returns`: what it costs when the pages of `SOCKETS` players (10,000), each watching a game, connect again
// after a restart of the server, and how long `RATE` moves a second (20) take meanwhile. The clients are in this process and
// connect as the web client does, with session cookies. Compared in the same run with the `ws` library alone, to which the
// same clients return. Needs Linux, PostgreSQL, and a file descriptor for each socket (`ulimit -n`).

const SOCKETS = Number(process.env.SOCKETS ?? 10_000)
const RATE = Number(process.env.RATE ?? 20)
/** How long moves are measured once all clients have come back, in seconds. */
const SECONDS = Number(process.env.SECONDS ?? 15)
const PLIES = 10
const MOVED_GAMES = 2000
const TIMEOUT_MS = 180_000
/** Clients that connect at the same time in the beginning. */
const OPENED_AT_ONCE = 50
/** Of the client: the first and the longest backoff, and after how long a connection was no failure. */
const [MIN_BACKOFF_MS, MAX_BACKOFF_MS, LASTED_MS] = [500, 30_000, 10_000]
/** How long a client waits for the server. On a machine that is busy with something else, 10 s would measure that. */
const RESPONSE_MS = Number(process.env.RESPONSE_MS ?? 10_000)

const COUNTS = `
  SELECT (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database())::float8 AS statements,
    ((SELECT sum(seq_tup_read) FROM pg_stat_user_tables)
      + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes))::float8 AS rows`

const postgres = await tempPostgres()
const database = await openDatabase({ url: postgres.url, limitsStatements: false })
// one that is open: a busy machine opens no other in time
const counter = await database.pool.connect()
const settings = { PORT: `${await freePort()}`, SECRET: randomBytes(32).toString('hex') }
const start = () => startBenchServer(postgres.url, settings)
/** Clients no longer connect again. */
let ended = false
/** Attempts that took too long. */
let timeouts = 0
try {
  await migrate(database.pool)
  const players = await insertPlayers(database, SOCKETS)
  const record = randomGame(PLIES)
  const watched = await insertGames(database, pairsOf(players, SOCKETS / 2), record, 0)
  const pairs = pairsOf(players, MOVED_GAMES)
  /** Games that nobody watches, whose last move has been answered. */
  const free = (await insertGames(database, pairs, record, 0)).map((id, n) => ({
    id,
    pair: pairs[n]!,
    ply: 0,
  }))
  const cookies = await insertSessions()
  await database.pool.query('VACUUM ANALYZE')
  const postmaster = await postmasterOf(database)

  const server = await start()
  /** Which clients have had an answer to their `watch` since the last restart, and that answer. */
  const answered = new Set<number>()
  let answer = ''
  for (let from = 0; from < SOCKETS; from += OPENED_AT_ONCE) {
    const end = Math.min(from + OPENED_AT_ONCE, SOCKETS)
    for (let n = from; n < end; n++) connect(n)
    await until(() => answered.size === end)
  }
  await sleep(LASTED_MS)
  await server.end('SIGTERM')

  console.log(`${SOCKETS} sockets`)
  // once only for what it costs, once with moves for how long they take
  await measureReturn('server', start)
  let meanwhile: number[] = []
  let afterwards: number[] = []
  await measureReturn('server, with moves', start, {
    async during(url, allBack) {
      meanwhile = await measureMoves(url, allBack)
    },
    async after(url) {
      afterwards = await measureMoves(url, sleep(SECONDS * 1000))
    },
  })
  reportMoves('moves meanwhile', meanwhile)
  reportMoves('moves afterwards', afterwards)
  const ratios = [0.5, 0.99].map((share) => percentile(meanwhile, share) / percentile(afterwards, share))
  console.log(`${'ratio'.padEnd(20)}${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`)
  await measureReturn('ws alone', startPlain)

  interface Phase {
    during(url: string, allBack: Promise<void>): Promise<void>
    after(url: string): Promise<void>
  }

  /** Starts a server, waits until all clients have come back, and ends the server. */
  async function measureReturn(
    name: string,
    start: () => Promise<Pick<ServerProcess, 'pid' | 'url' | 'end'>>,
    { during, after }: Partial<Phase> = {},
  ): Promise<void> {
    answered.clear()
    timeouts = 0
    const counts = await count()
    const { pid, url, end } = await start()
    const early = answered.size
    const begun = performance.now()
    const times = processorTime(pid, postmaster)
    const allBack = until(() => answered.size === SOCKETS)
    await Promise.all([allBack, during?.(url, allBack)])
    const seconds = (performance.now() - begun) / 1000
    const [own, ofPostgres] = processorTime(pid, postmaster).map(
      (ms, n) => (ms - times[n]!) / (SOCKETS - early),
    )
    await after?.(url)
    await sleep(LASTED_MS)
    await end('SIGTERM')
    // its connections have told what they have read
    const { statements, rows } = await count()
    console.log(
      `${name.padEnd(20)}per socket ${own!.toFixed(2)} ms in the server, ${ofPostgres!.toFixed(2)} ms in Postgres, ` +
        `${((statements - counts.statements) / SOCKETS).toFixed(2)} statements, ${((rows - counts.rows) / SOCKETS).toFixed(1)} rows; ` +
        `all back after ${seconds.toFixed(1)} s, ${timeouts} attempts too slow`,
    )
  }

  function reportMoves(name: string, times: readonly number[]): void {
    const [median, p99] = [0.5, 0.99].map((share) => `${percentile(times, share).toFixed(1)} ms`)
    console.log(`${name.padEnd(20)}${median} median, ${p99} 99th percentile of ${times.length}`)
  }

  /** Sends moves at `RATE` until `end`. @returns how long each took */
  async function measureMoves(url: string, end: Promise<unknown>): Promise<number[]> {
    const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 })
    const times: number[] = []
    const calls: Promise<void>[] = []
    let isOver = false
    void end.then(() => {
      isOver = true
    })
    const begun = performance.now()
    while (!isOver) {
      const due = Math.floor(((performance.now() - begun) / 1000) * RATE)
      while (calls.length < due) calls.push(send())
      await sleep(1)
    }
    await Promise.all(calls)
    await pool.close()
    return times

    async function send(): Promise<void> {
      const game = free.shift()
      if (!game) throw new Error('the moves are used up')
      const { id, pair, ply } = game
      const sent = performance.now()
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: `/api/v1/games/${id}/moves`,
        headers: { authorization: `Bearer ${pair[ply % 2]!.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ move: record.moves[ply], ply }),
      })
      const text = await body.text()
      if (statusCode !== 201) throw new Error(`${statusCode}: ${text}`)
      times.push(performance.now() - sent)
      if (ply + 1 < PLIES) free.push({ ...game, ply: ply + 1 })
    }
  }

  /** Connects a client, which stays connected. It backs off as `LiveConnection` of the client does. */
  function connect(n: number, failures = 0): void {
    const socket = new WebSocket(`ws://127.0.0.1:${settings.PORT}${LIVE_PATH}`, [LIVE_PROTOCOL], {
      headers: { cookie: cookies[n]!, origin: `http://127.0.0.1:${settings.PORT}` },
      perMessageDeflate: false,
    })
    let opened = Number.POSITIVE_INFINITY
    const timer = setTimeout(() => {
      timeouts++
      socket.terminate()
    }, RESPONSE_MS)
    socket.on('open', () => {
      opened = performance.now()
      clearTimeout(timer)
      socket.send(JSON.stringify({ type: 'watch', game: watched[n % watched.length] }))
    })
    socket.on('message', (data) => {
      const text = String(data)
      if (!text.startsWith('{"type":"watching"')) return
      answered.add(n)
      answer = text
    })
    socket.on('error', () => {}) // `close` follows
    socket.on('close', () => {
      clearTimeout(timer)
      if (ended) return
      const failed = performance.now() - opened > LASTED_MS ? 1 : failures + 1
      const delay = Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** (failed - 1))
      setTimeout(() => connect(n, failed), delay * (1 - Math.random() / 2))
    })
  }

  /** Inserts a session for each player. @returns their cookies */
  async function insertSessions(): Promise<string[]> {
    const tokens = players.map(newSessionToken)
    await database.pool.query(
      `INSERT INTO sessions (token, account_id, expires_at, updated_at)
       SELECT token, a.id, now() + interval '30 days', now() FROM unnest($1::text[], $2::int[]) AS s (token, player)
       JOIN accounts a ON a.player_id = s.player`,
      [tokens, players.map(({ id }) => id)],
    )
    const { name } = sessionCookie('http://127.0.0.1')
    return tokens.map((token) => `${name}=${encodeURIComponent(sessionCookieValue(token, settings.SECRET))}`)
  }

  async function startPlain() {
    const script = fileURLToPath(new URL('answering-sockets.ts', import.meta.url))
    const child = spawn(process.execPath, ['--import', 'tsx', script, settings.PORT, answer], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    const end = async (signal: NodeJS.Signals) => {
      child.kill(signal)
      await once(child, 'exit')
      return child.exitCode
    }
    return { pid: child.pid!, url: `http://127.0.0.1:${settings.PORT}`, end }
  }

  async function count(): Promise<{ statements: number; rows: number }> {
    return (await counter.query(COUNTS)).rows[0]
  }
} finally {
  ended = true
  counter.release()
  await database.close()
  await postgres.stop()
}

async function until(isDone: () => boolean): Promise<void> {
  const begun = performance.now()
  while (!isDone()) {
    if (performance.now() - begun > TIMEOUT_MS) throw new Error('not all clients have come back')
    await sleep(10)
  }
}
