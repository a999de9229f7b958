import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAddress } from '../../src/delivery/calendar/secret-address.ts'
import { EVERY_PAGE } from '../server/every-page.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { type CountingDatabase, openCountingDatabase, PLANS } from './counted-rows.ts'
import { fillGrownSite, STANDING } from './grown-site.ts'

/** What a feed of twenty entries or a frame may read, with all that is shown of it. */
const AT_MOST = 1000

let server: TestServer
let database: CountingDatabase
let secret: string

beforeAll(async () => {
  server = await startServer({ webClient: EVERY_PAGE })
  const at = server.clock.now()
  await fillGrownSite(server.database, at)
  // a player with many games and a club with most events, among many with few
  await server.database.pool.query(`
    UPDATE games SET white_id = 1 WHERE id BETWEEN 20000 AND 21199 AND black_id <> 1;
    UPDATE matches SET club_a_id = 1 WHERE club_b_id <> 1 AND state <> 'proposed';
    UPDATE tournaments SET club_id = 1 WHERE id < ${STANDING};
    INSERT INTO club_announcements (club_id, by_id, text, created_at)
      SELECT 1, 1, 'We meet', '${at.toISOString()}' FROM generate_series(1, ${STANDING});
    INSERT INTO news (texts, created_at)
      SELECT '{"en": {"title": "News", "text": "Good"}}', '${at.toISOString()}' FROM generate_series(1, ${STANDING});`)
  for (const table of ['games', 'matches', 'tournaments']) await server.database.pool.query(`VACUUM ${table}`)
  await server.database.pool.query('ANALYZE')
  secret = (await createAddress(server.store, 'turn_feeds', { accountId: 1, at })).secret
  database = await openCountingDatabase(server)
}, 300_000)
afterAll(async () => {
  await database?.close()
  await server?.close()
})

it.each([
  ['the news', 20, () => '/feeds/news.en.atom'],
  ['a player’s games', 20, () => '/feeds/players/player1.atom'],
  ['a club’s events', 20, () => '/feeds/clubs/town-1.atom'],
  ['the games that wait', 4, () => `/feeds/turns/${secret}.atom`],
  ['a club’s matches in a state', 0, () => '/api/v1/matches?club=town-1&state=proposed'],
  ['a game’s frame', 0, () => '/embed/games/20005'],
  ['a puzzle’s frame', 0, () => '/embed/puzzles/daily'],
  ['an analysis’s frame', 0, () => '/embed/analyses/1'],
  [
    'what leads to a frame',
    0,
    () => `/oembed?url=${encodeURIComponent(`${server.deps.config.publicUrl}/games/20005`)}`,
  ],
])('%s reads no more the more stands', async (_, entries, pathOf) => {
  for (const plans of PLANS) {
    await database.plan(plans)
    const { read } = await database.count(async () => {
      const answer = await fetch(server.url + pathOf())
      expect(answer.status).toBe(200)
      expect((await answer.text()).split('<entry>').length - 1).toBe(entries)
    })
    expect.soft(read, plans).toBeLessThanOrEqual(AT_MOST)
  }
})
