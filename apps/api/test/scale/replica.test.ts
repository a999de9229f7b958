import { migrate, openDatabase, tempPostgres } from '@tegenzet/db'
import { ruleSet, startPosition } from '@tegenzet/rules'
import { beforeAll, expect, test } from 'vitest'
import { CONSTANTS, readConfig } from '../../src/config/config.ts'
import { checkDatabase } from '../../src/doctor/check-database.ts'
import { followReplica, type Replica } from '../../src/store/replica.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { openProxy } from '../server/proxy.ts'

type Postgres = Awaited<ReturnType<typeof tempPostgres>>

const GAMES = process.env.SOAK ? 200 : 20
const log = { info() {}, warn() {} }

let primary: Postgres
let standby: Postgres
let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let replica: Awaited<ReturnType<typeof openDatabase>>
let following: Replica
let proxy: Awaited<ReturnType<typeof openProxy>>
beforeAll(async () => {
  primary = await tempPostgres({ durable: true })
  const direct = await openDatabase({ url: primary.url })
  await migrate(direct.pool)
  standby = await tempPostgres({ durable: true, standbyOf: primary.url })
  // a commit waits until it is on the disk of the replica
  await direct.pool.query(`ALTER SYSTEM SET synchronous_standby_names = 'standby'`)
  await direct.pool.query('SELECT pg_reload_conf()')
  await direct.close()
  proxy = await openProxy(primary.url)
  const database = await openDatabase({ url: proxy.url })
  replica = await openDatabase({ url: standby.url })
  following = followReplica(database, replica, { maxLagMs: 10_000, log })
  server = await startServer({ database, replica: following })
  anna = await server.player('anna')
  bram = await server.player('bram')
  return async () => {
    await server.close()
    await following.close()
    await database.close()
    proxy.close()
    await standby.stop()
    await primary.stop()
  }
})

async function beginGame(): Promise<number> {
  const { body } = await anna.call('createChallenge', {
    body: { rules: 'muehle', colour: 'white', clock: { kind: 'per-move', days: 3 } },
  })
  const accepted = await bram.call('acceptChallenge', { params: { id: body.id } })
  return accepted.body.game.id
}

test('visitors’ lists come from the replica, what players read from the primary', async () => {
  await beginGame()
  const games = async (call: TestServer['call']) =>
    (await call('listGames', { query: { player: 'anna' } })).body.items.length
  await expect.poll(() => following.db).not.toBeNull()
  await expect.poll(() => games(server.call)).toBe(1)
  const config = readConfig(
    {
      DATABASE_URL: primary.url,
      DATABASE_REPLICA_URL: standby.url,
      SECRET: 'x'.repeat(32),
    },
    () => '',
    { ...CONSTANTS, replicaLagSeconds: 2 },
  )
  const checked = async () =>
    (await checkDatabase(config, () => new Date())).find(({ topic }) => topic === 'replica')
  expect(await checked()).toMatchObject({ state: 'good' })
  await replica.pool.query('SELECT pg_wal_replay_pause()')
  await beginGame()
  expect(await games(server.call)).toBe(1) // still the replica
  expect(await games(anna.call)).toBe(2)
  // until it lags too far behind
  await expect.poll(() => games(server.call)).toBe(2)
  expect(following.db).toBeNull()
  expect(await checked()).toMatchObject({ state: 'problem', text: expect.stringContaining('lags') })
  await replica.pool.query('SELECT pg_wal_replay_resume()')
})

