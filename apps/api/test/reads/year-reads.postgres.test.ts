import type { Result } from '@tegenzet/common'
import { type Database, openDatabase } from '@tegenzet/db'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FIRST, fillYear } from '../../bench/fill-year.ts'
import { createMeter } from '../../bench/measured-reads.ts'
import { isBotAwaited } from '../../src/built-in-bots/bot-store.ts'
import { listClubGames } from '../../src/competition/clubs/list-club-parts.ts'
import { getClub } from '../../src/competition/clubs/list-clubs.ts'
import { runLadders } from '../../src/competition/ladders/run-ladders.ts'
import { runLeagues } from '../../src/competition/leagues/run-leagues.ts'
import { countFromMarks } from '../../src/competition/ratings/count-above.ts'
import { getLeaderboard } from '../../src/competition/ratings/get-leaderboard.ts'
import { getOwnPlace } from '../../src/competition/ratings/get-own-place.ts'
import { listUnusualRuns } from '../../src/competition/ratings/list-unusual-runs.ts'
import { finishStages } from '../../src/competition/tournaments/finish-stages.ts'
import { keepStandings } from '../../src/competition/tournaments/kept-standings.ts'
import { removeLeavers } from '../../src/competition/tournaments/remove-leavers.ts'
import { startDueTournaments } from '../../src/competition/tournaments/start-tournament.ts'
import type { Caller } from '../../src/http/caller.ts'
import { readOpenChallenges } from '../../src/lobby/challenges/challenge-store.ts'
import { getStatistics } from '../../src/lobby/people/get-statistics.ts'
import { habitsInMemory } from '../../src/lobby/people/habits-in-memory.ts'
import { readRunningGames, settledCursor } from '../../src/outbox/read-events.ts'
import { ruleByEvidence } from '../../src/play/claims/rule-by-evidence.ts'
import { readIdleGames } from '../../src/play/game/read-games.ts'
import { listGames } from '../../src/play/reading/list-games.ts'
import type { Refusal } from '../../src/refusal.ts'
import { commitListeners } from '../../src/store/commit-listeners.ts'
import type { Page } from '../../src/store/page.ts'
import { type Db, openStore } from '../../src/store/transaction.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { PLANS } from './counted-rows.ts'

const GAMES = 20_000
/** Has 2,000 members. */
const CLUB = 'year'

const minuteBefore = (at: Date) => new Date(+at - 60_000)

let server: TestServer
/** Has many of everything. */
let giantId: number
/** Has one connection: its plans are those of the calls before. */
let database: Database
let store: Db
let meter: ReturnType<typeof createMeter>

