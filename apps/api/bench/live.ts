import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { LIVE_PATH, LIVE_PROTOCOL } from '@tegenzet/contract'
import { migrate, openDatabase, tempPostgres } from '@tegenzet/db'
import { Pool } from 'undici'
import { WebSocket } from 'ws'
import { CONNECTIONS } from './http-load.ts'
import { insertGames, insertPlayers, randomGame, startBenchServer } from './move-load.ts'
import { percentile } from './percentile.ts'

// `pnpm bench live`: `SOCKETS` WebSockets (10,000) and `STREAMS` event streams (2,000) on one server process, whose clients
// are in this one, while `RATE` moves a second (200) are played for `SECONDS` (30). Compared in the same run with a server of
// the `ws` library alone, which writes the same rows and sends one message of the same size to one of as many sockets. Needs
// PostgreSQL, and a file descriptor for each socket and stream (`ulimit -n`).

const SOCKETS = Number(process.env.SOCKETS ?? 10_000)
const STREAMS = Number(process.env.STREAMS ?? 2000)
const RATE = Number(process.env.RATE ?? 200)
const SECONDS = Number(process.env.SECONDS ?? 30)
const WARM_UP_SECONDS = 3
const PLIES = 10
const MOVES = (WARM_UP_SECONDS + SECONDS) * RATE
const GAMES = Math.ceil(MOVES / PLIES)
/** Connections opened at the same time. */
const OPENED_AT_ONCE = 50
/** How long the last message may take. */
const LAST_MESSAGE_MS = 30_000

/** Milliseconds since 1970, in fractions, to compare times of several processes. */
const now = () => performance.timeOrigin + performance.now()

// without fsync, a commit and its timestamp are the same moment
const postgres = await tempPostgres({ settings: ['track_commit_timestamp=on'] })
const database = await openDatabase({ url: postgres.url, limitsStatements: false })
try {
  await migrate(database.pool)
  const players = await insertPlayers(database, SOCKETS)
  const record = randomGame(PLIES)
  const pairs = Array.from(
    { length: GAMES },
    (_, n) => [players[(2 * n) % SOCKETS]!, players[(2 * n + 1) % SOCKETS]!] as const,
  )
  const games = await insertGames(database, pairs, record, 0)
  await database.pool.query('VACUUM ANALYZE')

  const server = await startBenchServer(postgres.url)
  /** When each move was answered, and when the opponent's socket had its event. */
  const answered = new Map<string, number>()
  const received = new Map<string, { at: number; event: number }>()
  let message = ''

  const before = memory(server.pid)
  const sockets = await openAll(SOCKETS, async (n) => {
    const { id, token } = players[n]!
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}${LIVE_PATH}`, [LIVE_PROTOCOL], {
      headers: { authorization: `Bearer ${token}` },
      perMessageDeflate: false,
    })
    socket.on('message', (data) => {
      const at = now()
      const text = String(data)
      const { type, id: event, game } = JSON.parse(text)
      // the player to move is the mover's opponent
      if (type !== 'game' || game[game.turn]?.id !== id) return
      received.set(`${game.id} ${game.ply}`, { at, event })
      message = text
    })
    await once(socket, 'open')
    return socket
  })
  const withSockets = memory(server.pid)
  const streams = await openAll(STREAMS, (n) =>
    openStream(`${server.url}/api/v1/account/events`, players[n % SOCKETS]!.token),
  )
  const withStreams = memory(server.pid)

  const pool = new Pool(server.url, { connections: CONNECTIONS, pipelining: 1 })
  const first = WARM_UP_SECONDS * RATE
  const measured: string[] = []
  await atRate(async (n) => {
    const ply = Math.floor(n / GAMES)
    const game = games[n % GAMES]!
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: `/api/v1/games/${game}/moves`,
      headers: {
        authorization: `Bearer ${pairs[n % GAMES]![ply % 2]!.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ move: record.moves[ply], ply }),
    })
    const at = now()
    const text = await body.text()
    if (statusCode !== 201) throw new Error(`${statusCode}: ${text}`)
    answered.set(`${game} ${ply + 1}`, at)
    if (n >= first) measured.push(`${game} ${ply + 1}`)
  })
  await until(() => measured.every((move) => received.has(move)))
  await pool.close()
  const loaded = memory(server.pid)
  const committed = await commitTimes()
  const fromAnswer = measured.map((move) => received.get(move)!.at - answered.get(move)!)
  const fromCommit = measured.map((move) => {
    const { at, event } = received.get(move)!
    return at - committed.get(`${event}`)!
  })
  for (const socket of sockets) socket.terminate()
  for (const stream of streams) stream.destroy()
  await server.end('SIGTERM')

  const plain = await measurePlain(message, games)

  console.log(
    `${SOCKETS} sockets, ${STREAMS} streams, ${RATE} moves per second, ${message.length} bytes each`,
  )
  const steps = [before, withSockets, withStreams, loaded].map(megabytes).join(', ')
  console.log(`memory              ${steps} (before, with sockets, with streams, after the moves)`)
  console.log(`a socket            ${kilobytes((withSockets - before) / SOCKETS)}`)
  if (STREAMS > 0) console.log(`a stream            ${kilobytes((withStreams - withSockets) / STREAMS)}`)
  console.log(`a socket, ws alone  ${kilobytes(plain.memory)}`)
  report('answer to socket', fromAnswer)
  report('commit to socket', fromCommit)
  report('ws alone, commit', plain.fromCommit)
  report('ws alone, send', plain.fromSend)
  for (const share of [0.5, 0.99])
    console.log(
      `ratio p${share * 100}`.padEnd(20) +
        (percentile(fromCommit, share) / percentile(plain.fromCommit, share)).toFixed(2),
    )
} finally {
  await database.close()
  await postgres.stop()
}

