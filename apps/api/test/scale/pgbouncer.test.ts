import { testDatabase } from '@tegenzet/db/testing'
import { expect, onTestFinished, test } from 'vitest'
import { withBotLease } from '../../src/built-in-bots/bot-lease.ts'
import { readConfig } from '../../src/config/config.ts'
import { checkDatabase } from '../../src/doctor/check-database.ts'
import { good } from '../../src/doctor/finding.ts'
import { openPreparedDatabase } from '../../src/start/open-prepared-database.ts'
import { fileRepetition, gameWithRepetition } from '../play/repetition-games.ts'
import { startServer } from '../server/harness.ts'
import { openSocket } from '../server/live-socket.ts'
import { startPgbouncer } from './temp-pgbouncer.ts'

test('a server starts, games are played and a claim is ruled on through PgBouncer', async () => {
  const postgres = await testDatabase()
  await postgres.pool.query(
    `ALTER DATABASE ${new URL(postgres.url!).pathname.slice(1)} SET timezone TO 'Asia/Tokyo'`,
  )
  const target = new URL(postgres.url!)
  const pgbouncer = await startPgbouncer(target)
  onTestFinished(pgbouncer.stop)
  const pooled = Object.assign(new URL(target), { hostname: '127.0.0.1', port: `${pgbouncer.port}` })
  const config = readConfig(
    {
      DATABASE_URL: pooled.href,
      DATABASE_DIRECT_URL: target.href,
      DATABASE_POOLER: 'transaction',
      SECRET: 'x'.repeat(32),
    },
    () => '',
  )
  const shared = process.env.TEST_BUS_URL
  delete process.env.TEST_BUS_URL // listens on Postgres
  const prepared = await Promise.all(
    [1, 2].map(() =>
      openPreparedDatabase(config, { log: { info() {}, warn() {} } as never, now: () => new Date() }),
    ),
  )
  expect((await prepared[0]!.pool.query('SHOW random_page_cost')).rows).toEqual([{ random_page_cost: '1.1' }])
  const [here, there] = await Promise.all(
    prepared.map((database) => startServer({ database, jobs: 'queue' })),
  )
  process.env.TEST_BUS_URL = shared
  const anna = await here!.player('anna')
  const bram = await there!.player('bram')
  const arbiter = await here!.player('arbiter', { role: 'admin' })
  const socket = await openSocket(there!.url, { token: bram.token })

  const begin = async () => {
    const { body } = await anna.call('createChallenge', {
      body: { rules: 'muehle', colour: 'white', clock: { kind: 'per-move', days: 3 } },
    })
    const accepted = await bram.call('acceptChallenge', { params: { id: body.id } })
    return accepted.body.game.id as number
  }
  // more at once than PgBouncer has connections
  const ids = await Promise.all(Array.from({ length: 12 }, begin))
  await Promise.all(
    ids.map(async (id) => {
      for (const [ply, move] of ['d6', 'd2', 'a7', 'g1'].entries()) {
        const player = ply % 2 === 0 ? anna : bram
        const { status, body } = await player.call('playMove', { params: { id }, body: { move, ply } })
        expect(status).toBe(201)
        // Prisma reads and writes UTC, whatever the database's time zone
        expect(body.game.updatedAt).toBe(here!.clock.now().toISOString())
      }
    }),
  )
  for (const id of ids) await socket.waitFor('game', ({ game }) => game.id === id && game.ply === 4)

  const claim = await fileRepetition(anna, await gameWithRepetition(here!, anna, bram))
  const ruled = await arbiter.call('ruleOnClaim', {
    params: { id: claim.id },
    body: { verdict: 'uphold', reason: 'Three times' },
  })
  expect(ruled.body.game.outcome).toMatchObject({ winner: null })
  await socket.waitFor('game', ({ game }) => game.id === claim.game && game.status === 'finished')

  expect(await checkDatabase(config, () => new Date())).toContainEqual(
    good('pooler', 'it answers, and its connections have the settings of the role'),
  )
  const { rows } = await postgres.pool.query(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
  )
  expect(rows[0].n).toBe(2)

  // the pooler would give a connection with the lock to the other process next
  const lockHolder = `SELECT pid FROM pg_locks JOIN pg_database d ON d.oid = database
    WHERE locktype = 'advisory' AND d.datname = current_database()`
  await withBotLease(prepared[0]!, new AbortController().signal, async () => {
    const holders = await postgres.pool.query(lockHolder)
    expect(holders.rows).toHaveLength(1)
    const pooled = await Promise.all(
      Array.from({ length: 6 }, () =>
        prepared[0]!.pool.query('SELECT pg_backend_pid() AS pid, pg_sleep(0.05)'),
      ),
    )
    expect(pooled.map(({ rows }) => rows[0].pid)).not.toContain(holders.rows[0].pid)
  })

  socket.socket.close()
  await there!.close()
  await here!.close()
  for (const database of prepared) await database.close()
  await postgres.close()
})
