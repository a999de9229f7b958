import type { Game, League, LeagueEntry, Standings, Tournament, TournamentEvent } from '@tegenzet/contract'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { finishSeasons } from '../../src/competition/leagues/finish-seasons.ts'
import { runLeagues } from '../../src/competition/leagues/run-leagues.ts'
import { startSeasons } from '../../src/competition/leagues/start-seasons.ts'
import { runTournaments } from '../../src/competition/tournaments/run-tournaments.ts'
import { registerPerson } from '../people/registered-person.ts'
import { restrict } from '../people/restrict.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { fileRepetition, insertRepetition } from '../play/repetition-games.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { notificationsOf } from '../server/notifications-of.ts'

const DAY = 86_400_000
const RULES = 'molenspel'

let server: TestServer
let admin: TestPlayer
/** By rating, the best first. The ninth has none. */
let players: TestPlayer[]

beforeAll(async () => {
  server = await startServer()
  admin = await server.player('boss', { role: 'admin' })
  players = []
  for (let n = 1; n <= 9; n++) players.push(await server.player(`player${n}`))
  await server.database.prisma.playerRating.createMany({
    data: players.slice(0, 8).map(({ id: playerId }, n) => ({
      playerId,
      rules: RULES,
      kind: 'human' as const,
      rating: 2000 - n,
      deviation: 60,
      volatility: 0.09,
      games: 50,
      best: null,
      lastGameAt: server.clock.now(),
    })),
  })
})
afterAll(() => server?.close())

const daysFromNow = (days: number) => new Date(server.clock.now().getTime() + days * DAY).toISOString()
const run = async (on = server) => {
  await server.app.writeLastUses()
  await runLeagues(on.deps, on.store)
  await runTournaments(on.deps, on.store)
}
const league = (rules = RULES) => ({ params: { rules } })
const accepted = <B>({ status, body }: { status: number; body: B }): B => {
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}
const enter = async (player: TestPlayer, stay?: boolean, rules = RULES): Promise<LeagueEntry> =>
  accepted(await player.call('enterLeague', { ...league(rules), body: { stay } }))
const create = (rules: string, startsAt: string) => admin.call('createLeague', { body: { rules, startsAt } })
const read = async (as: Pick<TestPlayer, 'call'> = server, rules = RULES): Promise<League> =>
  accepted(await as.call('getLeague', league(rules)))
const gamesOf = async ({ id }: Tournament): Promise<Game[]> =>
  (await server.call('listTournamentGames', { params: { id }, query: { limit: 100 } })).body.items
const tableOf = async ({ id }: Tournament) =>
  ((await server.call('getStandings', { params: { id } })).body as Standings).groups[0]!.items
const namesOf = (entries: readonly { user: { username: string } }[]) =>
  entries.map(({ user }) => Number(user.username.replace('player', '')))
const numberOf = ({ username }: { username: string }) => Number(username.replace('player', ''))
/** The players of each division of the latest season. */
const divisionsOf = async ({ seasons }: League) => {
  const tables = await Promise.all(seasons[0]!.divisions.map(tableOf))
  return tables.map((table) => namesOf(table).sort())
}
/** The player with the lower rating resigns. */
async function decide({ id, white, black }: Game): Promise<void> {
  const loser = Math.max(numberOf(white), numberOf(black))
  accepted(await players[loser - 1]!.call('resign', { params: { id } }))
}
const changesOf = (
  { id }: TestPlayer,
  events: TestServer['published']['events'],
): TournamentEvent['change'][] =>
  events.flatMap(({ event, playerIds }) =>
    event.type === 'tournament' && playerIds.includes(id) ? [event.tournament.change] : [],
  )

