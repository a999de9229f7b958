import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@tegenzet/db'
import { startServerProcess } from '../test/server/server-process.ts'
import { CONNECTIONS } from './http-load.ts'
import {
  insertGames,
  insertPlayers,
  measure,
  type Player,
  pairsOf,
  randomGame,
  type Sent,
} from './move-load.ts'
import { percentile } from './percentile.ts'

// `pnpm bench disk [SECONDS]`: what synchronising costs the embedded database. The same moves on a disk that needs no time,
// on this one, and on one that takes 10 ms for a sync, as a memory card does; then reads of games beside 20 moves a second.

const SECONDS = Number(process.argv[2] ?? 6)
const PLIES = 60
const GAMES = Math.ceil(((SECONDS + 3) * 2500) / PLIES)
const MOVES_A_SECOND = 20
const READS_A_SECOND = 50

const DISKS = { 'no time': '0', 'this disk': null, '10 ms': '10' }

const root = mkdtempSync(join(tmpdir(), 'bench-disk-'))
try {
  for (const [name, syncMs] of Object.entries(DISKS)) await run(name, syncMs)
} finally {
  rmSync(root, { recursive: true })
}

async function run(name: string, syncMs: string | null): Promise<void> {
  const dataDir = join(root, name.replaceAll(' ', '-'))
  const course = randomGame(PLIES)
  const database = await openDatabase({ dataDir })
  const players = await insertPlayers(database, 200)
  const pairs = pairsOf(players, GAMES)
  const games = await insertGames(database, pairs, course, 0)
  await database.close()
  const preload = new URL('slow-disk.mjs', import.meta.url)
  const server = await startServerProcess({
    DATA_DIR: dataDir,
    SECRET: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'error',
    RATE_LIMIT: '1000000',
    ...(syncMs !== null && { NODE_OPTIONS: `--import ${preload}`, SYNC_MS: syncMs }),
  })
  const moves = movesOf(games, pairs, course.moves)
  const { perSecond } = await measure(server.url, SECONDS, (connection) => moves(connection, CONNECTIONS + 1))
  const reads = await readBeside(server.url, games[CONNECTIONS]!, moves(CONNECTIONS, CONNECTIONS + 1))
  await server.end('SIGTERM')
  console.log(
    `${name.padEnd(10)} ${perSecond.toFixed(0)} moves per second; beside ${MOVES_A_SECOND} a second a read takes ${reads.toFixed(1)} ms in the median`,
  )
}

function movesOf(
  games: readonly number[],
  pairs: readonly (readonly [Player, Player])[],
  moves: readonly string[],
) {
  return function* (first: number, step: number): Generator<Sent> {
    for (let n = first; n < games.length; n += step)
      for (const [ply, move] of moves.entries())
        yield { game: games[n]!, token: pairs[n]![ply % 2]!.token, move, ply }
  }
}

/** @returns the median of reads, in milliseconds */
async function readBeside(url: string, game: number, moves: Iterator<Sent>): Promise<number> {
  const times: number[] = []
  const until = performance.now() + SECONDS * 1000
  async function play() {
    while (performance.now() < until) {
      const { game, token, move, ply } = moves.next().value as Sent
      const { status } = await fetch(`${url}/api/v1/games/${game}/moves`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ move, ply }),
      })
      if (status !== 201) throw new Error(`a move was answered with ${status}`)
      await sleep(1000 / MOVES_A_SECOND)
    }
  }
  async function read() {
    while (performance.now() < until) {
      const begun = performance.now()
      await (await fetch(`${url}/api/v1/games/${game}`)).text()
      times.push(performance.now() - begun)
      await sleep(1000 / READS_A_SECOND)
    }
  }
  await Promise.all([play(), read()])
  return percentile(times, 0.5)
}
