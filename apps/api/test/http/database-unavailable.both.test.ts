import { type Database, DatabaseUnavailable, openDatabase } from '@tegenzet/db'
import { testDatabase } from '@tegenzet/db/testing'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { openProxy } from '../server/proxy.ts'

let server: TestServer
let anna: TestPlayer
/** Lines of the level `warn` or above. */
let troubles: Record<string, unknown>[]
const WARN = 40

async function start(database?: Database): Promise<void> {
  troubles = []
  server = await startServer({
    ...(database && { database }),
    log: (text) => {
      const line = JSON.parse(text)
      if (line.level >= WARN) troubles.push(line)
    },
  })
  anna = await server.player('anna')
}

const get = (path: string) =>
  fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${anna.token}` } })
const post = (path: string, body: object) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${anna.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function expectUnavailable(response: Response): Promise<void> {
  expect(await response.json()).toMatchObject({ status: 503, code: 'unavailable' })
  expect(response.status).toBe(503)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
}

/** Calls that read and write the database in each way: by the pool, by Prisma, in transactions, and by better-auth. */
const calls = (): Promise<Response>[] => [
  get('/api/v1/account'),
  get('/api/v1/games'),
  fetch(`${server.url}/api/v1/users/anna`),
  fetch(`${server.url}/api/v1/games/1/positions`),
  post('/api/v1/challenges', { rules: 'muehle', colour: 'white', clock: { kind: 'per-move', days: 3 } }),
  fetch(`${server.url}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'anna', password: 'correct horse battery' }),
  }),
  fetch(`${server.url}/api/v1/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      username: 'carla',
      email: 'carla@example.org',
      password: 'correct horse battery',
    }),
  }),
]

describe('while the database is away', () => {
  beforeEach(async () => {
    await start()
    return () => server.close()
  })
  afterEach(() => vi.restoreAllMocks())

  const breakDatabase = () => {
    const error = new DatabaseUnavailable('unreachable', new Error('connect ECONNREFUSED'))
    const connect = (callback?: (error: Error) => void) =>
      callback ? callback(error) : Promise.reject(error)
    vi.spyOn(server.database.pool, 'connect').mockImplementation(connect as never)
  }

  test('calls answer 503 with Retry-After, and work again afterwards', async () => {
    breakDatabase()
    for (const response of await Promise.all(calls())) await expectUnavailable(response)
    vi.restoreAllMocks()
    expect((await get('/api/v1/account')).status).toBe(200)
  })

  test('health, the API reference and metrics of the process do not need it', async () => {
    breakDatabase()
    for (const path of ['/healthz', '/api/v1/openapi.json', '/api/docs/'])
      expect((await get(path)).status, path).toBe(200)
    const metrics = await get('/metrics')
    expect(metrics.status).toBe(200)
    const text = await metrics.text()
    expect(text).toContain('database_connections')
    expect(text).not.toContain('mails_waiting')
    await expectUnavailable(await get('/readyz'))
  })

  test('the log has one line for an outage, not one for each request', async () => {
    breakDatabase()
    for (let n = 0; n < 5; n++) await Promise.all(calls())
    await get('/readyz')
    expect(troubles).toMatchObject([{ unavailable: 'unreachable' }])
  })
})

describe.runIf(process.env.TEST_DATABASE_URL)('a Postgres server', () => {
  let proxy: Awaited<ReturnType<typeof openProxy>>
  let direct: Awaited<ReturnType<typeof testDatabase>>
  let database: Database
  beforeEach(async () => {
    direct = await testDatabase()
    proxy = await openProxy(direct.url!)
    database = await openDatabase({ url: proxy.url, maxConnections: 4 })
    await start(database)
    return async () => {
      proxy.behave('usual')
      await server.close()
      await database.close()
      proxy.close()
      await direct.close()
    }
  })

  test('that is stopped makes calls answer 503 until it is back', async () => {
    proxy.behave('away')
    for (const response of await Promise.all(calls())) await expectUnavailable(response)
    await expectUnavailable(await get('/readyz'))
    expect(new Set(troubles.map(({ unavailable }) => unavailable))).toEqual(new Set(['unreachable']))
    expect(troubles).toHaveLength(1)
    proxy.behave('usual')
    expect((await get('/readyz')).status).toBe(200)
    expect((await get('/api/v1/account')).status).toBe(200)
  })

  test('that is frozen makes nothing wait without limit, and health checks not at all', async () => {
    await Promise.all(calls())
    troubles.splice(0)
    proxy.behave('frozen')
    const all = calls()
    const health = ['/healthz', '/readyz'].map(get)
    const answered: number[] = []
    for (const call of [...health, ...all]) call.then(({ status }) => answered.push(status))
    for (const response of await Promise.all(all)) await expectUnavailable(response)
    expect((await Promise.all(health)).map(({ status }) => status)).toEqual([200, 503])
    // the health check before all that wait for the database
    expect(answered[0]).toBe(200)
    expect(troubles.length).toBeLessThanOrEqual(3)
    proxy.behave('usual')
    await expect.poll(async () => (await get('/readyz')).status).toBe(200)
    expect((await get('/api/v1/account')).status).toBe(200)
  })

  test('gets a new connection only when one is needed: each costs it a process, and lines in its log', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const atOnce = () =>
      Promise.all(Array.from({ length: 3 }, () => database.pool.query('SELECT pg_sleep(0.1)')))
    await atOnce()
    await database.checkConnecting()
    const before = proxy.opened
    for (let minute = 0; minute < 5; minute++) {
      await vi.advanceTimersByTimeAsync(60_000)
      await atOnce()
      await database.checkConnecting()
    }
    expect(proxy.opened).toBe(before)
  })

  test('whose slots are all taken is reported by /readyz', async () => {
    await get('/api/v1/account')
    proxy.behave('full')
    await expectUnavailable(await get('/readyz'))
    for (const response of await Promise.all(calls()))
      expect([200, 201, 401, 404, 503]).toContain(response.status)
    expect(troubles).toMatchObject([{ unavailable: 'busy' }])
    proxy.behave('usual')
    expect((await get('/readyz')).status).toBe(200)
  })

  test.each([
    ['53100', 'could not extend file: No space left on device'],
    ['XX000', 'could not write init file'],
  ])('whose disk is full at the end of a transaction makes calls answer 503 (%s)', async (code, message) => {
    await direct.pool.query(`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION USING ERRCODE = '${code}', MESSAGE = '${message}'; END $$;
      CREATE CONSTRAINT TRIGGER fails_at_commit AFTER INSERT ON challenges DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION fail()`)
    const challenge = { rules: 'muehle', colour: 'white', clock: { kind: 'per-move', days: 3 } }
    await expectUnavailable(await post('/api/v1/challenges', challenge))
    expect(troubles).toMatchObject([{ unavailable: 'full' }])
    await direct.pool.query('DROP TRIGGER fails_at_commit ON challenges; DROP FUNCTION fail')
    expect((await post('/api/v1/challenges', challenge)).status).toBe(201)
  })

  test('with a locked table answers 503 in time, and other calls go on', async () => {
    const holder = await direct.pool.connect()
    await holder.query('BEGIN; LOCK TABLE challenges IN ACCESS EXCLUSIVE MODE')
    const answered: string[] = []
    const waiting = post('/api/v1/challenges', {
      rules: 'muehle',
      colour: 'white',
      clock: { kind: 'per-move', days: 3 },
    }).finally(() => answered.push('challenge'))
    expect((await get('/healthz')).status).toBe(200)
    expect((await get('/api/v1/account')).status).toBe(200)
    answered.push('others')
    await expectUnavailable(await waiting)
    expect(answered).toEqual(['others', 'challenge'])
    expect(troubles).toMatchObject([{ unavailable: 'timeout' }])
    await holder.query('ROLLBACK')
    holder.release()
  })
})