describe('a league', () => {
  it('plays seasons in divisions, with promotion and relegation, by itself', async () => {
    expect((await create(RULES, daysFromNow(-1))).body.code).toBe('validation')
    expect((await create(RULES, daysFromNow(10))).status).toBe(201)
    const again = await create(RULES, daysFromNow(20))
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
    expect(await server.database.prisma.adminAct.findFirst()).toMatchObject({
      kind: 'league-created',
      details: { rules: RULES },
    })

    // everybody but the second wants to stay; entries in the opposite order of ratings
    for (const player of players.slice(0, 8).reverse()) await enter(player, numberOf(player) !== 2)
    expect((await players[0]!.call('enterLeague', league())).body.code).toBe('already-entered')
    const entered = await read(players[1])
    expect(entered).toMatchObject({
      running: null,
      seasons: [],
      next: { season: 1, entrants: 8, entriesCloseAt: daysFromNow(8), mine: { stay: false } },
    })
    const byHand = { params: { id: entered.next.tournament } }
    expect((await admin.call('startTournament', byHand)).body.code).toBe('forbidden')
    server.clock.advance(8 * DAY)
    expect((await players[8]!.call('enterLeague', league())).body.code).toBe('entries-closed')

    server.clock.advance(2 * DAY)
    const other = await startServer({ database: server.database, now: server.clock.now() })
    // a crash here leaves divisions without games
    await Promise.all([server, other].map(({ store, deps }) => runLeagues(deps, store)))
    await Promise.all([server, other].map((each) => run(each)))
    const first = await read()
    expect(first.running).toMatchObject({ season: 1, endsAt: daysFromNow(91), entrants: 8 })
    expect(await divisionsOf(first)).toEqual([
      [1, 2, 3, 4],
      [5, 6, 7, 8],
    ])
    expect([first.next.startsAt, namesOf(first.entries)]).toEqual([daysFromNow(91), [8, 7, 6, 5, 4, 3, 1]])
    const [top, bottom] = first.running!.divisions as [Tournament, Tournament]
    expect(bottom).toMatchObject({
      format: 'league',
      state: 'running',
      rated: true,
      league: { season: 1, division: 2, divisions: 2 },
    })
    const games = await gamesOf(bottom)
    expect(games).toHaveLength(12)
    expect(games[0]).toMatchObject({
      rated: true,
      vacation: false,
      tournament: { id: bottom.id, stage: 1, group: 1, league: { season: 1, division: 2 } },
      clock: { kind: 'bank', days: 30, incrementHours: 0, capDays: 30 },
    })

    const pair = games.find(({ white, black }) => numberOf(white) + numberOf(black) === 11)
    for (const game of [...(await gamesOf(top)), ...games]) if (game !== pair) await decide(game)
    // nobody rules on this claim
    const of56 = await insertRepetition(server, pair!)
    await fileRepetition(players[4]!, of56)
    // a newcomer, and somebody who leaves the season and comes back to the next one
    await enter(players[8]!)
    expect((await players[7]!.call('withdrawFromTournament', { params: { id: bottom.id } })).status).toBe(204)
    expect((await read(players[7])).next.mine).toBeNull()
    await enter(players[7]!)
    const stay = await players[7]!.call('changeLeagueEntry', { ...league(), body: { stay: true } })
    expect([stay.status, stay.body.stay]).toEqual([200, true])
    expect((await players[1]!.call('changeLeagueEntry', { ...league(), body: { stay: true } })).status).toBe(
      404,
    )
    expect((await players[1]!.call('leaveLeague', league())).status).toBe(404)

    server.clock.advance(91 * DAY - 1)
    await run()
    expect((await read()).running).toMatchObject({ season: 1 })
    const marks = (await tableOf(bottom)).map(({ user, advances, relegated }) => [
      numberOf(user),
      advances,
      relegated,
    ])
    expect(marks.slice(0, 3)).toEqual([
      [5, true, false],
      [6, true, false],
      [7, false, false],
    ])
    expect((await tableOf(top)).map(({ relegated }) => relegated)).toEqual([false, false, true, true])
    const since = [server, other].map(({ published }) => published.events.length)
    server.clock.advance(1)
    other.clock.set(server.clock.now())
    await Promise.all([server, other].map(({ store, deps }) => runLeagues(deps, store)))
    await Promise.all([server, other].map((each) => run(each)))
    await other.close()
    // either process takes each step
    const events = [server, other].flatMap(({ published }, n) => published.events.slice(since[n]))

    const second = await read(players[7])
    const bounded = accepted(
      await players[7]!.call('getLeague', { ...league(), query: { seasons: 1, entries: 2 } }),
    ) as League
    expect(bounded).toEqual({
      ...second,
      seasons: second.seasons.slice(0, 1),
      entries: second.entries.slice(0, 2),
    })
    expect(second.seasons.map(({ season, state }) => [season, state])).toEqual([
      [2, 'running'],
      [1, 'finished'],
    ])
    expect(await divisionsOf(second)).toEqual([
      [1, 5, 6, 7],
      [3, 4, 8, 9],
    ])
    for (const division of second.running!.divisions) expect(await gamesOf(division)).toHaveLength(12)
    expect(second.next).toMatchObject({ season: 3, mine: { stay: true } })
    expect(changesOf(players[4]!, events).sort()).toEqual(['entered', 'finished', 'promoted', 'started'])
    const trophiesOf = async (player: TestPlayer) =>
      (await server.call('getStatistics', { params: { username: player.username } })).body.trophies
    expect(await trophiesOf(players[4]!)).toMatchObject([
      { kind: 'promoted', tournament: { id: bottom.id, rules: RULES, league: { season: 1, division: 2 } } },
    ])
    expect(await trophiesOf(players[0]!)).toMatchObject([{ kind: 'won', tournament: { id: top.id } }])
    expect(await trophiesOf(players[2]!)).toEqual([])
    expect(changesOf(players[2]!, events).sort()).toEqual(['entered', 'finished', 'relegated', 'started'])
    expect(changesOf(players[1]!, events)).toEqual(['finished'])
    expect(await notificationsOf(server, players[2]!)).toContainEqual(
      expect.objectContaining({ change: 'relegated', league: { rules: RULES, season: 1, division: 1 } }),
    )

    // the game that was running counts half for both, whatever becomes of it
    const results = async () =>
      (await tableOf(bottom)).slice(0, 2).map(({ points, played }) => [points, played])
    const halves = await results()
    expect(halves).toEqual([
      [5.5, 6],
      [4.5, 6],
    ])
    accepted(await players[5]!.call('resign', { params: { id: of56.id } }))
    expect(await results()).toEqual(halves)
  })

  it('starts a week later for as long as fewer than four have entered', async () => {
    await create('halma', daysFromNow(3))
    for (const player of players.slice(0, 3)) await enter(player, true, 'halma')
    server.clock.advance(2 * DAY)
    expect((await players[3]!.call('enterLeague', league('halma'))).body.code).toBe('entries-closed')
    server.clock.advance(DAY)
    await run()
    await run()
    const postponed = await read(server, 'halma')
    expect(postponed).toMatchObject({ running: null, next: { startsAt: daysFromNow(7), entrants: 3 } })
    expect((await notificationsOf(server, players[0]!))[0]).toMatchObject({ change: 'postponed' })
    await enter(players[3]!, false, 'halma')
    expect((await players[3]!.call('leaveLeague', league('halma'))).status).toBe(204)
    await enter(players[3]!, false, 'halma')
    server.clock.advance(7 * DAY)
    await run()
    const { items } = (await server.call('listLeagues')).body
    expect(items.find(({ rules }: League) => rules === 'halma').running).toMatchObject({
      season: 1,
      entrants: 4,
    })
  })

  it('starts without entrants who may not start games, and does not let them stay', async () => {
    const rules = 'halma'
    const own = await startServer({ env: { ADMINS: 'chief' } })
    onTestFinished(() => own.close())
    const boss = await own.player('boss', { role: 'admin' })
    const entrants: TestPlayer[] = []
    for (let n = 1; n <= 6; n++) entrants.push(await own.player(`player${n}`))
    const startsAt = new Date(own.clock.now().getTime() + 3 * DAY).toISOString()
    accepted(await boss.call('createLeague', { body: { rules, startsAt } }))
    for (const player of entrants) await enter(player, false, rules)
    const [anna, bram] = entrants as [TestPlayer, TestPlayer]
    await restrict(await registerPerson(own, 'chief'), anna)
    const stay = (player: TestPlayer, stay: boolean) =>
      player.call('changeLeagueEntry', { ...league(rules), body: { stay } })
    expect((await stay(anna, true)).body.code).toBe('restricted')
    accepted(await stay(anna, false))
    accepted(await stay(bram, true))
    own.clock.advance(3 * DAY)
    await run(own)

    const { running, entries } = await read(own, rules)
    expect([running!.entrants, namesOf(entries)]).toEqual([5, [2]])
    const [division] = running!.divisions
    const { items: games } = (
      await own.call('listTournamentGames', { params: { id: division!.id }, query: { limit: 100 } })
    ).body
    expect(games).toHaveLength(20)
    expect(games.some(({ white, black }: Game) => [white.id, black.id].includes(anna.id))).toBe(false)
    const { items: log } = (await own.call('listTournamentLog', { params: { id: division!.id } })).body
    expect(log.filter(({ kind }: any) => kind === 'skipped')).toMatchObject([{ user: { id: anna.id } }])
  })

  it('starts a season with as many statements for ten divisions as for three', async () => {
    /** How many statements start the first and the second season. */
    const countStatements = async (entrants: number): Promise<number[]> => {
      const own = await startServer()
      onTestFinished(() => own.close())
      const boss = await own.player('boss', { role: 'admin' })
      const { prisma } = own.database
      let statements = 0
      own.database.onStatement(() => statements++)
      await boss.call('createLeague', {
        body: { rules: RULES, startsAt: new Date(own.clock.now().getTime() + 3 * DAY).toISOString() },
      })
      const { tournament: tournamentId } = (await read(own)).next
      await prisma.player.createMany({
        data: Array.from({ length: entrants }, (_, n) => ({
          username: `entrant${n}`,
          usernameKey: `entrant${n}`,
        })),
      })
      const entered = await prisma.player.findMany({ where: { username: { startsWith: 'entrant' } } })
      const enteredAt = own.clock.now()
      await prisma.tournamentEntry.createMany({
        data: entered.map(({ id: playerId }) => ({ tournamentId, playerId, stay: true, enteredAt })),
      })
      const counts: number[] = []
      for (const days of [3, 91]) {
        own.clock.advance(days * DAY)
        await finishSeasons(own.store, own.deps.now())
        const before = statements
        await startSeasons(own.store, [RULES], own.deps.now())
        counts.push(statements - before)
        const { running, next } = await read(own)
        expect(running!.divisions.map((each) => each.entrants)).toEqual(Array(entrants / 7).fill(7))
        expect(next.entrants).toBe(entrants)
      }
      return counts
    }
    expect(await countStatements(70)).toEqual(await countStatements(21))
  })
})
