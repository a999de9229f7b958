import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Game, League, Tournament } from '@tegenzet/contract'
import { type Database, openDatabase } from '@tegenzet/db'
import { freePort, testDatabase } from '@tegenzet/db/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runLeagues } from '../../src/competition/leagues/run-leagues.ts'
import { runTournaments } from '../../src/competition/tournaments/run-tournaments.ts'
import { seeded } from '../../src/demo/seeded.ts'
import { endOverdueGames } from '../../src/play/deadlines/end-overdue-games.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { type ServerProcess, startServerProcess } from '../server/server-process.ts'

const DAY = 86_400_000
const SEED = Number(process.env.TEST_SEED ?? 20261123)
const KILLS = process.env.SOAK ? 20 : 1
/** Shorter than the steps take together. */
const KILL_AFTER_MS = process.env.SOAK ? 400 : 250
const PLAYERS = 14
const LEAGUE = { params: { rules: 'molenspel' } }
const LADDER = { params: { rules: 'muehle' } }

const dataDir = mkdtempSync(join(tmpdir(), 'tegenzet-crash-'))
let shared: Awaited<ReturnType<typeof testDatabase>> | undefined
const servers: ServerProcess[] = []
let url: string

const open = async (): Promise<Database> => shared ?? openDatabase({ dataDir })
const closed = (database: Database) => (shared ? undefined : database.close())
const kill = () => Promise.all(servers.splice(0).map((server) => server.end('SIGKILL')))

/** On Postgres two processes take the steps. */
async function start(): Promise<void> {
  const env = {
    ...(shared?.url ? { DATABASE_URL: shared.url } : { DATA_DIR: dataDir }),
    SECRET: 'a secret that all processes of this test share',
    LOG_LEVEL: 'error',
    SWEEP_SECONDS: '1',
    RATE_LIMIT: '100000',
  }
  const ports = [new URL(url).port, ...(shared ? ['0'] : [])]
  servers.push(...(await Promise.all(ports.map((PORT) => startServerProcess({ ...env, PORT })))))
}

