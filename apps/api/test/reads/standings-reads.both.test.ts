import { afterAll, beforeAll, expect, it } from 'vitest'
import { keepStandings } from '../../src/competition/tournaments/kept-standings.ts'
import { readStandings } from '../../src/competition/tournaments/read-standings.ts'
import { standingsInMemory } from '../../src/competition/tournaments/standings-in-memory.ts'
import { readTournament } from '../../src/competition/tournaments/tournament-store.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { type CountingDatabase, openCountingDatabase } from './counted-rows.ts'

const GROUPS = 42
const GROUP_SIZE = 12
const PLAYERS = GROUPS * GROUP_SIZE
const GAMES = (GROUPS * GROUP_SIZE * (GROUP_SIZE - 1)) / 2
/** The seat, the entry and the player, some of them twice: to know whether the table has changed, and to name the players. */
const ROWS_A_PLAYER = 5

let server: TestServer
let database: CountingDatabase
beforeAll(async () => {
  server = await startServer()
  const at = `'${server.clock.now().toISOString()}'::timestamptz`
  const clock = `'{"kind": "per-move", "days": 3}'`
  await server.database.pool.query(`
    INSERT INTO players (id, username, username_key)
      SELECT n, 'player' || n, 'player' || n FROM generate_series(1, ${PLAYERS}) AS n;
    INSERT INTO tournaments (id, name, rules, rules_revision, clock, vacation, rated, kind, group_size, games_per_pair, advance,
        min_entrants, max_entrants, invite, state, stage, started_at, created_at)
      SELECT n, 'Cup', 'muehle', 1, ${clock}, true, true, 'human', ${GROUP_SIZE}, 1, 1, 3, ${PLAYERS}, false, 'running', 1, ${at}, ${at}
      FROM generate_series(1, 2) AS n;
    INSERT INTO tournament_entries (tournament_id, player_id, entered_at)
      SELECT t, n, ${at} FROM generate_series(1, 2) AS t, generate_series(1, ${PLAYERS}) AS n;
    INSERT INTO tournament_groups (tournament_id, stage, nr, started_at)
      SELECT t, 1, n, ${at} FROM generate_series(1, 2) AS t, generate_series(1, ${GROUPS}) AS n;
    INSERT INTO tournament_seats (tournament_id, stage, player_id, group_nr, seat)
      SELECT tournament_id, 1, player_id, 1 + (player_id - 1) / ${GROUP_SIZE}, 1 + (player_id - 1) % ${GROUP_SIZE}
      FROM tournament_entries;
    INSERT INTO games (rules, rules_revision, status, white_id, black_id, turn, position, clock, white_remaining_ms,
        black_remaining_ms, turn_ms, winner, reason, tournament_id, stage, group_nr, created_at, updated_at, ended_at)
      SELECT 'muehle', 1, 'finished', w.player_id, b.player_id, NULL, '', ${clock}, 1, 1, 1, 'white', 'resignation',
        w.tournament_id, 1, w.group_nr, ${at}, ${at}, ${at}
      FROM tournament_seats w JOIN tournament_seats b USING (tournament_id, group_nr) WHERE w.seat < b.seat;
    ANALYZE`)
  database = await openCountingDatabase(server)
}, 180_000)
afterAll(async () => {
  await database?.close()
  await server?.close()
})

async function countReads(id: number) {
  let shown = { players: 0, games: 0 }
  const { read } = await database.count(async (store) => {
    const { groups } = await readStandings(store, (await readTournament(store, id))!, 1)
    const items = groups.flatMap((group) => group.items)
    const results = items.flatMap((item) => item.results.flatMap(({ games }) => games))
    shown = { players: items.length, games: results.length / 2 }
  })
  expect(shown).toEqual({ players: PLAYERS, games: GAMES })
  return read
}

// there are two such tournaments, so that reading both would be noticed
it('the standings of a large tournament read each player a few times, and each ended game once by index', async () => {
  await keepStandings(server.store, new Date(0))
  expect(await server.database.prisma.tournamentTable.count()).toBe(2 * GROUPS)
  expect(await countReads(1)).toBeLessThanOrEqual(GAMES + ROWS_A_PLAYER * PLAYERS + 3 * GROUPS)
})

it('standings stay in memory until a player of theirs has another name, leaves or ends a game', async () => {
  const { pool } = server.database
  const standings = standingsInMemory()
  const tournament = (await readTournament(server.store, 2))!
  const find = () => standings(server.store, tournament, 1)
  let last = await find()
  expect(await find()).toBe(last)
  const { read } = await database.count((store) => standings(store, tournament, 1))
  expect(read).toBeLessThanOrEqual(GAMES + ROWS_A_PLAYER * PLAYERS + 3 * GROUPS)

  for (const change of [
    "UPDATE players SET username = 'renamed', username_key = 'renamed' WHERE id = 5",
    "UPDATE players SET kind = 'bot' WHERE id = 5",
    'UPDATE tournament_seats SET struck = true WHERE tournament_id = 2 AND player_id = 5',
    'UPDATE games SET ended_at = NULL WHERE id = (SELECT min(id) FROM games WHERE tournament_id = 2)',
  ]) {
    await pool.query(change)
    const now = await find()
    expect(now, change).not.toBe(last)
    expect(await find()).toBe(now)
    last = now
  }
  // one group is not that of another, and neither is all
  expect((await standings(server.store, tournament, 1, 1)).body.text.length).toBeLessThan(
    last.body.text.length / 10,
  )
})

it('standings count as more reads the more players they have', async () => {
  const left = async (query: { group?: number }) => {
    const { status, headers } = await server.call('getStandings', { params: { id: 2 }, query })
    expect(status).toBe(200)
    return Number(headers.get('ratelimit-remaining'))
  }
  const before = await left({ group: 1 })
  expect(before - (await left({ group: 2 }))).toBe(1)
  expect(before - (await left({}))).toBe(2 + Math.floor(PLAYERS / 100))
})
