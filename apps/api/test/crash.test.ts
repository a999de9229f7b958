import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Game, LiveEvent } from '@tegenzet/contract'
import { freePort, layDatabase, testDatabase } from '@tegenzet/db/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStream } from './event-stream.ts'
import { startReceiver } from './receiver.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

const PASSWORD = 'correct horse battery'

const dataDir = mkdtempSync(join(tmpdir(), 'tegenzet-crash-'))
let database: Awaited<ReturnType<typeof testDatabase>> | undefined
let url: string
let token: string
let server: ServerProcess | undefined

/** On the embedded database, or on the Postgres that tests are given. */
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
  const made = await post('/tokens', { name: 'crash', scopes }, { cookie })
  return ((await made.json()) as { token: string }).token
}

beforeAll(async () => {
  if (process.env.TEST_DATABASE_URL) database = await testDatabase()
  else await layDatabase(dataDir)
  url = `http://127.0.0.1:${await freePort()}`
  await start()
  token = await register('anna')
}, 120_000)
afterAll(async () => {
  await kill()
  await database?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

it('a server that is killed, and started again, does what has a key once and tells of it once', async () => {
  const made = new Map<string, number>()
  let done = false
  let answered = false
  /** A program that sends again, with its key, until it is answered. */
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
          // the connection was refused or cut: whether it was done is not known
          if (!(error instanceof TypeError)) throw error
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
    }
  }
  const told = new Map<number, LiveEvent>()
  // an id that is no event’s: all of the day, however late the stream begins
  let since = 0
  /** A reader that drops what it knows, and goes on from the last that was new. */
  const reader = async () => {
    while (!answered || told.size < made.size)
      try {
        const stream = await openStream(url, { token, since })
        let closed = false
        stream.closed.then(() => {
          closed = true
        })
        while (!closed && (!answered || told.size < made.size)) {
          for (const event of stream.events())
            if (!told.has(event.id)) {
              told.set(event.id, event)
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
  for (let crash = 0; crash < 2; crash++) {
    const enough = made.size + 15
    await expect.poll(() => made.size, { timeout: 20_000, interval: 10 }).toBeGreaterThan(enough)
    await kill()
    await start()
  }
  const enough = made.size + 5
  await expect.poll(() => made.size, { timeout: 20_000 }).toBeGreaterThan(enough)
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
  // each key made one, and nothing else was made
  expect(new Set(made.values()).size).toBe(made.size)
  expect(ids).toEqual(new Set(made.values()))
  const heard = Array.from(told.values(), (event) => (event.type === 'challenge' ? event.challenge.id : 0))
  expect(heard.sort((a, b) => a - b)).toEqual([...ids].sort((a, b) => a - b))
}, 180_000)

/** Calls that were under way: on Postgres another process might be at them, and waits until their time is over. */
async function expire(): Promise<void> {
  if (database?.url)
    await database.pool.query(
      `UPDATE pgboss.job SET started_on = started_on - interval '10 minutes' WHERE state = 'active'`,
    )
}

it('a server that is killed before a call is made, or in the midst of one, makes it once it is started again', async () => {
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
  const arrived = () => [...new Set(receiver.got.map(({ body }) => body.challenge.id))]

  // once the first has arrived nothing is left of what happened before
  const before = await challenge()
  await expect.poll(arrived, { timeout: 60_000 }).toContain(before)
  receiver.got.splice(0)

  // the first is under way when the server is killed, the others wait behind it
  receiver.answer = () => {}
  const made = [await challenge()]
  await expect.poll(arrived, { timeout: 20_000 }).toEqual(made)
  for (let n = 0; n < 5; n++) made.push(await challenge())
  await kill()
  receiver.answer = (_, response) => response.writeHead(204).end()
  await expire()
  await start()
  await expect.poll(arrived, { timeout: 100_000 }).toEqual(made)
  const ofFirst = () => receiver.got.filter(({ body }) => body.challenge.id === made[0])
  await expect.poll(() => ofFirst().length, { timeout: 100_000 }).toBe(2)
  expect(new Set(ofFirst().map(({ headers }) => headers['webhook-id'])).size).toBe(1)

  // answered, and killed at once: whether it was read from the outbox by then or not
  for (let n = 0; n < 3; n++) made.push(await challenge())
  await kill()
  await expire()
  await start()
  await expect.poll(arrived, { timeout: 100_000 }).toEqual(made)
  const states = async () => {
    const response = await fetch(`${url}/api/v1/webhooks/${webhook.id}/deliveries?limit=100`, { headers })
    const { items } = (await response.json()) as { items: { state: string }[] }
    return items.slice(0, made.length).map(({ state }) => state)
  }
  await expect.poll(states, { timeout: 20_000 }).toEqual(made.map(() => 'delivered'))
  await receiver.close()
}, 300_000)

it('a server that is killed right after a move answers it as planned once it is started again, and once', async () => {
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
    await expect.poll(records, { timeout: 100_000 }).toEqual(games.map(() => stands))
  }
  const response = await fetch(`${url}/api/v1/games/${games[0]}/plan`, { headers: bram })
  expect(await response.json()).toMatchObject({ played: [2, 4], ended: { ply: 4, reason: 'played-out' } })
}, 300_000)

it('a server that is killed gives the time it was away back to every clock, once it is started again', async () => {
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
  const now = (await (await fetch(`${url}/api/v1/games/${game.id}`)).json()) as Game
  const given = Date.parse(now.deadline!) - Date.parse(game.deadline!)
  expect(now.version).toBeGreaterThan(game.version)
  // what it was away, and since its last beat: some more, on a machine that has much to do
  expect(given).toBeGreaterThanOrEqual(5000)
  expect(given).toBeLessThan(away + 10_000)
  expect(now.clocks.white.remainingMs).toBeLessThanOrEqual(24 * 3600 * 1000)
}, 120_000)
