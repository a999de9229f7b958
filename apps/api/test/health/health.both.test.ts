import { readFileSync } from 'node:fs'
import { DatabaseUnavailable } from '@tegenzet/db'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { type ServerOptions, startServer, type TestServer } from '../server/harness.ts'
import { openSocket } from '../server/live-socket.ts'

const servers: TestServer[] = []
async function start(options?: ServerOptions): Promise<TestServer> {
  const server = await startServer(options)
  servers.push(server)
  return server
}
afterEach(async () => {
  for (const server of servers.splice(0).reverse()) await server.close()
})
const get = (server: TestServer, path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { headers })

test('about tells version, commit, rule sets and what is switched on', async () => {
  const env = {
    PUBLIC_URL: 'https://tegenzet.example',
    MAX_WEBHOOKS: '0',
    RULE_CLAIMS_BY_EVIDENCE: 'true',
    WITHOUT: 'tournaments,clubs,puzzles,analysis,bots,ratings,apps',
  }
  const { status, body } = await (await start({ env })).call('getAbout')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    name: 'Tegenzet',
    url: 'https://tegenzet.example',
    version: expect.stringMatching(/^[1-9]\d*\.\d+\.\d+$/),
    commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    features: ['vacations', 'claims-by-evidence', 'guests', 'chat', 'news'],
  })
  expect(body.rules).toContain('molenspel')
})

