import { type Database, openDatabase } from '@tegenzet/db'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FIRST, fillYear } from '../bench/fill-year.ts'
import { createMeter } from '../bench/measured-reads.ts'
import { getClub } from '../src/competition/clubs/list-clubs.ts'
import { runLadders } from '../src/competition/ladders/run-ladders.ts'
import { listUnusualRuns } from '../src/competition/ratings/list-unusual-runs.ts'
import { commitListeners } from '../src/store/commit-listeners.ts'
import { type Db, openStore } from '../src/store/transaction.ts'
import { startServer, type TestServer } from './harness.ts'

const GAMES = 20_000
/** Has 2,000 members. */
const CLUB = 'year'

let server: TestServer
/** Has one connection: its plans are those of the calls before. */
let database: Database
let store: Db
let meter: ReturnType<typeof createMeter>

beforeAll(async () => {
  server = await startServer()
  const giant = await server.player('anna')
  await fillYear(
    server.database,
    { games: GAMES, running: Math.round(GAMES / 5), accounts: Math.round(GAMES / 3) },
    { now: server.clock.now(), giant: giant.id },
  )
  const { url } = server.database as { url?: string }
  database = url ? await openDatabase({ url, maxConnections: 1 }) : server.database
  store = openStore(database, commitListeners())
  meter = createMeter({ ...server, database })
}, 300_000)
afterAll(async () => {
  if (database !== server.database) await database?.close()
  await server?.close()
})

/** @returns the most pages that something reads, planned for its parameters and with a generic plan */
async function mostPages(run: () => Promise<unknown>): Promise<number> {
  const pages: number[] = []
  for (const mode of ['auto', 'force_generic_plan']) {
    await database.pool.query(`SET plan_cache_mode = ${mode}`)
    await run()
    pages.push((await meter(run)).pages)
  }
  await database.pool.query('RESET plan_cache_mode')
  return Math.max(...pages)
}

it('unusual runs are found without a look at each rated game', async () => {
  await database.pool.query(`
    WITH won AS (
      UPDATE games SET white_id = ${FIRST}, black_id = ${FIRST + 1}, winner = 'white' WHERE id IN (
        SELECT id FROM games WHERE status = 'finished' AND rated AND reason = 'resignation' AND ply BETWEEN 4 AND 19
          AND tournament_id IS NULL AND match_id IS NULL ORDER BY ended_at DESC LIMIT 9)
      RETURNING id
    ) UPDATE game_ratings SET player_id = ${FIRST} WHERE side = 'white' AND game_id IN (SELECT id FROM won)`)
  await database.pool.query('VACUUM games')
  const pages = await mostPages(async () => {
    expect((await listUnusualRuns(store)).items[0]).toMatchObject({ games: 9, points: expect.any(Number) })
  })
  expect(pages).toBeLessThanOrEqual(300)
})

it('the page of a club of many matches reads what is counted of them', async () => {
  const pages = await mostPages(async () => {
    const club = await getClub(store, { slug: CLUB, caller: null, at: server.clock.now() })
    expect(club).toMatchObject({ ok: true, value: { members: 2000, bestBoards: Array(5).fill({}) } })
  })
  expect(pages).toBeLessThanOrEqual(300)
})

it('a result of a ladder is applied without a look at the games that go on', async () => {
  const { rows } = await database.pool.query(`
    SELECT game_id AS id FROM ladder_games l JOIN games g ON g.id = l.game_id WHERE l.settled_at IS NULL AND l.rules = 'muehle'`)
  expect(rows.length).toBeGreaterThan(100)
  await runLadders(server.deps, store)
  let n = 0
  const pages = await mostPages(async () => {
    const { id } = rows[n++]
    await database.pool.query(
      `UPDATE games SET status = 'finished', turn = NULL, clock_since = NULL, deadline = NULL, winner = NULL, reason = 'agreement',
         updated_at = $2, ended_at = $2 WHERE id = $1`,
      [id, server.clock.now()],
    )
    await runLadders(server.deps, store)
    const settled = await server.database.prisma.ladderGame.findUniqueOrThrow({ where: { gameId: id } })
    expect(settled.settledAt).not.toBeNull()
  })
  expect(pages).toBeLessThanOrEqual(300)
})
