import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { openDatabase } from './open-database.ts'
import { testDatabase } from './testing.ts'

it.skipIf(!process.env.TEST_DATABASE_URL)(
  'stores timestamps correctly on a server with another time zone',
  async () => {
    const there = await testDatabase()
    try {
      const name = new URL(there.url!).pathname.slice(1)
      await there.pool.query(`ALTER DATABASE ${name} SET timezone TO 'Asia/Tokyo'`)
      const database = await openDatabase({ url: there.url! })
      const createdAt = new Date('2026-11-20T12:34:56.789Z')
      const { id } = await database.prisma.player.create({
        data: { username: 'anna', usernameKey: 'anna', createdAt },
      })
      const found = await database.prisma.player.findUniqueOrThrow({ where: { id } })
      const [raw] = await database.prisma.$queryRaw<{ at: Date; same: boolean }[]>`
        SELECT created_at AS at, created_at = ${createdAt} AS same FROM players`
      await database.close()
      expect(found.createdAt).toEqual(createdAt)
      expect(raw).toEqual({ at: createdAt, same: true })
    } finally {
      await there.close()
    }
  },
)

it('tells the planner that random reads are cheap, on every connection', async () => {
  const { pool, close } = await testDatabase()
  try {
    const client = await pool.connect()
    await client.query('RESET ALL')
    const { rows } = await client.query('SHOW random_page_cost')
    client.release()
    expect(rows).toEqual([{ random_page_cost: '1.1' }])
  } finally {
    await close()
  }
})

// node-postgres warns of this, and will refuse it
it.skipIf(!process.env.TEST_DATABASE_URL)('sends one statement at a time on a connection', async () => {
  const there = await testDatabase()
  const warnings: Error[] = []
  const onWarning = (warning: Error) => warnings.push(warning)
  process.on('warning', onWarning)
  try {
    const answers = await there.prisma.$transaction((transaction) =>
      Promise.all([1, 2, 3].map((n) => transaction.$queryRaw`SELECT ${n}::int AS n`)),
    )
    expect(answers).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]])
    await setImmediate()
    expect(warnings).toEqual([])
  } finally {
    process.off('warning', onWarning)
    await there.close()
  }
})

it('prepares a statement once per connection', async () => {
  const there = await testDatabase()
  try {
    await there.prisma.$transaction(async (transaction) => {
      for (const n of [1, 2, 3]) await transaction.$queryRaw`SELECT ${n}::int + 40 AS answer`
      const prepared = await transaction.$queryRaw<{ statement: string }[]>`
        SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%40 AS answer%' AND statement NOT LIKE '%pg_%'`
      expect(prepared).toHaveLength(1)
    })
  } finally {
    await there.close()
  }
})

it('answers the statements after one that failed', async () => {
  const { pool, close } = await testDatabase()
  try {
    const numbers: unknown[] = []
    for (const value of ['1', 'x', '2', '3']) {
      const answer = pool.query({ name: 'to-int', text: 'SELECT $1::text::int AS n', values: [value] })
      numbers.push(
        await answer.then(
          ({ rows }) => rows[0].n,
          () => 'failed',
        ),
      )
    }
    expect(numbers).toEqual([1, 'failed', 2, 3])
  } finally {
    await close()
  }
})

it('keeps no answer in memory', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const { pool, close } = await testDatabase()
  const megabytesAfter = async (answers: number) => {
    for (let n = 0; n < answers; n++)
      await pool.query("SELECT repeat('x', 1000) FROM generate_series(1, 100)")
    collectGarbage()
    return process.memoryUsage().heapUsed / 1e6
  }
  try {
    const before = await megabytesAfter(10)
    expect((await megabytesAfter(300)) - before).toBeLessThan(15)
  } finally {
    await close()
  }
})

it('gives a connection that replaces another nothing of it', async () => {
  const { pool, close } = await testDatabase()
  try {
    const query = { name: 'one', text: 'SELECT 1 AS one' }
    const client = await pool.connect()
    await client.query('BEGIN')
    await client.query('CREATE TABLE unfinished ()')
    await client.query(query)
    client.release(new Error('The transaction could not be ended.'))
    expect((await pool.query(query)).rows).toEqual([{ one: 1 }])
    expect((await pool.query("SELECT to_regclass('unfinished') AS found")).rows).toEqual([{ found: null }])
  } finally {
    await close()
  }
})
