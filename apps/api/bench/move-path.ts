import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, openDatabase, tempPostgres } from '@tegenzet/db'
import { legalMoves, play, ruleSet, startPosition } from '@tegenzet/rules'
import { hashToken } from '../src/accounts/credentials/token-secret.ts'
import { startServerProcess } from '../test/server-process.ts'

// `pnpm bench:moves [SECONDS]`: moves per second over HTTP, compared with pgbench writing the same rows by the same
// statement, on one temporary Postgres that syncs to disk. Needs PostgreSQL with pgbench.

const CONNECTIONS = 32
const WARM_UP = 3
const SECONDS = Number(process.argv[2] ?? 10)
/** Enough for 1,500 moves per second. */
const GAMES = Math.ceil((WARM_UP + SECONDS) * 1.2)
const RULES = ruleSet('muehle')

const postgres = await tempPostgres({ durable: true })
const database = await openDatabase({ url: postgres.url })
await migrate(database.pool)
const players = await insertPlayers(CONNECTIONS + 1)
const server = await startServerProcess({
  PORT: '0',
  DATABASE_URL: postgres.url,
  SECRET: randomBytes(32).toString('hex'),
  LOG_LEVEL: 'error',
  RATE_LIMIT: '1000000',
  MAX_ACTIVE_GAMES: '100000',
})
try {
  const { perSecond, latencies } = await measureHttp(server.url)
  const raw = await measurePgbench(postgres.url)
  const percentile = (share: number) => latencies[Math.floor(latencies.length * share)]!.toFixed(1)
  console.log(`over HTTP   ${perSecond.toFixed(0)} moves per second, ${CONNECTIONS} connections`)
  console.log(`            ${percentile(0.5)} ms median, ${percentile(0.99)} ms 99th percentile`)
  console.log(`pgbench     ${raw.toFixed(0)} per second`)
  console.log(`ratio       ${(perSecond / raw).toFixed(2)}`)
} finally {
  await server.end('SIGTERM')
  await database.close()
  await postgres.stop()
}

interface Player {
  id: number
  token: string
}

async function insertPlayers(count: number): Promise<Player[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const token = `tz_${randomBytes(24).toString('base64url')}`
      const { id } = await database.prisma.player.create({
        data: {
          username: `player${n}`,
          usernameKey: `player${n}`,
          account: {
            create: {
              name: `player${n}`,
              email: `player${n}@example.org`,
              tokens: {
                create: {
                  name: 'bench',
                  hash: hashToken(token),
                  scopes: ['game:play', 'challenge:write'],
                },
              },
            },
          },
        },
      })
      return { id, token }
    }),
  )
}

/** Each connection plays games in sequence against the same opponent. */
async function measureHttp(url: string): Promise<{ perSecond: number; latencies: number[] }> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const call = (token: string, path: string, body?: object) =>
    new Promise<{ status: number; body: any }>((resolve, reject) => {
      const json = body && JSON.stringify(body)
      const sent = request(`${url}/api/v1${path}`, {
        agent,
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          ...(json && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) }),
        },
      })
      sent.once('error', reject)
      sent.once('response', (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part
        })
        response.once('end', () => resolve({ status: response.statusCode!, body: JSON.parse(text) }))
      })
      sent.end(json)
    })

  const [other, ...mine] = players
  async function begin(player: Player): Promise<number> {
    const challenge = { rules: 'muehle', colour: 'white', clock: { kind: 'per-move', days: 3 } }
    const { body: created } = await call(player.token, '/challenges', challenge)
    const { body: begun } = await call(other!.token, `/challenges/${created.id}/accept`)
    return begun.game.id
  }
  // games begin before the clock starts: only moves are measured
  const games = await Promise.all(
    mine.map(async (player) => {
      const ids: number[] = []
      while (ids.length < GAMES) ids.push(await begin(player))
      return ids
    }),
  )

  const from = performance.now() + WARM_UP * 1000
  const until = from + SECONDS * 1000
  const latencies: number[] = []
  await Promise.all(
    mine.map(async (player, n) => {
      while (performance.now() < until) {
        const id = games[n]!.pop() ?? (await begin(player))
        for (const [ply, move] of randomGame().entries()) {
          const sent = performance.now()
          if (sent >= until) return
          const { token } = ply % 2 === 0 ? player : other!
          const { status, body } = await call(token, `/games/${id}/moves`, { move, ply })
          if (status !== 201) throw new Error(`${move}: ${JSON.stringify(body)}`)
          const done = performance.now()
          if (sent >= from && done < until) latencies.push(done - sent)
        }
      }
    }),
  )
  agent.destroy()
  return { perSecond: latencies.length / SECONDS, latencies: latencies.sort((a, b) => a - b) }
}

/** A random game of at most 60 plies. */
function randomGame(): string[] {
  const positions = [startPosition(RULES)]
  const moves: string[] = []
  while (moves.length < 60) {
    const legal = legalMoves(RULES, positions.at(-1)!)
    const move = legal[Math.floor(Math.random() * legal.length)]!
    const played = play(RULES, positions, move)
    if (!played.ok) throw new Error(played.error.message)
    moves.push(move)
    if (played.value.outcome) break
    positions.push(played.value.position)
  }
  return moves
}

/** Writes the rows of `changeGame` by pgbench, in separate games. @returns transactions per second */
async function measurePgbench(url: string): Promise<number> {
  const position = startPosition(RULES)
  const [white, black] = players
  const { rows } = await database.pool.query(
    `WITH created AS (
       INSERT INTO games (rules, rules_revision, white_id, black_id, position, clock, clock_since, deadline,
         white_remaining_ms, black_remaining_ms, turn_ms)
       SELECT 'muehle', 1, $1::int, $2::int, $3, '{"kind":"per-move","days":3}'::jsonb, now(), now() + interval '3 days', 259200000, 259200000, 259200000
       FROM generate_series(1, 1000) RETURNING id
     ) SELECT min(id) AS first, max(id) AS last FROM created`,
    [white!.id, black!.id, position],
  )
  const { first, last } = rows[0]
  const payload = JSON.stringify({ position, filler: 'x'.repeat(700) })
  const directory = mkdtempSync(join(tmpdir(), 'bench-'))
  const script = join(directory, 'move.sql')
  writeFileSync(
    script,
    `\\set game random(${first}, ${last})
WITH changed AS (
  UPDATE games SET status = 'active', version = version + 1, turn = 'white', ply = ply + 1, position = '${position}',
    last_move = 'd6', clock_since = now(), deadline = now(), white_remaining_ms = 259200000, black_remaining_ms = 259200000, turn_ms = 259200000, updated_at = now()
  WHERE id = :game RETURNING id, ply, version
), moved AS (
  INSERT INTO moves (game_id, ply, move, played_at) SELECT id, ply, 'd6', now() FROM changed
), placed AS (
  INSERT INTO positions (game_id, ply, position, occurrence, quiet) SELECT id, ply, '${position}', 1, 0 FROM changed
)
INSERT INTO events (type, game_id, version, player_ids, payload, created_at)
SELECT 'game', id, version, '{1,2}', '${payload}'::jsonb, now() FROM changed RETURNING id;
`,
  )
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    `${CONNECTIONS}`,
    '-j',
    '2',
    '-T',
    `${SECONDS}`,
    '-f',
    script,
    url,
  ]
  const child = spawn('pgbench', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (data: Buffer) => {
    output += data
  })
  await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  rmSync(directory, { recursive: true })
  const tps = /tps = ([\d.]+)/.exec(output)
  if (!tps) throw new Error(`unexpected output of pgbench: ${output}`)
  return Number(tps[1])
}
