import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { itemAt } from '@tegenzet/common'
import { freePort } from '@tegenzet/db/testing'
import { seeded } from '../src/demo/seeded.ts'
import { randomGame } from '../test/play/begin-game.ts'
import { callerOf } from '../test/server/call-server.ts'
import { answers } from '../test/server/server-process.ts'
import { limitMemory, memoryOf } from './memory.ts'

// `pnpm bench evening [--memory MEGABYTES] [--games 200] [--command COMMAND]`: a club of ten from an empty folder to its
// first moves, and the memory that the server takes in an evening of theirs, with backups and built-in bots. Needs Linux.
// `--memory` needs root: it limits the server and its children to that much, without swap. `--command` starts the server,
// instead of the built one here.

const { values: options } = parseArgs({
  options: {
    memory: { type: 'string' },
    games: { type: 'string', default: '200' },
    command: { type: 'string' },
  },
})
const BUNDLE = fileURLToPath(new URL('../dist/server.js', import.meta.url))
const PASSWORD = 'correct horse battery'
const NAMES = ['Anna', 'Bram', 'Cor', 'Dirk', 'Els', 'Fien', 'Gijs', 'Hanna', 'Ivo', 'Jet']
const CLOCK = { kind: 'per-move', days: 1 }
/** Until the memory of a start has settled. */
const SETTLE_MS = 30_000

const root = mkdtempSync(join(tmpdir(), 'evening-'))
const limit = options.memory ? limitMemory(Number(options.memory)) : null
try {
  await run()
} finally {
  rmSync(root, { recursive: true })
  limit?.remove()
}

type Call = (method: 'GET' | 'POST', path: string, body?: object) => Promise<any>

interface Member {
  username: string
  call: Call
}

async function run(): Promise<void> {
  const first = await start()
  console.log(`first page after ${first.seconds.toFixed(1)} s`)
  await sleep(SETTLE_MS)
  report('half a minute after the first start', first)
  const members = await gather(first.url)
  const games = await playEvening(first.url, members)
  report(`after ${games} games`, first)
  await sleep(90_000)
  report('a minute and a half later', first)
  await first.stop()
  const second = await start()
  console.log(`first page after ${second.seconds.toFixed(1)} s`)
  await sleep(SETTLE_MS)
  report('half a minute after the next start', second)
  await second.stop()
}

async function start() {
  const port = `${await freePort()}`
  const url = `http://127.0.0.1:${port}`
  const begun = performance.now()
  const command = `exec ${options.command ?? `${process.execPath} ${BUNDLE}`}`
  const child = spawn('sh', ['-c', limit ? `echo $$ > '${limit.processes}'; ${command}` : command], {
    env: {
      ...process.env,
      DATA_DIR: join(root, 'data'),
      BACKUP_DIR: join(root, 'backups'),
      PORT: port,
      ADMINS: 'boss',
      LOG_LEVEL: 'warn',
      RATE_LIMIT: '1000000',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  while (!(await answers(url))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('the server has ended')
    await sleep(20)
  }
  return { url, child, seconds: (performance.now() - begun) / 1000, stop: () => end(child) }
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

function report(when: string, { child }: { child: ChildProcess }): void {
  if (child.exitCode !== null || child.signalCode !== null) throw new Error('the server has ended')
  const processes = memoryOf(child.pid!).map(({ name, megabytes, peak }) => `${name} ${megabytes} (${peak})`)
  const bound = limit ? `; all of it ${limit.used()}` : ''
  console.log(`${when}: MB, and at most: ${processes.join(', ')}${bound}`)
}

/** What a host does: an admin, names of members, a tournament. */
async function gather(url: string): Promise<Member[]> {
  const begun = performance.now()
  const boss = await enter(url, '/accounts', {
    username: 'boss',
    email: 'boss@example.org',
    password: PASSWORD,
  })
  const { members: made } = await boss('POST', '/admin/members', {
    members: NAMES.map((username) => ({ username, language: 'nl' })),
  })
  const members: Member[] = []
  for (const { username, code } of made)
    members.push({ username, call: await enter(url, '/session/code', { code }) })
  const [first, ...others] = members as [Member, ...Member[]]
  const { id } = await first.call('POST', '/tournaments', {
    name: 'Clubavond',
    rules: 'muehle',
    clock: CLOCK,
    groupSize: 5,
    gamesPerPair: 1,
    maxEntrants: members.length,
  })
  for (const { call } of [first, ...others]) await call('POST', `/tournaments/${id}/entries`, {})
  const played = await Promise.all(
    members.map(async ({ username, call }) => {
      for (;;) {
        const { items } = await call('GET', `/games?player=${username}&status=active`)
        if (items.length > 0) return items
        await sleep(100)
      }
    }),
  )
  for (const game of new Map(played.flat().map((game) => [game.id, game])).values()) {
    const { call } = members.find(({ username }) => username === game.white.username)!
    const { moves } = await call('GET', `/games/${game.id}/legal-moves`)
    await call('POST', `/games/${game.id}/moves`, { move: moves[0], ply: 0 })
  }
  const seconds = (performance.now() - begun) / 1000
  console.log(`from the first admin to the first move of each of the ten: ${seconds.toFixed(1)} s`)
  return members
}

/** Each member has a page open, plays the others, and a bot. @returns how many games there were */
async function playEvening(url: string, members: readonly Member[]): Promise<number> {
  const games = Number(options.games)
  const random = seeded(10)
  const bots = await members[0]!.call('GET', '/bots?rules=muehle')
  for (const [n, { call }] of bots.items.length > 0 ? members.entries() : [])
    await call('POST', '/challenges', {
      rules: 'muehle',
      opponent: bots.items[n % bots.items.length].user.username,
      colour: 'black',
      clock: CLOCK,
    })
  const playAll = async (table: number) => {
    for (let n = table; n < games; n += members.length / 2) {
      const white = itemAt(members, n % members.length)
      const black = itemAt(members, (n + 1 + (n % (members.length - 1))) % members.length)
      const { id } = await white.call('POST', '/challenges', {
        rules: 'muehle',
        opponent: black.username,
        colour: 'white',
        clock: CLOCK,
      })
      const { game } = await black.call('POST', `/challenges/${id}/accept`, {})
      const { moves } = randomGame('muehle', random, 200)
      for (const [ply, move] of moves.entries()) {
        const { call } = ply % 2 === 0 ? white : black
        await call('POST', `/games/${game.id}/moves`, { move, ply })
        if (ply % 10 === 0)
          for (const path of ['', '/games', `/games/${game.id}`]) await (await fetch(url + path)).text()
      }
    }
  }
  await Promise.all(Array.from({ length: members.length / 2 }, (_, table) => playAll(table)))
  return games
}

/** @param path of the call that starts the session */
async function enter(url: string, path: string, body: object): Promise<Call> {
  const send = callerOf(url)
  const call = async (method: string, path: string, body?: object, cookie?: string) => {
    const answer = await send(method, path, body, cookie)
    if (answer.status >= 400)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer
  }
  const { cookie } = await call('POST', path, body)
  return async (method, path, body) => (await call(method, path, body, cookie)).body
}
