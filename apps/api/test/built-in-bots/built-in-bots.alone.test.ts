import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Game } from '@tegenzet/contract'
import { freePort } from '@tegenzet/db/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServerProcess, startServerProcess } from '../server/server-process.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'tegenzet-house-'))

let port: number
let server: ServerProcess
/** Anna's session cookie. */
let cookie = ''

/** Starts the server on an embedded database, with built-in bots because nobody says otherwise. */
async function start(): Promise<void> {
  server = await startServerProcess({
    PORT: `${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    LOG_LEVEL: 'info',
    BOT: '',
    BOT_PAUSE_MS: '0',
  })
}

/** The process id of the latest bot process, from the server's log. */
const botsPid = (): number =>
  Number([...server.output().matchAll(/"pid":(\d+),"msg":"the built-in bots are running"/g)].at(-1)?.[1])
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
/** Calls the API with Anna's session, as a browser does. */
async function call(method: string, path: string, body?: object) {
  const origin = `http://127.0.0.1:${port}`
  const answer = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: { origin, cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any }
}
const poll = <T>(ask: () => T) => expect.poll(ask, { interval: 50 })
const get = async (id: number): Promise<Game> => (await call('GET', `/games/${id}`)).body
const readyBots = async (): Promise<string[]> =>
  (await call('GET', '/bots?house=true')).body.items.map(
    ({ user }: { user: { username: string } }) => user.username,
  )

beforeAll(async () => {
  port = await freePort()
  await start()
  const { headers } = await call('POST', '/accounts', {
    username: 'anna',
    email: 'anna@example.org',
    password: 'correct horse battery',
  })
  cookie = headers.getSetCookie()[0]!.split(';')[0]!
})
afterAll(async () => {
  await server.end('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

it('a fresh server has opponents who survive a crash and stop with the server', async () => {
  await poll(readyBots).toEqual(['Pippin', 'Mirabel', 'Balthasar', 'Ottoline', 'Morgana'])
  // nobody waits for them
  expect(botsPid()).toBeNaN()
  // the names are reserved
  const taken = await call('POST', '/accounts', {
    username: 'pippin',
    email: 'pippin@example.org',
    password: 'correct horse battery',
  })
  expect([taken.status, taken.body.code]).toEqual([409, 'username-taken'])

  const { body: challenge } = await call('POST', '/challenges', {
    rules: 'molenspel',
    opponent: 'Mirabel',
    colour: 'white',
    clock: { kind: 'per-move', days: 3 },
  })
  expect(challenge.opponent.kind).toBe('bot')
  const state = async () => (await call('GET', `/challenges/${challenge.id}`)).body
  await poll(async () => (await state()).game).not.toBeNull()
  const id: number = (await state()).game
  await call('POST', `/games/${id}/moves`, { move: 'd6', ply: 0 })
  await poll(async () => (await get(id)).ply).toBe(2)

  // the server is killed: its bot process ends, and the next one continues the game
  const first = botsPid()
  expect(isAlive(first)).toBe(true)
  await server.end('SIGKILL')
  await poll(() => isAlive(first)).toBe(false)
  await start()
  const move = (await call('GET', `/games/${id}/legal-moves`)).body.moves[0]
  await call('POST', `/games/${id}/moves`, { move, ply: 2 })
  await poll(async () => (await get(id)).ply).toBeGreaterThan(3)

  // the bot process is killed: the server starts another
  const second = botsPid()
  process.kill(second, 'SIGKILL')
  await poll(botsPid).not.toBe(second)
  const game = await get(id)
  if (game.turn === 'white') {
    const [next] = (await call('GET', `/games/${id}/legal-moves`)).body.moves
    await call('POST', `/games/${id}/moves`, { move: next, ply: game.ply })
    await poll(async () => (await get(id)).ply).toBeGreaterThan(game.ply + 1)
  }

  // nobody waits for a bot any more: its process ends, and the bots stay available until a player wants one again
  const third = botsPid()
  await expect.poll(() => isAlive(third), { interval: 500, timeout: 180_000 }).toBe(false)
  expect(await readyBots()).toHaveLength(5)
  const resting = await get(id)
  const [wanted] = (await call('GET', `/games/${id}/legal-moves`)).body.moves
  await call('POST', `/games/${id}/moves`, { move: wanted, ply: resting.ply })
  await poll(async () => (await get(id)).ply).toBeGreaterThan(resting.ply + 1)

  const fourth = botsPid()
  expect(fourth).not.toBe(third)
  expect(await server.end('SIGTERM')).toBe(0)
  expect(isAlive(fourth)).toBe(false)
  expect(server.output()).not.toContain('tz_')
  for (const line of server.output().trim().split('\n')) expect(() => JSON.parse(line), line).not.toThrow()
}, 400_000)