beforeAll(async () => {
  if (process.env.TEST_DATABASE_URL) shared = await testDatabase()
  url = `http://127.0.0.1:${await freePort()}`
})
afterAll(async () => {
  await kill()
  await shared?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const about = ({ id }: { id: number }) => ({ params: { id } })
async function ok<B>(call: Promise<{ status: number; body: B }>): Promise<B> {
  const { status, body } = await call
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}

/** Brings a league, a ladder and tournaments to the moment at which steps of every kind are due. */
async function prepare(database: Database) {
  const realNow = Date.now()
  const server = await startServer({ database, now: new Date(realNow - 100 * DAY) })
  const daysAgo = (days: number) => server.clock.set(new Date(realNow - days * DAY))
  const admin = await server.player('boss', { role: 'admin' })
  const players: TestPlayer[] = []
  for (let n = 1; n <= PLAYERS; n++) players.push(await server.player(`player${n}`))
  await database.prisma.account.updateMany({ data: { emailVerified: true } })

  // the season of two divisions ends now, and everybody but player14 plays the next one
  const startsAt = new Date(realNow - 91 * DAY).toISOString()
  await ok(admin.call('createLeague', { body: { ...LEAGUE.params, startsAt } }))
  for (const player of players)
    await ok(player.call('enterLeague', { ...LEAGUE, body: { stay: numberOf(player) !== 14 } }))
  for (const player of players.slice(0, 2)) await ok(player.call('enterLadder', LADDER))
  daysAgo(91)
  await runLeagues(server.deps, server.store)
  await runTournaments(server.deps, server.store)
  daysAgo(60)
  await endOverdueGames(server.deps, server.store)

  // player6 has won against player4 on the ladder; the first two have not played for too long
  daysAgo(5)
  for (const player of players.slice(2, 6)) await ok(player.call('enterLadder', LADDER))
  const challenge = { ...LADDER, body: { opponent: 'player4' } }
  const { game } = await ok(players[5]!.call('challengeOnLadder', challenge))
  await ok(players[3]!.call('resign', about(game)))

  // the first stage ends when player13, who lost without a request, and player14, whose account is closed, are out
  daysAgo(1 / 24)
  const terms = {
    name: 'Crash',
    rules: 'muehle',
    rated: false,
    vacation: true,
    invite: false,
    maxEntrants: 20,
    clock: { kind: 'per-move', days: 3 },
    groupSize: 4,
    gamesPerPair: 2,
  }
  const create = (more: object, entrants: TestPlayer[]): Promise<Tournament> =>
    ok(players[0]!.call('createTournament', { body: { ...terms, ...more } })).then(async (created) => {
      for (const each of entrants) await ok(each.call('enterTournament', about(created)))
      return created
    })
  const running = await create({}, players.slice(6))
  await ok(players[0]!.call('startTournament', about(running)))
  for (const each of await gamesOf(server, running)) await decide(each, players)
  const soon = { startsAt: new Date(realNow - 1000).toISOString(), minEntrants: 7 }
  const starting = await create(soon, players.slice(0, 7))
  const tooFew = await create(soon, players.slice(0, 6))

  const { prisma } = database
  const at = new Date()
  await prisma.sanction.create({
    data: { playerId: players[13]!.id, kind: 'close', reason: 'x', byId: admin.id, createdAt: at },
  })
  await server.app.writeLastUses()
  await prisma.lastRequest.deleteMany()
  const here = players.filter((_, n) => n !== 12)
  await prisma.lastRequest.createMany({ data: here.map(({ id }) => ({ playerId: id, at })) })
  // otherwise the time until now is an outage
  await prisma.heartbeat.updateMany({ data: { at } })
  await server.close()
  return { running, starting, tooFew }
}

const gamesOf = async (server: Pick<TestServer, 'call'>, tournament: { id: number }): Promise<Game[]> =>
  (await ok(server.call('listTournamentGames', { ...about(tournament), query: { limit: 100 } }))).items

const numberOf = ({ username }: { username: string }) => Number(username.replace('player', ''))

/** The player with the higher number resigns. Player13 does so only with White, and player14 plays on. */
async function decide({ id, white, black }: Game, players: TestPlayer[]): Promise<void> {
  const loser = Math.max(numberOf(white), numberOf(black))
  if (loser === 14 || (loser === 13 && numberOf(black) === 13)) return
  await ok(players[loser - 1]!.call('resign', { params: { id } }))
}

async function get<B>(path: string): Promise<B> {
  const response = await fetch(`${url}/api/v1${path}`)
  return (await response.json()) as B
}

it(`each step of a competition happens once, however often its processes are killed (TEST_SEED=${SEED})`, async () => {
  const roll = seeded(SEED)
  const before = await open()
  const { running, starting, tooFew } = await prepare(before)
  await closed(before)
  for (let n = 0; n < KILLS; n++) {
    await start()
    await new Promise((resolve) => setTimeout(resolve, roll() * KILL_AFTER_MS))
    await kill()
  }

  await start()
  const countGames = async ({ id }: { id: number }) =>
    (await get<Page>(`/tournaments/${id}/games?limit=100`)).items.length
  const progress = async () => {
    const { running: season } = await get<League>('/leagues/molenspel')
    return {
      season: season?.season,
      games: await Promise.all([running, starting, ...(season?.divisions ?? [])].map(countGames)),
      cancelled: (await get<Tournament>(`/tournaments/${tooFew.id}`)).state === 'cancelled',
      ladder: (await get<Page>('/ladders/muehle')).items.map(({ user }) => user.username),
    }
  }
  // the two stages of the first tournament have 24 and 12 games
  await expect.poll(progress, { interval: 250 }).toEqual({
    season: 2,
    games: [36, 18, 42, 30],
    cancelled: true,
    ladder: ['player3', 'player6', 'player4', 'player5'],
  })
  await Promise.all(servers.splice(0).map((server) => server.end('SIGTERM')))

  const after = await open()
  const steps = { started: 6, finished: 2, promoted: 2, relegated: 2, 'stage-over': 1, cancelled: 1 }
  expect(await countBy(after, `SELECT kind AS name FROM tournament_log`)).toEqual({
    ...steps,
    closed: 1,
    absent: 1,
    // first places are shared
    won: 7,
    // a season is created with the one before
    created: 6,
    entered: expect.any(Number),
  })
  expect(
    await countBy(after, `SELECT payload->>'change' AS name FROM events WHERE type = 'tournament'`),
  ).toEqual({
    ...steps,
    removed: 2,
    entered: expect.any(Number),
  })
  // everybody has White once against everybody else of the group
  const { rows } = await after.pool.query(`
    SELECT tournament_id FROM games WHERE tournament_id IS NOT NULL GROUP BY tournament_id, stage, group_nr
    HAVING count(*) <> count(DISTINCT white_id) * (count(DISTINCT white_id) - 1)
      OR count(*) <> count(DISTINCT (white_id, black_id))`)
  expect(rows).toEqual([])
  await closed(after)
}, 600_000)

interface Page {
  items: { user: { username: string } }[]
}

async function countBy({ pool }: Database, names: string): Promise<Record<string, number>> {
  const { rows } = await pool.query(`SELECT name, count(*)::int FROM (${names}) AS named GROUP BY name`)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}
