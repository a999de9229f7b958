import type { Game, Standings, Tournament } from '@tegenzet/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leaveCompetitions } from '../../src/competition/leave-competitions.ts'
import { makeGames } from '../../src/competition/tournaments/make-games.ts'
import { runTournaments } from '../../src/competition/tournaments/run-tournaments.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Three groups of eight, with 56 games each. */
const ENTRANTS = 24
const GAMES_OF_GROUP = 56
const TOTAL = 3 * GAMES_OF_GROUP
const TERMS = {
  name: 'Large',
  rules: 'muehle',
  groupSize: 8,
  gamesPerPair: 2,
  maxEntrants: 100,
  vacation: false,
  clock: { kind: 'per-move', days: 3 },
}

let server: TestServer
let admin: TestPlayer
let players: TestPlayer[]

beforeAll(async () => {
  server = await startServer({ env: { MAX_TOURNAMENTS: '100' } })
  admin = await server.player('boss', { role: 'admin' })
  players = []
  for (let n = 1; n <= ENTRANTS; n++) players.push(await server.player(`player${n}`))
  await server.database.prisma.account.updateMany({ data: { emailVerified: true } })
})
afterAll(() => server?.close())

const about = ({ id }: { id: number }) => ({ params: { id } })
const accepted = <B>({ status, body }: { status: number; body: B }): B => {
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}
const get = async (tournament: Tournament): Promise<Tournament> =>
  (await server.call('getTournament', about(tournament))).body
const standingsOf = async (tournament: Tournament): Promise<Standings> =>
  (await server.call('getStandings', about(tournament))).body
const rowsOf = async (tournament: Tournament) =>
  (await standingsOf(tournament)).groups.flatMap(({ items }) => items)

async function gamesOf(tournament: Tournament): Promise<Game[]> {
  const games: Game[] = []
  let cursor: string | null = null
  do {
    const query: Record<string, string | number> = { limit: 100, ...(cursor && { cursor }) }
    const { body } = await server.call('listTournamentGames', { ...about(tournament), query })
    games.push(...body.items)
    cursor = body.nextCursor
  } while (cursor)
  return games
}

async function start(entrants: readonly TestPlayer[], terms: object = {}): Promise<Tournament> {
  const tournament: Tournament = accepted(
    await admin.call('createTournament', { body: { ...TERMS, ...terms } }),
  )
  await server.database.prisma.tournamentEntry.createMany({
    data: entrants.map(({ id: playerId }) => ({
      tournamentId: tournament.id,
      playerId,
      enteredAt: server.clock.now(),
    })),
  })
  return accepted(await admin.call('startTournament', about(tournament)))
}

const restrict = ({ id: playerId }: TestPlayer) =>
  server.database.prisma.sanction.create({
    data: { playerId, kind: 'restrict', reason: 'x', byId: admin.id, createdAt: server.clock.now() },
  })

/** Makes the games of one group, and stops as a process does that is told to end. */
async function makeOneGroup(): Promise<void> {
  const stop = new AbortController()
  const now = () => {
    stop.abort()
    return server.deps.now()
  }
  await makeGames({ now }, server.store, stop.signal)
}

