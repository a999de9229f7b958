import { GAME_STATUSES } from '@tegenzet/contract'
import { type Database, openDatabase } from '@tegenzet/db'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countFirstContact } from '../../src/accounts/limits/new-account-limit.ts'
import { listGames } from '../../src/play/reading/list-games.ts'
import { commitListeners } from '../../src/store/commit-listeners.ts'
import { type Db, openStore } from '../../src/store/transaction.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { PLANS, reportReads } from './counted-rows.ts'
import { fillGrownSite } from './grown-site.ts'

let server: TestServer
/** Has one connection, so that it can be told to write down what it has counted. */
let database: Database
let store: Db

beforeAll(async () => {
  server = await startServer()
  await fillGrownSite(server.database, server.clock.now())
  // a giant among many small players
  await server.database.pool.query(
    `UPDATE games SET white_id = 1 WHERE id BETWEEN 20000 AND 20999 AND black_id <> 1`,
  )
  await server.database.pool.query('ANALYZE')
  const { url } = server.database as { url?: string }
  database = url ? await openDatabase({ url, maxConnections: 1 }) : server.database
  store = openStore(database, commitListeners())
}, 180_000)
afterAll(async () => {
  if (database !== server.database) await database?.close()
  await server?.close()
})

/** Rows and index entries of games that were read so far. What a page joins to them is read by key, or is small. */
async function countReads(): Promise<number> {
  await reportReads(server.database, database)
  const { rows } = await database.pool.query<{ read: number }>(`
    SELECT (SELECT sum(seq_tup_read) FROM pg_stat_user_tables WHERE relname = 'games')::int
      + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname = 'games')::int AS read`)
  return rows[0]!.read
}

/** @returns the most that something reads, planned for its parameters and with a generic plan */
async function mostReads(run: () => Promise<unknown>): Promise<number> {
  const reads: number[] = []
  for (const mode of PLANS) {
    await database.pool.query(`SET plan_cache_mode = ${mode}`)
    const before = await countReads()
    await run()
    reads.push((await countReads()) - before)
  }
  await database.pool.query('RESET plan_cache_mode')
  return Math.max(...reads)
}

/** What a page of ten games may read. Each kind of game stands `STANDING` times. */
const AT_MOST = 500

const FILTERS: Record<string, readonly (string | number | boolean)[]> = {
  player: ['player1'],
  opponent: ['player7'],
  rules: ['muehle', 'halma'],
  tournament: [1],
  status: GAME_STATUSES,
  ladder: [true],
}

/** Every combination of the filters and their values. */
const combinations = Object.entries(FILTERS)
  .reduce<object[]>(
    (all, [name, values]) =>
      all.flatMap((each) => [each, ...values.map((value) => ({ ...each, [name]: value }))]),
    [{}],
  )
  .filter((query) => !('opponent' in query) || 'player' in query)

it('a list of games reads in proportion to its page, whatever its filters', {
  timeout: 600_000,
}, async () => {
  const now = server.clock.now()
  const over: string[] = []
  for (const filters of combinations) {
    const query = { sort: '-updatedAt', guests: true, limit: 10, ...filters } as never
    const read = await mostReads(async () => {
      const page = await listGames(store, query, null, now)
      expect(page.ok).toBe(true)
    })
    if (read > AT_MOST) over.push(`${JSON.stringify(filters)} reads ${read}`)
  }
  expect(over).toEqual([])
})

it('whether a new account has played somebody is read from its own games', async () => {
  const { deps } = server
  const limits = { ...deps.config.limits, newAccountDays: 7 }
  const withLimit = { ...deps, config: { ...deps.config, limits } }
  for (const what of ['challenge', 'message'] as const) {
    const read = await mostReads(async () => {
      const contact = { playerId: 1500, to: { id: 1, kind: 'human' }, what } as const
      expect(await countFirstContact(withLimit, store, contact)).toMatchObject({ ok: true })
    })
    expect(read, what).toBeLessThanOrEqual(50)
  }
})

it('pages of strong players read in proportion too, where nearly all are weaker', {
  timeout: 600_000,
}, async () => {
  const now = server.clock.now()
  const { pool } = server.database
  const pair = `SELECT unnest(ARRAY[white_id, black_id]) FROM (SELECT * FROM games ORDER BY updated_at, id LIMIT 1) oldest`
  await pool.query(`UPDATE player_ratings SET rating = 1200`)
  await pool.query(`
    INSERT INTO player_ratings (player_id, rules, kind, rating, deviation, volatility, games, last_game_at)
    SELECT p.id, rules, 'human', 2100, 60, 0.06, 9, now() FROM players p, (SELECT DISTINCT rules FROM games) r
    WHERE p.id IN (${pair}) ON CONFLICT (player_id, rules) DO UPDATE SET rating = 2100`)
  const { rows } = await pool.query('SELECT id FROM games ORDER BY updated_at, id LIMIT 1')
  const strong = { sort: '-updatedAt', guests: false, minRating: 2000, limit: 10 } as const
  const found: number[] = []
  let cursor: string | undefined
  do {
    const before = await countReads()
    const page = await listGames(store, { ...strong, cursor } as never, null, now)
    expect((await countReads()) - before).toBeLessThanOrEqual(2 * AT_MOST)
    if (!page.ok) throw new Error(page.error.detail)
    found.push(...page.value.items.map(({ id }) => id))
    cursor = page.value.nextCursor ?? undefined
  } while (cursor)
  expect(found).toContain(rows[0].id)
  for (const filters of combinations) {
    const read = await mostReads(() => listGames(store, { ...strong, ...filters } as never, null, now))
    expect(read, JSON.stringify(filters)).toBeLessThanOrEqual(2 * AT_MOST)
  }
})

it('pages without guests read in proportion too, where nearly all games are guests’', {
  timeout: 600_000,
}, async () => {
  const now = server.clock.now()
  const { pool } = server.database
  // all play as guests but player 1, whose games are more than one page looks at
  await pool.query("UPDATE players SET kind = 'guest' WHERE id > 1")
  await pool.query(
    'UPDATE games SET white_id = 1, black_id = 2 WHERE id IN (SELECT id FROM games ORDER BY updated_at, id LIMIT 1)',
  )
  await pool.query("UPDATE players SET kind = 'human' WHERE id = 2")
  const { rows } = await pool.query('SELECT id FROM games ORDER BY updated_at, id LIMIT 1')
  const found: number[] = []
  let cursor: string | undefined
  let pages = 0
  do {
    const before = await countReads()
    const page = await listGames(
      store,
      { sort: '-updatedAt', guests: false, limit: 10, cursor } as never,
      null,
      now,
    )
    expect((await countReads()) - before).toBeLessThanOrEqual(2 * AT_MOST)
    if (!page.ok) throw new Error(page.error.detail)
    found.push(...page.value.items.map(({ id }) => id))
    cursor = page.value.nextCursor ?? undefined
    pages++
  } while (cursor)
  expect(found).toContain(rows[0].id)
  expect(new Set(found).size).toBe(found.length)
  expect(pages).toBeGreaterThan(10)

  for (const filters of combinations) {
    const query = { sort: '-updatedAt', guests: false, limit: 10, ...filters } as never
    const read = await mostReads(() => listGames(store, query, null, now))
    expect(read, JSON.stringify(filters)).toBeLessThanOrEqual(2 * AT_MOST)
  }
})