beforeAll(async () => {
  server = await startServer()
  const giant = await server.player('anna')
  giantId = giant.id
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
  for (const mode of PLANS) {
    await database.pool.query(`SET plan_cache_mode = ${mode}`)
    await run()
    pages.push((await meter(run)).pages)
  }
  await database.pool.query('RESET plan_cache_mode')
  return Math.max(...pages)
}

const allPages = async <T>(read: (cursor?: string) => Promise<Result<Page<T>, Refusal>>): Promise<T[]> => {
  const all: T[] = []
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    if (!page.ok) throw new Error(page.error.detail)
    all.push(...page.value.items)
    cursor = page.value.nextCursor ?? undefined
  } while (cursor)
  return all
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

it.each([
  ['leagues', (_: Date) => runLeagues(server.deps, store)],
  ['who leaves', (at: Date) => removeLeavers(store, minuteBefore(at), at)],
  ['starts', (at: Date) => startDueTournaments(store, minuteBefore(at), at)],
  ['stages', (at: Date) => finishStages(store, minuteBefore(at), at)],
  ['standings', (at: Date) => keepStandings(store, minuteBefore(at))],
])('the step of tournaments for %s reads no games that it does not concern', async (_, step) => {
  expect(await mostPages(() => Promise.resolve(step(server.clock.now())))).toBeLessThanOrEqual(100)
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

it('the games and the leaderboard of a large club read what everybody’s first rows are', async () => {
  const pages = await mostPages(async () => {
    const games = await listClubGames(store, CLUB, { limit: 20 }, server.clock.now())
    expect(games).toMatchObject({ ok: true, value: { items: Array(20).fill({ status: 'active' }) } })
  })
  expect(pages).toBeLessThanOrEqual(2500)
  for (const [rules, length] of [
    ['muehle', 50],
    ['moulin', 0],
  ] as const) {
    const board = { rules, kind: 'human', club: CLUB, limit: 50, caller: null } as const
    const read = await mostPages(async () => {
      const found = await getLeaderboard({ ...server.deps, countAbove: countFromMarks() }, store, board)
      if (!found.ok) throw new Error(found.error.detail)
      expect(found.value.items).toHaveLength(length)
    })
    expect(read).toBeLessThanOrEqual(1500)
  }
})

it('pages of a large club’s games and leaderboard leave nothing out', async () => {
  const ids = async (sql: string) => (await database.pool.query<{ id: number }>(sql)).rows.map(({ id }) => id)
  const isMember = (column: string) =>
    `${column} IN (SELECT player_id FROM club_members WHERE club_id = ${FIRST})`
  const games = await allPages((cursor) =>
    listClubGames(store, CLUB, { limit: 100, cursor }, server.clock.now()),
  )
  expect(games.map(({ id }) => id)).toEqual(
    await ids(`SELECT id FROM games WHERE ended_at IS NULL AND (${isMember('white_id')} OR ${isMember('black_id')})
      ORDER BY updated_at DESC, id DESC`),
  )
  // all have a place, and no member is among the first
  await database.pool.query(
    `UPDATE player_ratings SET deviation = 60, last_game_at = $1, rating = rating + CASE WHEN ${isMember('player_id')} THEN 0 ELSE 1000 END
     WHERE rules = 'muehle'`,
    [server.clock.now()],
  )
  const board = { rules: 'muehle', kind: 'human', club: CLUB, limit: 100, caller: null } as const
  const deps = { ...server.deps, countAbove: countFromMarks() }
  const ranked = await allPages((cursor) => getLeaderboard(deps, store, { ...board, cursor }))
  expect(ranked.length).toBeGreaterThan(1900)
  expect(ranked.map(({ user }) => user.id)).toEqual(
    await ids(`SELECT player_id AS id FROM player_ratings WHERE rules = 'muehle' AND ${isMember('player_id')}
      ORDER BY rating DESC, player_id`),
  )
})

it('the own place at the bottom of a leaderboard is not counted from the top', async () => {
  const list = { rules: 'muehle', kind: 'human', club: undefined, at: server.clock.now() } as const
  await database.pool.query(
    `UPDATE player_ratings SET deviation = 60, last_game_at = $1 WHERE rules = 'muehle'`,
    [list.at],
  )
  await database.pool.query('VACUUM ANALYZE player_ratings')
  const { rows } = await database.pool.query<{ id: number; place: number }>(
    `SELECT player_id AS id, (rank() OVER (ORDER BY rating DESC))::int AS place FROM player_ratings WHERE rules = 'muehle'
     ORDER BY rating DESC, player_id`,
  )
  expect(rows.length).toBeGreaterThan(5000)
  const deps = { countAbove: countFromMarks() }
  const placeOf = async (playerId: number) =>
    (await getOwnPlace(deps, store, list, { playerId, guest: false, bot: false } as Caller))?.place
  // many have the same rating
  for (const { id, place } of rows.filter((_, n) => n % 97 === 0)) expect(await placeOf(id)).toBe(place)
  const last = rows.at(-1)!
  expect(await mostPages(async () => expect(await placeOf(last.id)).toBe(last.place))).toBeLessThanOrEqual(
    800,
  )
})

it('statistics read hundreds of games once, until one of them changes', async () => {
  const deps = { ...server.deps, readHabits: habitsInMemory() }
  const read = async () => {
    const found = await getStatistics(deps, store, 'anna')
    if (!found.ok) throw new Error(found.error.detail)
    return found.value
  }
  const before = await read()
  expect(await mostPages(read)).toBeLessThanOrEqual(800)
  const sum = (activity: readonly { moves: number }[]) => activity.reduce((all, { moves }) => all + moves, 0)
  // a hint takes the game out
  await database.pool.query(
    `UPDATE games SET version = version + 1, assisted = true, updated_at = updated_at + interval '1 ms' WHERE id = (
       SELECT id FROM games WHERE white_id = ${giantId} AND status = 'finished' AND NOT assisted
       ORDER BY updated_at DESC, id DESC LIMIT 1)`,
  )
  expect(sum((await read()).activity)).toBeLessThan(sum(before.activity))
})

it('lists of the games of a huge tournament read what is on the page', async () => {
  const tournament = FIRST
  const { rows } = await database.pool.query<{ username: string }>(
    `SELECT p.username FROM games g JOIN players p ON p.id = g.white_id
     WHERE g.tournament_id = ${FIRST} GROUP BY p.id ORDER BY count(*) DESC, p.id LIMIT 1`,
  )
  const player = rows[0]?.username
  const all = { sort: '-updatedAt', guests: true, limit: 10, tournament } as const
  for (const [filters, count] of [
    [{}, 10],
    [{ status: 'finished' }, 10],
    [{ rules: 'halma' }, 0],
    [{ ladder: true }, 0],
    [{ player }, 10],
    [{ player, status: 'finished' }, 10],
    [{ player, opponent: 'anna' }, null],
  ] as const) {
    const pages = await mostPages(async () => {
      const found = await listGames(store, { ...all, ...filters } as never, null, server.clock.now())
      if (!found.ok) throw new Error(found.error.detail)
      if (count !== null) expect(found.value.items, JSON.stringify(filters)).toHaveLength(count)
    })
    expect.soft(pages, JSON.stringify(filters)).toBeLessThanOrEqual(400)
  }
})

it('pages of the games of a huge tournament leave nothing out', async () => {
  const { id, username } = (
    await database.pool.query<{ id: number; username: string }>(
      `SELECT p.id, p.username FROM games g JOIN players p ON p.id = g.black_id
       WHERE g.tournament_id = ${FIRST} ORDER BY p.id DESC LIMIT 1`,
    )
  ).rows[0]!
  await database.pool.query(
    `UPDATE games SET status = 'active', turn = 'white', winner = NULL, reason = NULL, ended_at = NULL, clock_since = updated_at,
       deadline = updated_at + interval '90 days' WHERE id IN (
      SELECT id FROM games WHERE tournament_id = ${FIRST} AND black_id = ${id} ORDER BY id LIMIT 2)`,
  )
  for (const [filters, condition] of [
    [{}, 'true'],
    [{ status: 'finished', rules: 'muehle' }, `status = 'finished' AND rules = 'muehle'`],
    [{ player: username }, `${id} IN (white_id, black_id)`],
    [{ player: username, status: 'active' }, `${id} IN (white_id, black_id) AND status = 'active'`],
  ] as const) {
    const games = await allPages((cursor) => {
      const query = { sort: '-updatedAt', guests: true, limit: 100, tournament: FIRST, ...filters, cursor }
      return listGames(store, query as never, null, server.clock.now())
    })
    const { rows } = await database.pool.query<{ id: number }>(
      `SELECT id FROM games WHERE tournament_id = ${FIRST} AND ${condition} ORDER BY updated_at DESC, id DESC`,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(games.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  }
})

it('the open challenges of a large club are read from the newest on, not member by member', async () => {
  await database.pool.query(
    `INSERT INTO challenges (rules, rules_revision, challenger_id, colour, clock, state, created_at)
      SELECT 'muehle', 1, id, 'random', '{"kind": "per-move", "days": 3}', 'open', $1 FROM (
        (SELECT player_id AS id FROM club_members WHERE club_id = ${FIRST} ORDER BY 1 LIMIT 5)
        UNION ALL (SELECT id FROM players WHERE id NOT IN (SELECT player_id FROM club_members WHERE club_id = ${FIRST}) LIMIT 2000)
      ) challengers`,
    [server.clock.now()],
  )
  await database.pool.query('ANALYZE challenges')
  const open = { whose: 'all', contactOf: null, club: CLUB, beforeId: undefined, limit: 20 } as const
  for (const rules of [undefined, 'muehle', 'moulin'] as const) {
    const pages = await mostPages(() => readOpenChallenges(store, { ...open, rules }, server.clock.now()))
    expect.soft(pages, rules).toBeLessThanOrEqual(500)
  }
})

it('whether somebody waits for a bot is read from the games of the bots', async () => {
  const { rows } = await database.pool.query<{ id: number }>(
    `SELECT white_id AS id FROM games WHERE status = 'active' AND white_id NOT IN (
       SELECT white_id FROM games WHERE status = 'active' AND turn = 'white'
       UNION SELECT black_id FROM games WHERE status = 'active' AND turn = 'black')
     GROUP BY 1 ORDER BY 1 LIMIT 4`,
  )
  const ids = rows.map(({ id }) => id)
  expect(ids).toHaveLength(4)
  const running = 400
  await database.pool.query(
    `UPDATE games SET white_id = $1, turn = 'black' WHERE id IN (
       SELECT id FROM games WHERE status = 'active' AND tournament_id IS NULL AND match_id IS NULL AND NOT ladder
         AND black_id <> ALL($2) ORDER BY id LIMIT ${running})`,
    [ids[0], ids],
  )
  await database.pool.query('VACUUM ANALYZE games')
  const pages = await mostPages(async () => expect(await isBotAwaited(store, ids)).toBe(false))
  expect(pages).toBeLessThanOrEqual(running + 100)
})

it('the claims that the server rules on are found by when they were filed', async () => {
  await database.pool.query(
    `INSERT INTO claims (game_id, by, claimant_id, ply, ground, numbers, evidence, created_at)
      SELECT id, 'white', white_id, ply, 'repetition', '{0,2,4}', '{"holds": false, "findings": []}', $1::timestamptz - interval '1 hour'
      FROM games WHERE status = 'active' ORDER BY id LIMIT 2000`,
    [server.clock.now()],
  )
  await database.pool.query('ANALYZE claims')
  await ruleByEvidence(server.deps, store)
  const pages = await mostPages(() => ruleByEvidence(server.deps, store))
  expect(pages).toBeLessThanOrEqual(50)
})

it('a stream looks for the event of each running game once', async () => {
  await database.pool.query(
    `UPDATE games SET white_id = ${giantId} WHERE id IN (
       SELECT g.id FROM games g JOIN events e ON e.game_id = g.id AND e.version = g.version
       WHERE status = 'active' AND black_id <> ${giantId} ORDER BY 1 LIMIT 300)`,
  )
  await database.pool.query('VACUUM ANALYZE games')
  const last = await readRunningGames(store, giantId, await settledCursor(store))
  const known = last.map(({ event }) => (event?.type === 'game' ? event.game.id : 0))
  expect(known.length).toBeGreaterThan(50)
  const pages = await mostPages(async () => {
    for (const game of await readIdleGames(store, giantId, known)) expect(known).not.toContain(game.id)
  })
  expect(pages).toBeLessThanOrEqual(4 * known.length)
})

it('a page of the games of ladders of somebody with thousands reads what is on the page', async () => {
  await database.pool.query(`
    WITH made AS (
      UPDATE games SET ladder = true, white_id = ${giantId} WHERE id IN (
        SELECT id FROM games WHERE status = 'finished' AND tournament_id IS NULL AND match_id IS NULL AND NOT ladder
          AND black_id <> ${giantId} ORDER BY id DESC LIMIT 3000)
      RETURNING *
    ) INSERT INTO ladder_games (game_id, rules, challenger_id, challenged_id, begun_at, settled_at)
      SELECT id, rules, white_id, black_id, created_at, ended_at FROM made`)
  await database.pool.query('VACUUM ANALYZE games, ladder_games')
  const all = { sort: '-updatedAt', guests: true, limit: 10, ladder: true, player: 'anna' } as const
  for (const filters of [{}, { status: 'finished' }, { rules: 'muehle' }] as const) {
    const pages = await mostPages(async () => {
      const found = await listGames(store, { ...all, ...filters } as never, null, server.clock.now())
      if (!found.ok) throw new Error(found.error.detail)
      expect(found.value.items.length).toBeGreaterThan(0)
    })
    expect.soft(pages, JSON.stringify(filters)).toBeLessThanOrEqual(900)
  }
})