describe('a tournament of many games', () => {
  it('answers at once and then makes them in steps', async () => {
    const tournament = await start(players)
    expect(tournament).toMatchObject({ state: 'running', stage: 1, making: { made: 0, total: TOTAL } })
    expect(await gamesOf(tournament)).toEqual([])
    // the table has them all, and the stage is not over
    expect((await rowsOf(tournament)).map(({ played, total }) => [played, total])).toEqual(
      players.map(() => [0, 14]),
    )
    await runTournaments(server.deps, server.store)
    expect(await get(tournament)).toMatchObject({ state: 'running', stage: 1 })
    expect((await admin.call('cancelTournament', about(tournament))).status).toBe(409)

    await makeOneGroup()
    expect((await get(tournament)).making).toEqual({ made: GAMES_OF_GROUP, total: TOTAL })
    const [first] = await gamesOf(tournament)
    const white = players.find(({ id }) => id === first!.white.id)!
    accepted(await white.call('playMove', { ...about(first!), body: { move: 'a1', ply: 0 } }))

    server.clock.advance(HOUR)
    await makeGames(server.deps, server.store)
    expect((await get(tournament)).making).toBeNull()
    const games = await gamesOf(tournament)
    expect(games).toHaveLength(TOTAL)
    // a first deadline counts from the making of its game
    const deadlines = games.slice(1).map(({ deadline }) => Date.parse(deadline!))
    const started = Date.parse(tournament.startedAt!)
    expect([deadlines[0], deadlines.at(-1)]).toEqual([started + 3 * DAY, started + HOUR + 3 * DAY])
    expect((await rowsOf(tournament)).every(({ total }) => total === 14)).toBe(true)
  })

  it('makes each once if several processes do it after a crash', async () => {
    const tournament = await start(players)
    await makeOneGroup()
    const other = await startServer({ database: server.database, now: server.clock.now() })
    await Promise.all([server, other].map(({ deps, store }) => makeGames(deps, store)))
    await makeGames(server.deps, server.store)
    const games = await gamesOf(tournament)
    expect(games).toHaveLength(TOTAL)
    expect(new Set(games.map(({ white, black }) => `${white.id} ${black.id}`)).size).toBe(TOTAL)
    await other.close()
  })

  it('makes the games of other groups if those of one cannot be made', async () => {
    const tournament = await start(players)
    const { pool } = server.database
    await pool.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'a broken group'; END $$;
       CREATE TRIGGER broken BEFORE UPDATE ON tournament_groups FOR EACH ROW
         WHEN (old.tournament_id = ${tournament.id} AND old.nr = 2) EXECUTE FUNCTION refuse()`,
    )
    try {
      await expect(makeGames(server.deps, server.store)).rejects.toThrow('a broken group')
    } finally {
      await pool.query('DROP FUNCTION refuse CASCADE')
    }
    expect((await get(tournament)).making).toEqual({ made: 2 * GAMES_OF_GROUP, total: TOTAL })
    await makeGames(server.deps, server.store)
    expect((await get(tournament)).making).toBeNull()
  })

  it('judges once, at the start, who is restricted, and lets who leaves meanwhile lose all games', async () => {
    const [barred, late, leaver, erased] = players.slice(-4) as [
      TestPlayer,
      TestPlayer,
      TestPlayer,
      TestPlayer,
    ]
    await restrict(barred)
    const tournament = await start(players)
    expect(tournament).toMatchObject({ entrants: ENTRANTS - 1, making: { made: 0 } })
    await restrict(late)
    accepted(await leaver.call('withdrawFromTournament', about(tournament)))
    await leaveCompetitions(server.store, erased.id, server.deps.now())
    await makeGames(server.deps, server.store)

    const games = await gamesOf(tournament)
    expect(games).toHaveLength(tournament.making!.total)
    const of = ({ id }: TestPlayer) => games.filter(({ white, black }) => white.id === id || black.id === id)
    expect(of(barred)).toEqual([])
    expect(of(late).filter(({ turn }) => turn).length).toBeGreaterThanOrEqual(10)
    for (const player of [leaver, erased]) {
      expect(of(player).length).toBeGreaterThanOrEqual(12)
      expect(new Set(of(player).map(({ outcome }) => outcome?.reason))).toEqual(new Set(['forfeit']))
    }
    const rows = await rowsOf(tournament)
    expect(rows.filter(({ struck }) => struck).map(({ user }) => user.id)).toEqual(
      expect.arrayContaining([leaver.id, erased.id]),
    )
    expect(rows.every(({ played }) => played === 0)).toBe(true)
  })
})

it('a tournament of few games has them all when its start is answered', async () => {
  const tournament = await start(players.slice(0, 7))
  expect(tournament.making).toBeNull()
  const games = await gamesOf(tournament)
  expect(games).toHaveLength(42)
  expect(new Set(games.map(({ createdAt }) => createdAt))).toEqual(new Set([tournament.startedAt]))
})
