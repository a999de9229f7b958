import type { Game, Standings, Tournament } from '@tegenzet/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runTournaments } from '../../src/competition/tournaments/run-tournaments.ts'
import { seeded } from '../../src/demo/seeded.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'

const SEED = Number(process.env.TEST_SEED ?? 20261125)
const STEPS = 60
const PLAYERS = 9
const TERMS = {
  name: 'Kept',
  rules: 'muehle',
  groupSize: 3,
  gamesPerPair: 2,
  maxEntrants: PLAYERS,
  clock: { kind: 'per-move', days: 3 },
}

let server: TestServer
let players: TestPlayer[]

beforeAll(async () => {
  server = await startServer({ readingMs: 1 })
  players = []
  for (let n = 1; n <= PLAYERS; n++) players.push(await server.player(`player${n}`))
  await server.database.prisma.account.updateMany({ data: { emailVerified: true } })
})
afterAll(() => server?.close())

const run = () => runTournaments(server.deps, server.store)
const keptTables = () => server.database.prisma.tournamentTable.count()

async function start(): Promise<Tournament> {
  const [organiser] = players as [TestPlayer]
  const tournament: Tournament = (await organiser.call('createTournament', { body: TERMS })).body
  const about = { params: { id: tournament.id } }
  for (const player of players) await player.call('enterTournament', about)
  return (await organiser.call('startTournament', about)).body
}

async function standingsOf({ id }: Tournament, stage: number): Promise<Standings> {
  const { status, body } = await server.call('getStandings', { params: { id }, query: { stage } })
  expect(status).toBe(200)
  return body
}

it(`kept tables are those that the games give, whatever happens (TEST_SEED=${SEED})`, async () => {
  const roll = seeded(SEED)
  const oneOf = <T>(items: readonly T[]): T | undefined => items[Math.floor(roll() * items.length)]
  const tournament = await start()
  const about = { params: { id: tournament.id } }
  let wasUsed = 0
  for (let step = 0; step < STEPS; step++) {
    const { body } = await server.call('listTournamentGames', { ...about, query: { limit: 100 } })
    const game = oneOf((body.items as Game[]).filter(({ turn }) => turn))
    const what = roll()
    if (what < 0.07) await oneOf(players)!.call('withdrawFromTournament', about)
    else if (what < 0.6 && game) {
      const side = roll() < 0.5 ? game.white : game.black
      await players.find(({ id }) => id === side.id)!.call('resign', { params: { id: game.id } })
    } else await run()

    const { stage } = (await server.call('getTournament', about)).body as Tournament
    for (let nr = 1; nr <= stage; nr++) {
      const kept = await standingsOf(tournament, nr)
      const rows = await server.database.prisma.tournamentTable.findMany()
      wasUsed += rows.length
      await server.database.prisma.tournamentTable.deleteMany()
      expect(kept).toEqual(await standingsOf(tournament, nr))
      if (rows.length > 0) await server.database.prisma.tournamentTable.createMany({ data: rows as never })
    }
  }
  expect(wasUsed).toBeGreaterThan(0)
})

it('keeps each table until it changes, without the names of its players', async () => {
  const tournament = await start()
  const before = await keptTables()
  await run()
  expect(await keptTables()).toBe(before + 3)
  const [anna] = players as [TestPlayer]
  await server.database.prisma.player.update({
    where: { id: anna.id },
    data: { username: 'anna', usernameKey: 'anna' },
  })
  const names = (await standingsOf(tournament, 1)).groups.flatMap(({ items }) =>
    items.map(({ user }) => user.username),
  )
  expect(names).toContain('anna')
  // one that is wrong shows that it is used, in an answer that is not in memory
  await server.database.pool.query('UPDATE tournament_tables SET rows = $1 WHERE tournament_id = $2', [
    '[]',
    tournament.id,
  ])
  const one = await server.call('getStandings', { params: { id: tournament.id }, query: { group: 1 } })
  expect(one.body.groups).toEqual([{ group: 1, items: [] }])
})
