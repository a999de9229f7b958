import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Game, LiveEvent } from '@tegenzet/contract'
import { freePort, testDatabase } from '@tegenzet/db/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStream } from '../server/event-stream.ts'
import { type ServerProcess, startServerProcess } from '../server/server-process.ts'
import { startReceiver } from '../server/webhook-receiver.ts'

const PASSWORD = 'correct horse battery'

const dataDir = mkdtempSync(join(tmpdir(), 'tegenzet-crash-'))
let database: Awaited<ReturnType<typeof testDatabase>> | undefined
let url: string
let token: string
let server: ServerProcess | undefined

/** Starts the server on the embedded database, or on the tests' Postgres. */
async function start(more: Record<string, string> = {}): Promise<void> {
  server = await startServerProcess({
    ...(database?.url ? { DATABASE_URL: database.url } : { DATA_DIR: dataDir }),
    SECRET: 'a secret that all processes of this test share',
    PORT: new URL(url).port,
    LOG_LEVEL: 'error',
    RATE_LIMIT: '100000',
    MAX_OPEN_CHALLENGES: '1000',
    WEBHOOKS_ALLOW: 'loopback',
    ...more,
  })
}

const kill = () => server?.end('SIGKILL')

const post = (path: string, body: object, headers: Record<string, string>, method = 'POST') =>
  fetch(`${url}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** @returns a token of a new account */
async function register(username: string): Promise<string> {
  const account = { username, email: `${username}@example.org`, password: PASSWORD }
  const registered = await post('/accounts', account, {})
  const cookie = registered.headers.getSetCookie()[0]!.split(';')[0]!
  const scopes = ['game:read', 'game:play', 'challenge:write']
  const created = await post('/tokens', { name: 'crash', scopes }, { cookie })
  return ((await created.json()) as { token: string }).token
}

beforeAll(async () => {
  if (process.env.TEST_DATABASE_URL) database = await testDatabase()
  url = `http://127.0.0.1:${await freePort()}`
  await start()
  token = await register('anna')
})
afterAll(async () => {
  await kill()
  await database?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

it('after SIGKILL and a restart, a request with a key runs once and is announced once', async () => {
  const made = new Map<string, number>()
  let done = false
  let answered = false
  /** A client that repeats a request with its key until it gets an answer. */
  const program = async () => {
    while (!done) {
      const key = randomBytes(12).toString('hex')
      const challenge = { rules: 'muehle', colour: 'white', clock: { kind: 'per-move', days: 3 } }
      const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key }
      while (!made.has(key))
        try {
          const response = await post('/challenges', challenge, headers)
          const body = (await response.json()) as { id: number }
          if (response.status !== 201) throw new Error(JSON.stringify(body))
          made.set(key, body.id)
        } catch (error) {
          // the connection was refused or broken: the request may have run or not
          if (!(error instanceof TypeError)) throw error
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
    }
  }
  const received = new Map<number, LiveEvent>()
  // no event has this id: the stream begins a day back
  let since = 0
  /** A client that reconnects after its last event and drops repeated ones. */
  const reader = async () => {
    while (!answered || received.size < made.size)
      try {
        const stream = await openStream(url, { token, since })
        let closed = false
        stream.closed.then(() => {
          closed = true
        })
        while (!closed && (!answered || received.size < made.size)) {
          for (const event of stream.events())
            if (!received.has(event.id)) {
              received.set(event.id, event)
              since = event.id
            }
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
        stream.cut()
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
  }
  const reading = reader()
  const programs = [program(), program(), program()]
  for (let crash = 0; crash < (process.env.SOAK ? 5 : 1); crash++) {
    const enough = made.size + 15
    await expect.poll(() => made.size, { interval: 10 }).toBeGreaterThan(enough)
    await kill()
    await start()
  }
  const enough = made.size + 5
  await expect.poll(() => made.size).toBeGreaterThan(enough)
  done = true
  await Promise.all(programs)
  answered = true
  await reading

  const ids = new Set<number>()
  for (let cursor = ''; ; ) {
    const page = await fetch(`${url}/api/v1/challenges?mine=true&limit=100${cursor}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { items, nextCursor } = (await page.json()) as {
      items: { id: number }[]
      nextCursor: string | null
    }
    for (const { id } of items) ids.add(id)
    if (nextCursor === null) break
    cursor = `&cursor=${nextCursor}`
  }
  // each start raises the ids above all that an earlier run can have given out
  const startedAt = Math.min(...received.keys()) / 100
  expect(startedAt).toBeGreaterThan(Date.now() - 600_000)
  expect(startedAt).toBeLessThanOrEqual(Date.now())
  // each key created one challenge, and there are no others
  expect(new Set(made.values()).size).toBe(made.size)
  expect(ids).toEqual(new Set(made.values()))
  const receivedIds = Array.from(received.values(), (event) =>
    event.type === 'challenge' ? event.challenge.id : 0,
  )
  expect(receivedIds.sort((a, b) => a - b)).toEqual([...ids].sort((a, b) => a - b))
}, 180_000)

/** Expires the calls under way. On Postgres another process could be working on them until they time out. */
async function expireCalls(): Promise<void> {
  if (database?.url)
    await database.pool.query(
      `UPDATE pgboss.job SET started_on = started_on - interval '10 minutes' WHERE state = 'active'`,
    )
}

it('after SIGKILL before or during a webhook call, the restarted server calls', async () => {
  const headers = { authorization: `Bearer ${token}` }
  const create = async (path: string, body: object) => {
    const response = await post(path, body, headers)
    expect(response.status).toBe(201)
    return (await response.json()) as { id: number }
  }
  const challenge = async () =>
    (await create('/challenges', { rules: 'muehle', colour: 'white', clock: { kind: 'per-move', days: 3 } }))
      .id
  const receiver = await startReceiver()
  const webhook = await create('/webhooks', { url: receiver.url, types: ['challenge'] })
  const arrived = () => [...new Set(receiver.received.map(({ body }) => body.challenge.id))]

  // wait for the first call, so that no earlier event is left
  const before = await challenge()
  await expect.poll(arrived).toContain(before)
  receiver.received.splice(0)

  // the first call is under way when the server is killed; the others are queued
  receiver.answer = () => {}
  const made = [await challenge()]
  await expect.poll(arrived).toEqual(made)
  for (let n = 0; n < 5; n++) made.push(await challenge())
  await kill()
  receiver.answer = (_, response) => response.writeHead(204).end()
  await expireCalls()
  await start()
  await expect.poll(arrived, { timeout: 100_000 }).toEqual(made)
  const ofFirst = () => receiver.received.filter(({ body }) => body.challenge.id === made[0])
  await expect.poll(() => ofFirst().length, { timeout: 100_000 }).toBe(2)
  expect(new Set(ofFirst().map(({ headers }) => headers['webhook-id'])).size).toBe(1)

  // killed right after the answer, whether the event has left the outbox or not
  for (let n = 0; n < 3; n++) made.push(await challenge())
  await kill()
  await expireCalls()
  await start()
  await expect.poll(arrived, { timeout: 100_000 }).toEqual(made)
  const states = async () => {
    const response = await fetch(`${url}/api/v1/webhooks/${webhook.id}/deliveries?limit=100`, { headers })
    const { items } = (await response.json()) as { items: { state: string }[] }
    return items.slice(0, made.length).map(({ state }) => state)
  }
  await expect.poll(states).toEqual(made.map(() => 'delivered'))
  await receiver.close()
}, 300_000)

it('after SIGKILL right after a move, the restarted server plays the conditional reply once', async () => {
  const anna = { authorization: `Bearer ${token}` }
  const bram = { authorization: `Bearer ${await register('bram')}` }
  const ask = async (path: string, body: object, headers: Record<string, string>, method?: string) => {
    const response = await post(path, body, headers, method)
    expect(response.ok, path).toBe(true)
    return (await response.json()) as { id: number; game: { id: number } }
  }
  const clock = { kind: 'per-move', days: 3 }
  const games: number[] = []
  for (let n = 0; n < 6; n++) {
    const terms = { rules: 'muehle', opponent: 'bram', colour: 'white', clock }
    const challenge = await ask('/challenges', terms, anna)
    const { game } = await ask(`/challenges/${challenge.id}/accept`, {}, bram)
    const then = [{ move: 'b6', reply: 'f6' }]
    const plan = { ply: 0, branches: [{ move: 'd6', reply: 'f4', then }] }
    await ask(`/games/${game.id}/plan`, plan, bram, 'PUT')
    games.push(game.id)
  }
  const records = () =>
    Promise.all(
      games.map(async (id) => {
        const response = await fetch(`${url}/api/v1/games/${id}/moves`)
        const { items } = (await response.json()) as { items: { move: string }[] }
        return items.map(({ move }) => move).join(' ')
      }),
    )
  for (const [ply, move, stands] of [
    [0, 'd6', 'd6 f4'],
    [2, 'b6', 'd6 f4 b6 f6'],
  ] as const) {
    await Promise.all(games.map((id) => ask(`/games/${id}/moves`, { move, ply }, anna)))
    await kill()
    await start()
    await expect.poll(records, { timeout: 100_000, interval: 250 }).toEqual(games.map(() => stands))
  }
  const response = await fetch(`${url}/api/v1/games/${games[0]}/plan`, { headers: bram })
  expect(await response.json()).toMatchObject({ played: [2, 4], ended: { ply: 4, reason: 'played-out' } })
}, 300_000)

it('after SIGKILL, the restarted server gives the downtime back to every clock', async () => {
  const shortly = { OUTAGE_SECONDS: '3' }
  await kill()
  await start(shortly)
  const carla = { authorization: `Bearer ${await register('carla')}` }
  const terms = { rules: 'muehle', colour: 'white', clock: { kind: 'per-move', days: 1 } }
  const { id } = (await (await post('/challenges', terms, carla)).json()) as { id: number }
  const dora = { authorization: `Bearer ${await register('dora')}` }
  const { game } = (await (await post(`/challenges/${id}/accept`, {}, dora)).json()) as { game: Game }
  const since = Date.now()
  await kill()
  await new Promise((resolve) => setTimeout(resolve, 5000))
  await start(shortly)
  const away = Date.now() - since
  const read = async () => (await (await fetch(`${url}/api/v1/games/${game.id}`)).json()) as Game
  // at once, and the same when it has been written
  const now = await read()
  await expect.poll(async () => (await read()).version).toBeGreaterThan(game.version)
  expect((await read()).deadline).toBe(now.deadline)
  const gainedMs = Date.parse(now.deadline!) - Date.parse(game.deadline!)
  // the downtime and the time since the last heartbeat, more on a loaded machine
  expect(gainedMs).toBeGreaterThanOrEqual(5000)
  expect(gainedMs).toBeLessThan(away + 10_000)
  expect(now.clocks.white.remainingMs).toBeLessThanOrEqual(24 * 3600 * 1000)
})
