import type { League, Standings, Tournament, TournamentLogEntry } from '@tegenzet/contract'
import { expect } from 'vitest'
import { goingOn, hasLeft, movesOf, resultsOf, tableOf } from './competition-steps.ts'
import {
  type CompetitionGame,
  type CompetitionWorld,
  isRunning,
  LADDER,
  LEAGUE,
  type SlowTournament,
} from './competition-world.ts'
import { iso, ok } from './world.ts'

const contextOf = (world: CompetitionWorld, what: string) =>
  `TEST_SEED=${world.size.seed} ${iso(world.now)} ${what}`

/** Takes the ids of divisions and of the next season from the server, and compares the rest of the league. */
export async function expectLeague(world: CompetitionWorld): Promise<void> {
  const { body } = await ok(world.server.call('getLeague', { params: { rules: LEAGUE } }))
  const { next, seasons } = body as League
  const context = contextOf(world, 'league')
  const [latest] = seasons
  for (const [n, division] of world.divisions.entries()) {
    expect(latest?.season, context).toBe(division.league!.season)
    division.id = latest!.divisions[n]!.id
  }
  expect(latest?.divisions.length ?? 0, context).toBe(world.divisions.length)
  world.next.id = next.tournament
  expect(next, context).toMatchObject({
    season: world.next.league!.season,
    startsAt: iso(world.next.startsAt!),
    entrants: world.next.entries.length,
  })
}

/** Compares a tournament, its tables, and who goes on, if something has happened in it. */
export async function expectTournament(world: CompetitionWorld, tournament: SlowTournament): Promise<void> {
  if (!tournament.changed) return
  tournament.changed = false
  const params = { id: tournament.id }
  const context = contextOf(world, `tournament ${tournament.id}`)
  const { server, persons } = world
  const { state, stage, entries, league } = tournament
  const shown: Tournament = (await ok(server.call('getTournament', { params }))).body
  expect([shown.state, shown.stage, shown.entrants], context).toEqual([state, stage, entries.length])
  if (stage === 0) return
  const answer: Standings = (await ok(server.call('getStandings', { params }))).body
  const idOf = new Map([...persons.values()].map(({ id, username }) => [username, id]))
  const { groups } = tournament.stages[stage - 1]!
  expect(answer.groups.length, context).toBe(groups.length)
  const moves = league && movesOf(world, tournament)
  for (const [n, players] of groups.entries()) {
    const results = resultsOf(world, tournament, n + 1)
    const up = new Set(
      moves
        ? players.filter((player) => moves.get(player) === 'up' && !hasLeft(tournament, player))
        : groups.length > 1
          ? goingOn(world, tournament, n + 1).map(({ player }) => player)
          : [],
    )
    const expected = tableOf(world, tournament, n + 1).map((row) => ({
      ...row,
      advances: up.has(row.player),
      relegated: moves?.get(row.player) === 'down',
      results: Object.fromEntries(
        players
          .filter((other) => other !== row.player)
          .map((other) => [other, resultsBetween(results, row.player, other)]),
      ),
    }))
    const actual = answer.groups[n]!.items.map(({ user, results, ...row }) => ({
      ...row,
      player: idOf.get(user.username)!,
      results: Object.fromEntries(
        results.map(({ opponent, games }) => [opponent.id, games.map(({ id, score }) => `${id} ${score}`)]),
      ),
    }))
    const byPlayer = (a: { player: number }, b: { player: number }) => a.player - b.player
    expect(actual.toSorted(byPlayer), context).toEqual(expected.toSorted(byPlayer))
    const places = answer.groups[n]!.items.map(({ place }) => place ?? Number.POSITIVE_INFINITY)
    expect(places, context).toEqual(places.toSorted((a, b) => a - b))
    expectPairings(tournament, players, results, context)
  }
  world.happened.tables += groups.length
}

const resultsBetween = (
  results: readonly { id: number; white: number; black: number; score: number | null }[],
  player: number,
  other: number,
) =>
  results
    .filter(({ white, black }) => [white, black].includes(player) && [white, black].includes(other))
    .map(({ id, white, score }) => `${id} ${score === null ? null : white === player ? score : 1 - score}`)

/** Everybody meets everybody the right number of times, with fairly divided colours. */
function expectPairings(
  { gamesPerPair }: SlowTournament,
  players: readonly number[],
  games: readonly { white: number; black: number }[],
  context: string,
): void {
  const playing = players.filter((player) =>
    games.some(({ white, black }) => [white, black].includes(player)),
  )
  for (const one of playing) {
    for (const other of playing) {
      if (one === other) continue
      const withWhite = games.filter(({ white, black }) => white === one && black === other).length
      const withBlack = games.filter(({ white, black }) => black === one && white === other).length
      expect(withWhite + withBlack, context).toBe(gamesPerPair)
      if (gamesPerPair === 2) expect(withWhite, context).toBe(1)
    }
    const whites = games.filter(({ white }) => white === one).length
    const blacks = games.filter(({ black }) => black === one).length
    expect(Math.abs(whites - blacks), context).toBeLessThanOrEqual(1)
  }
}

export async function expectLog(world: CompetitionWorld, { id, log }: SlowTournament): Promise<void> {
  const items: TournamentLogEntry[] = []
  for (let cursor: string | undefined; ; ) {
    const query = { limit: 100, ...(cursor && { cursor }) }
    const { body } = await ok(world.server.call('listTournamentLog', { params: { id }, query }))
    items.push(...body.items)
    if (!body.nextCursor) break
    cursor = body.nextCursor
  }
  const shown = items.map(({ kind, user, struck }) => `${kind} ${user?.id ?? null} ${struck}`)
  expect(shown.sort(), contextOf(world, `log of ${id}`)).toEqual([...log].sort())
}

export async function expectLadder(world: CompetitionWorld): Promise<void> {
  const { server, ladder, ladderGames, games } = world
  const { body } = await ok(server.call('getLadder', { params: { rules: LADDER }, query: { limit: 100 } }))
  const running = (player: number) =>
    ladderGames.filter(
      ({ game, challenger, challenged }) =>
        isRunning(games.get(game)!) && [challenger, challenged].includes(player),
    ).length
  expect(
    body.items.map(({ place, user, running }: any) => `${place} ${user.id} ${running}`),
    contextOf(world, 'ladder'),
  ).toEqual(ladder.map((player, n) => `${n + 1} ${player} ${running(player)}`))
}

/** Compares the trophies of everybody for tournaments and leagues. */
export async function expectTrophies(world: CompetitionWorld): Promise<void> {
  const shown: string[] = []
  for (const { id, username } of world.persons.values()) {
    const { body } = await ok(world.server.call('getStatistics', { params: { username } }))
    for (const { kind, tournament } of body.trophies)
      if (tournament) shown.push(`${id} ${kind} ${tournament.id}`)
  }
  expect(shown.sort(), contextOf(world, 'trophies')).toEqual([...world.trophies].sort())
}

/** Compares the endings that the second account predicts with those that the server has written. */
export function expectSameEndings(
  world: CompetitionWorld,
  predicted: ReadonlyMap<number, Pick<CompetitionGame, 'status' | 'score' | 'reason'>>,
): void {
  for (const [id, ending] of predicted)
    expect(world.games.get(id), contextOf(world, `game ${id}`)).toMatchObject(ending)
}