test('a replica that does not know a game or a lost token yet changes nothing for whoever has it', async () => {
  await expect.poll(() => following.db).not.toBeNull()
  const erin = await server.player('erin')
  await replica.pool.query('SELECT pg_wal_replay_pause()')
  const query = { position: startPosition(ruleSet('muehle')) }
  const asked = { params: { rules: 'muehle' as const }, query }
  const help = async (by: Pick<TestPlayer, 'call'>) =>
    Promise.all([
      by.call('explore', asked),
      by.call('probePosition', asked),
      by.call('listGames', { query: { rules: 'muehle', ...query } }),
    ])
  expect((await help(erin)).map(({ status }) => status)).toEqual([200, 200, 200])
  const { body } = await erin.call('createChallenge', {
    body: { rules: 'muehle', colour: 'white', clock: { kind: 'per-move', days: 3 } },
  })
  await bram.call('acceptChallenge', { params: { id: body.id } })
  for (const player of [erin, bram])
    expect((await help(player)).map(({ status }) => status)).toEqual([403, 403, 403])
  await server.database.prisma.token.deleteMany({ where: { accountId: erin.accountId } })
  const revoked = await Promise.all([
    erin.call('getStatistics', { params: { username: 'erin' } }),
    erin.call('getLeaderboard', { params: asked.params }),
    ...(await help(erin)),
  ])
  expect(revoked.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
  await replica.pool.query('SELECT pg_wal_replay_resume()')
})

test('a block holds at once for whoever is blocked, also while the replica does not know it', async () => {
  await expect.poll(() => following.db).not.toBeNull()
  const [cato, dora] = [await server.player('cato'), await server.player('dora')]
  const terms = { rules: 'muehle', colour: 'white', clock: { kind: 'per-move', days: 3 } }
  await replica.pool.query('SELECT pg_wal_replay_pause()')
  const { body: open } = await cato.call('createChallenge', { body: terms })
  const listed = async () => {
    const { body } = await dora.call('listChallenges')
    return (body.items as { id: number }[]).some(({ id }) => id === open.id)
  }
  expect(await listed()).toBe(true)
  expect((await cato.call('block', { params: { username: 'dora' } })).status).toBe(200)
  expect(following.db).not.toBeNull()
  expect(await listed()).toBe(false)
  const refused = await Promise.all([
    dora.call('acceptChallenge', { params: { id: open.id } }),
    dora.call('createChallenge', { body: { ...terms, opponent: 'cato' } }),
  ])
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
    Array(2).fill([403, 'contact-refused']),
  )
  await replica.pool.query('SELECT pg_wal_replay_resume()')
})

test('the primary crashes under load: only 503 until the replica is promoted, and no move is lost', async () => {
  const ids = await Promise.all(Array.from({ length: GAMES }, beginGame))
  const moves = ['d6', 'd2', 'a7', 'g1', 'd7', 'a1']
  const acknowledged = new Map<number, number>()
  const statuses = new Set<number>()
  let answersAgainAt = 0

  /** Sends each move until it is acknowledged, as a client does. */
  async function play(id: number): Promise<void> {
    for (const [ply, move] of moves.entries())
      for (;;) {
        const { status } = await (ply % 2 === 0 ? anna : bram).call('playMove', {
          params: { id },
          body: { move, ply },
        })
        statuses.add(status)
        if (status !== 503) {
          if (promotedAt && !answersAgainAt) answersAgainAt = performance.now()
          acknowledged.set(id, ply + 1)
          break
        }
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
  }

  let promotedAt = 0
  const played = Promise.all(ids.map(play))
  await expect.poll(() => acknowledged.size).toBeGreaterThan(GAMES / 4)
  await primary.crash()
  const before = new Map(acknowledged)
  await expect.poll(() => statuses.has(503)).toBe(true)
  await replica.pool.query('SELECT pg_promote()')
  for (const [id, ply] of before) {
    const { rows } = await replica.pool.query('SELECT ply FROM games WHERE id = $1', [id])
    expect(rows[0].ply).toBeGreaterThanOrEqual(ply)
  }
  await replica.pool.query(`ALTER SYSTEM SET synchronous_standby_names = ''`)
  await replica.pool.query('SELECT pg_reload_conf()')
  proxy.leadTo(standby.url)
  promotedAt = performance.now()
  await played
  expect((answersAgainAt - promotedAt) / 1000).toBeLessThan(10)
  // 200: the move was written before the crash, but not acknowledged
  for (const status of statuses) expect([200, 201, 503]).toContain(status)
  for (const id of ids) {
    const { body } = await anna.call('getGame', { params: { id } })
    expect(body.ply).toBe(moves.length)
  }
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})