describe('health', () => {
  test('reports that the process lives and that the database is ready', async () => {
    const server = await start()
    for (const path of ['/healthz', '/readyz']) {
      const response = await get(server, path)
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ status: 'ok' })
    }
  })

  test('is live but not ready while a migration is missing', async () => {
    const server = await start()
    await server.database.prisma.$executeRaw`UPDATE _prisma_migrations SET rolled_back_at = now()`
    expect((await get(server, '/healthz')).status).toBe(200)
    const response = await get(server, '/readyz')
    expect(response.status).toBe(503)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
    expect(await response.json()).toMatchObject({
      code: 'unavailable',
      detail: 'The database lacks migrations.',
    })
  })

  test('is not ready when the database does not answer in time, and concurrent requests share one query', async () => {
    const server = await start()
    const query = vi.spyOn(server.database.pool, 'query').mockImplementation(() => new Promise(() => {}))
    const answers = await Promise.all([
      get(server, '/readyz'),
      get(server, '/readyz'),
      get(server, '/readyz'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
    expect(query).toHaveBeenCalledTimes(1)
    query.mockRestore()
  })

  test('is not ready on a full disk, and probes writing at most once in five seconds', async () => {
    const server = await start()
    const full = Object.assign(new Error('could not write block'), { code: '53100' })
    const { pool } = server.database
    const connect = vi.spyOn(pool, 'connect').mockImplementation(() => {
      throw new DatabaseUnavailable('full', full)
    })
    const refused = await get(server, '/readyz')
    connect.mockRestore()
    expect([refused.status, ((await refused.json()) as { detail: string }).detail]).toEqual([
      503,
      'The database has no room.',
    ])
    const query = vi.spyOn(Object.getPrototypeOf(Object.getPrototypeOf(pool)), 'connect')
    expect((await get(server, '/readyz')).status).toBe(200)
    const probing = query.mock.calls.length
    expect((await get(server, '/readyz')).status).toBe(200)
    expect(query.mock.calls.length - probing).toBeLessThan(probing)
    query.mockRestore()
  })

  test('is not ready once the server is stopping', async () => {
    const server = await start()
    const statuses: number[] = []
    const { socket, closed } = await openSocket(server.url)
    socket.pause() // keeps the connection open, so that the server is still stopping
    const stopping = server.app.close()
    statuses.push((await get(server, '/readyz').catch(() => ({ status: 503 }))).status)
    expect(statuses).toEqual([503])
    socket.terminate()
    await closed
    await stopping
  })
})

describe('metrics', () => {
  test('count requests by operation, moves, sockets and connections', async () => {
    const server = await start()
    const { socket } = await openSocket(server.url)
    await server.call('getUser', { params: { username: 'nobody' } })
    await get(server, '/api/v1/nothing')
    const response = await get(server, '/metrics')
    expect(response.headers.get('content-type')).toContain('text/plain')
    const text = await response.text()
    expect(text).toContain('tegenzet_http_request_duration_seconds_count{operation="getUser",status="404"} 1')
    expect(text).toContain('tegenzet_http_request_duration_seconds_count{operation="none",status="404"} 1')
    expect(text).toContain('tegenzet_live_sockets 1')
    // other test files in this process count too
    expect(text).toMatch(/^tegenzet_moves_total{by="player"} \d+$/m)
    expect(text).toMatch(/tegenzet_database_connections{state="idle"} \d+/)
    expect(text).toContain('process_cpu_seconds_total')
    socket.terminate()
  })

  test('name build and statements, and slow statements are logged by name', async () => {
    const lines: string[] = []
    const server = await start({ env: { SLOW_QUERY_MS: '20' }, log: (line) => lines.push(line) })
    await server.database.pool.query('/* a-nap */ SELECT pg_sleep(0.03)')
    await server.database.prisma.lease.findMany()
    const text = await (await get(server, '/metrics')).text()
    expect(text).toMatch(/tegenzet_build_info{version="[\d.]+",commit="[0-9a-f]{40}",node="v[\d.]+"} 1/)
    expect(text).toContain('tegenzet_statement_duration_seconds_count{statement="a-nap"} 1')
    expect(text).toMatch(/tegenzet_statement_duration_seconds_count{statement="select leases"} [1-9]/)
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ msg: 'slow query', statement: 'a-nap', ms: expect.any(Number) }),
    )
  })

  test('from the database are reported by one process, until it is no longer asked', async () => {
    const one = await start()
    const two = await start({ database: one.database })
    const anna = await one.player('anna')
    const bram = await one.player('bram')
    const { body } = await anna.call('createChallenge', {
      body: { rules: 'muehle', colour: 'white', clock: { kind: 'per-move', days: 3 } },
    })
    await bram.call('acceptChallenge', { params: { id: body.id } })
    const read = async (server: TestServer) => (await get(server, '/metrics')).text()
    const first = await read(one)
    expect(first).toContain('tegenzet_games_running 1')
    expect(first).toContain('tegenzet_reviews_open{queue="claims"} 0')
    expect(first).toMatch(/tegenzet_outbox_unread_events{consumer="\w+"} [1-9]/)
    for (const ms of [0, 60_000, 60_000]) {
      one.clock.advance(ms)
      two.clock.advance(ms)
      expect(await read(one)).toContain('tegenzet_games_running')
      expect(await read(two)).not.toContain('tegenzet_games_running')
    }
    one.clock.advance(90_001)
    two.clock.advance(90_001)
    expect(await read(two)).toContain('tegenzet_games_running')
    expect(await read(one)).not.toContain('tegenzet_games_running')
  })

  test('are those that the dashboard and the alert rules in deploy/ use', async () => {
    const text = await (await get(await start({ jobs: 'queue' }), '/metrics')).text()
    const known = new Set(Array.from(text.matchAll(/^# TYPE (\w+)/gm), ([, name]) => name))
    // on Postgres, and with BACKUP_DIR
    for (const name of ['tegenzet_bus_listens', 'tegenzet_replica_used', 'tegenzet_backup_age_seconds'])
      known.add(name)
    for (const file of ['grafana-dashboard.json', 'prometheus-alerts.yml']) {
      const used = readFileSync(new URL(`../../../../deploy/${file}`, import.meta.url), 'utf8')
      const names = Array.from(used.matchAll(/\b(?:tegenzet|process|nodejs)_\w+/g), ([name]) =>
        name.replace(/_(bucket|sum|count)$/, ''),
      )
      expect(names.length).toBeGreaterThan(10)
      expect(names.filter((name) => !known.has(name))).toEqual([])
    }
  })

  test('have the room on the disk of DATA_DIR', async () => {
    const text = await (await get(await start(), '/metrics')).text()
    const [free, total] = ['free', 'total'].map((room) =>
      Number(new RegExp(`^tegenzet_disk_bytes\\{room="${room}"\\} (.+)$`, 'm').exec(text)?.[1]),
    ) as [number, number]
    expect(free).toBeGreaterThan(0)
    expect(total).toBeGreaterThan(free)
  })

  test('of the API go with its answers as Server-Timing', async () => {
    const server = await start()
    const timing = async (path: string) => (await get(server, path)).headers.get('server-timing')
    for (const path of ['/api/v1/about', '/api/v1/tokens'])
      expect(await timing(path)).toMatch(/^prepare;dur=\d+\.\d, handle;dur=\d+\.\d$/)
    expect(await timing('/healthz')).toBeNull()
  })

  test('are refused through a proxy that is not trusted', async () => {
    const server = await start()
    const response = await get(server, '/metrics', { 'x-forwarded-for': '127.0.0.1' })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'not-found' })
  })

  test('behind a trusted proxy are served to the allowed addresses, not to forged ones', async () => {
    const server = await start({ env: { TRUST_PROXY: 'true', METRICS_ALLOW: '10.1.0.0/16,2001:db8::7' } })
    const statusFor = async (forwarded: string) =>
      (await get(server, '/metrics', { 'x-forwarded-for': forwarded })).status
    expect(await statusFor('10.1.2.3')).toBe(200)
    expect(await statusFor('2001:db8::7')).toBe(200)
    expect(await statusFor('203.0.113.9')).toBe(404)
    expect(await statusFor('127.0.0.1, 203.0.113.9')).toBe(404)
    expect(await statusFor('10.1.2.3, 203.0.113.9')).toBe(404)
    expect((await get(server, '/metrics')).status).toBe(200)
  })

  test('accept only valid addresses and networks', () => {
    const read = (METRICS_ALLOW: string) => () => readConfig({ METRICS_ALLOW }, () => 'x'.repeat(32))
    expect(read('10.0.0.7, ::1,10.0.0.0/8,2001:db8::/32')).not.toThrow()
    for (const bad of ['prometheus', '10.0.0', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/x'])
      expect(read(bad)).toThrow('METRICS_ALLOW')
  })
})

test('the document describes health and the live channel', async () => {
  const server = await start()
  const document = (await (await get(server, '/api/v1/openapi.json')).json()) as {
    paths: Record<string, unknown>
    components: { schemas: Record<string, unknown> }
  }
  for (const path of ['/healthz', '/readyz', '/metrics', '/api/v1/live'])
    expect(document.paths).toHaveProperty([path, 'get'])
  expect(document.components.schemas).toHaveProperty('LiveMessage')
  expect(document.components.schemas).toHaveProperty('LiveCommand')
})