/** When the events in the database were committed, by id. */
async function commitTimes(): Promise<Map<string, number>> {
  const { rows } = await database.pool.query<{ id: string; at: number }>(
    `SELECT id::text, extract(epoch FROM pg_xact_commit_timestamp(xmin))::float * 1000 AS at
     FROM events WHERE type = 'game'`,
  )
  return new Map(rows.map(({ id, at }) => [id, at]))
}

/** @returns bytes per socket, and the time of each message from the commit and from sending it to receiving it */
async function measurePlain(
  payload: string,
  games: readonly number[],
): Promise<{ memory: number; fromCommit: number[]; fromSend: number[] }> {
  const script = fileURLToPath(new URL('plain-sockets.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, postgres.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const url = String((await once(child.stdout.setEncoding('utf8'), 'data'))[0]).trim()
    const before = memory(child.pid!)
    const messages: { event: string; sent: number; at: number }[] = []
    await openAll(SOCKETS, async (n) => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/${n}`, { perMessageDeflate: false })
      socket.on('message', (data) => {
        const at = now()
        const [event, sent] = String(data).split(' ', 2)
        messages.push({ event: event!, sent: Number(sent), at })
      })
      socket.on('error', () => {}) // the server is killed at the end
      await once(socket, 'open')
    })
    const memoryOfOne = (memory(child.pid!) - before) / SOCKETS
    const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 })
    await atRate(async (n) => {
      const path = `/${n % SOCKETS}/${games[n % GAMES]}`
      const { statusCode, body } = await pool.request({ method: 'POST', path, body: payload })
      if (statusCode !== 200) throw new Error(`${statusCode}`)
      await body.dump()
    })
    await until(() => messages.length === MOVES)
    await pool.close()
    const committed = await commitTimes()
    const measured = messages.slice(WARM_UP_SECONDS * RATE)
    return {
      memory: memoryOfOne,
      fromCommit: measured.map(({ event, at }) => at - committed.get(event)!),
      fromSend: measured.map(({ sent, at }) => at - sent),
    }
  } finally {
    child.kill()
  }
}

/** Makes all calls, `RATE` of them begin in each second, whether or not earlier ones have ended. */
async function atRate(call: (n: number) => Promise<void>): Promise<void> {
  const begun = performance.now()
  const calls: Promise<void>[] = []
  while (calls.length < MOVES) {
    const due = Math.min(MOVES, Math.floor(((performance.now() - begun) / 1000) * RATE))
    while (calls.length < due) calls.push(call(calls.length))
    await sleep(1)
  }
  await Promise.all(calls)
}

async function openAll<T>(count: number, open: (n: number) => Promise<T>): Promise<T[]> {
  const opened: T[] = []
  for (let from = 0; from < count; from += OPENED_AT_ONCE) {
    const length = Math.min(OPENED_AT_ONCE, count - from)
    opened.push(...(await Promise.all(Array.from({ length }, (_, n) => open(from + n)))))
  }
  return opened
}

async function openStream(url: string, token: string): Promise<IncomingMessage> {
  const request = get(url, { agent: false, headers: { authorization: `Bearer ${token}` } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`a stream was answered with ${response.statusCode}`)
  // it ends with the benchmark
  return response.on('error', () => {}).resume()
}

async function until(isDone: () => boolean): Promise<void> {
  const begun = performance.now()
  while (!isDone()) {
    if (performance.now() - begun > LAST_MESSAGE_MS) throw new Error('messages are missing')
    await sleep(50)
  }
}

/** Resident memory of a process in bytes. */
function memory(pid: number): number {
  return 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1])
}

function report(name: string, times: readonly number[]): void {
  const [median, p99] = [0.5, 0.99].map((share) => `${percentile(times, share).toFixed(2)} ms`)
  console.log(`${name.padEnd(20)}${median} median, ${p99} 99th percentile`)
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1e3).toFixed(1)} kB`
}
