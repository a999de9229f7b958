import { legalMoves, opponent, type RuleSetId, ruleSet } from '@tegenzet/rules'
import { expect } from 'vitest'
import { competitionTasks } from '../../src/competition/periodic-tasks.ts'
import { ratingsConsumer } from '../../src/competition/ratings/rate-games.ts'
import { consumeAllEvents } from '../server/consume-all-events.ts'
import type { TestServer } from '../server/harness.ts'
import { claimProvenDraw, coveredGame } from './claim-proven-draw.ts'
import {
  expectLadder,
  expectLeague,
  expectLog,
  expectSameEndings,
  expectTournament,
  expectTrophies,
} from './compare-competitions.ts'
import { expectMatches } from './compare-matches.ts'
import { hasLeft, leave, offLadder, refusalOf, settleLadder, takeSteps } from './competition-steps.ts'
import {
  type CompetitionCounts,
  type CompetitionGame,
  type CompetitionWorld,
  call,
  callUnlessBarred,
  isRestricted,
  isRunning,
  isThere,
  LADDER,
  LEAGUE,
  readGames,
  type SlowTournament,
} from './competition-world.ts'
import { actInMatches, foundClubs, takeMatchSteps } from './matches.ts'
import { addPlayer, changeVacations } from './players.ts'
import { advanceTo, DAY, HOUR, iso, MINUTE, newWorld, ok, type Person, type YearSize } from './world.ts'

const TOURNAMENTS: readonly RuleSetId[] = ['molenspel', 'muehle']
const LEAVING = { params: { rules: LEAGUE } }

/**
 * Simulates tournaments, a league, a ladder and matches between clubs on a real server, with players who withdraw, are
 * removed, fall silent, go on vacation or are closed, and with outages. Every table, step, log, line-up, place and trophy is
 * compared with a second account.
 * @throws an assertion error at the first difference
 */
export async function simulateCompetitions(server: TestServer, size: YearSize): Promise<CompetitionCounts> {
  const world = await newCompetitionWorld(server, size)
  await advanceTo(world, world.now)
  const { dice } = world
  const end = world.now + size.days * DAY
  while (world.now < end) {
    await act(world)
    const step = world.now + Math.round(dice.between(...size.hours)) * HOUR
    const isOutage = dice.chance(size.outages / size.days)
    // time that runs out before the end of a season is noticed before it
    const beforeSeason = world.next.startsAt! - 10 * MINUTE
    await tickAt(world, isOutage || beforeSeason <= world.now ? step : Math.min(step, beforeSeason), isOutage)
    await compare(world)
  }
  for (const tournament of [...world.tournaments.values(), ...world.divisions, world.next])
    await expectLog(world, tournament)
  await expectTrophies(world)
  await world.tables.close()
  return { ...world.happened, vacations: world.counts.vacations }
}

async function newCompetitionWorld(server: TestServer, size: YearSize): Promise<CompetitionWorld> {
  const base = await newWorld(server, size)
  for (let n = 0; n < size.players; n++) base.people.push(await addPlayer(base, n))
  await server.database.prisma.account.updateMany({ data: { emailVerified: true } })
  const startsAt = base.now + 5 * DAY
  await ok(
    base.admin.call('createLeague', { body: { rules: LEAGUE, startsAt: iso(startsAt), provenDraws: true } }),
  )
  return {
    ...base,
    persons: new Map(base.people.map((person) => [person.id, person])),
    lastCallAt: new Map(),
    silentUntil: new Map(),
    closed: new Set(),
    restrictedUntil: new Map(),
    games: new Map(),
    tournaments: new Map(),
    stay: new Set(),
    divisions: [],
    next: {
      id: Number.NaN,
      rules: LEAGUE,
      groupSize: 7,
      gamesPerPair: 2,
      advance: 1,
      minEntrants: 4,
      maxEntrants: 10_000,
      startsAt,
      state: 'open',
      stage: 0,
      entries: [],
      stages: [],
      log: ['created null false'],
      endsAt: null,
      changed: true,
      league: { season: 1, division: 0, divisions: 0 },
    },
    matches: await foundClubs(base),
    ladder: [],
    ladderProvenDraws: false,
    enteredLadderAt: new Map(),
    activeAt: new Map(),
    ladderGames: [],
    trophies: [],
    happened: {
      tables: 0,
      stages: 0,
      finished: 0,
      cancelled: 0,
      withdrawn: 0,
      removed: 0,
      absent: 0,
      closed: 0,
      struck: 0,
      kept: 0,
      timeouts: 0,
      draws: 0,
      provenDraws: 0,
      leagueProvenDraws: 0,
      ladderProvenDraws: 0,
      promoted: 0,
      relegated: 0,
      halves: 0,
      climbs: 0,
      refusals: 0,
      droppedOffLadder: 0,
      outages: 0,
      vacations: 0,
      matches: 0,
      boards: 0,
      signUps: 0,
      barred: 0,
      skipped: 0,
    },
  }
}

/** What the players and the organisers do at this moment. */
async function act(world: CompetitionWorld): Promise<void> {
  const { dice, people, now, silentUntil } = world
  const { chance, between } = dice
  await organise(world)
  await restrict(world)
  await actInMatches(world)
  for (const person of people) {
    if (!isThere(world, person.id)) continue
    if (chance(0.015)) silentUntil.set(person.id, now + Math.round(between(10, 75)) * DAY)
    else {
      if (person.nextDecisionAt <= now) {
        world.lastCallAt.set(person.id, now)
        await changeVacations(world, person)
      }
      await enterAndLeave(world, person)
      await climb(world, person)
    }
  }
  for (const game of world.games.values()) if (isRunning(game) && chance(0.6)) await play(world, game)
}

async function organise(world: CompetitionWorld): Promise<void> {
  const { server, dice, people, now, admin, tournaments } = world
  const { chance, pick, between } = dice
  const open = [...tournaments.values()].filter(({ state }) => state === 'open')
  const running = [...tournaments.values()].filter(({ state }) => state === 'running')
  if (open.length === 0 && running.length < people.length / 10) await create(world)
  for (const tournament of running) {
    const entry = pick(tournament.entries)
    if (entry.left || !chance(0.03)) continue
    const params = { id: tournament.id, username: world.persons.get(entry.player)!.username }
    await ok(admin.call('removeFromTournament', { params, body: { reason: 'Uses an engine.' } }))
    leave(world, tournament, entry.player, 'removed')
  }
  if (chance(world.ladderProvenDraws ? 0.1 : 0.3)) {
    world.ladderProvenDraws = !world.ladderProvenDraws
    const body = { provenDraws: world.ladderProvenDraws }
    await ok(admin.call('changeLadder', { params: { rules: LADDER }, body }))
  }
  const closable = people.filter(({ id }) => !world.closed.has(id))
  if (closable.length > (people.length * 3) / 4 && chance(1 / between(15, 30))) {
    const { id } = pick(closable)
    const data = { playerId: id, kind: 'close', reason: 'Two accounts.', byId: admin.id } as const
    await server.database.prisma.sanction.create({ data: { ...data, createdAt: new Date(now) } })
    world.closed.add(id)
  }
}

/** Forbids somebody for a while to start games. */
async function restrict(world: CompetitionWorld): Promise<void> {
  const { server, people, admin, now, matches, restrictedUntil, closed } = world
  const { chance, pick, between } = matches.dice
  const { id } = pick(people)
  if (!chance(0.25) || closed.has(id) || isRestricted(world, id)) return
  const until = now + Math.round(between(4, 20)) * DAY
  await server.database.prisma.sanction.create({
    data: {
      playerId: id,
      kind: 'restrict',
      reason: 'Two accounts.',
      byId: admin.id,
      createdAt: new Date(now),
      until: new Date(until),
    },
  })
  restrictedUntil.set(id, until)
}

async function create(world: CompetitionWorld): Promise<void> {
  const { chance, pick, between } = world.dice
  const organiser = pick(world.people.filter(({ id }) => isThere(world, id) && !isRestricted(world, id)))
  const groupSize = 3 + Math.floor(between(0, 3))
  const terms = {
    rules: pick(TOURNAMENTS),
    groupSize,
    gamesPerPair: chance(0.6) ? 1 : 2,
    advance: 1 + Math.floor(between(0, Math.floor(groupSize / 2))),
    minEntrants: pick([3, 4, 7]),
    maxEntrants: 7,
  }
  // every tenth starts before anybody has seen it
  const hoursLeft = () => (world.tournaments.size % 10 === 9 ? 1 : Math.round(between(2, 6) * 24))
  const startsAt = chance(0.4) ? null : world.now + hoursLeft() * HOUR
  const clock = { kind: 'per-move', days: pick([2, 3]) }
  const body = {
    name: 'Club evening',
    ...terms,
    clock,
    rated: true,
    vacation: chance(0.5),
    provenDraws: chance(1 / 3),
  }
  const { body: created } = await ok(
    call(world, organiser, 'createTournament', {
      body: { ...body, ...(startsAt && { startsAt: iso(startsAt) }) },
    }),
  )
  world.tournaments.set(created.id, {
    id: created.id,
    ...terms,
    startsAt,
    state: 'open',
    stage: 0,
    entries: [],
    stages: [],
    log: ['created null false'],
    league: null,
    endsAt: null,
    changed: true,
  })
}

async function enterAndLeave(world: CompetitionWorld, person: Person): Promise<void> {
  const { dice, tournaments, next, divisions, now, stay } = world
  const { chance } = dice
  const { id: player } = person
  for (const tournament of tournaments.values()) {
    const { id, state, entries, maxEntrants, startsAt } = tournament
    const isIn = entries.some((entry) => entry.player === player)
    const params = { id }
    if (
      state === 'open' &&
      !isIn &&
      chance(0.5) &&
      entries.length < maxEntrants &&
      now < (startsAt ?? now + 1)
    ) {
      if (!(await callUnlessBarred(world, person, 'enterTournament', { params }))) continue
      entries.push({ player, rating: null, left: false })
      tournament.log.push(`entered ${player} false`)
      tournament.changed = true
    } else if (isIn && !hasLeft(tournament, player) && isUnderWay(state) && chance(0.01)) {
      await ok(call(world, person, 'withdrawFromTournament', { params }))
      leave(world, tournament, player, 'withdrawn')
    }
  }
  const entered = next.entries.some((entry) => entry.player === player)
  if (!entered && now < next.startsAt! - 2 * DAY && chance(divisions.length === 0 ? 0.9 : 0.05)) {
    const stays = chance(0.8)
    if (!(await callUnlessBarred(world, person, 'enterLeague', { ...LEAVING, body: { stay: stays } }))) return
    if (stays) stay.add(player)
    else stay.delete(player)
    next.entries.push({ player, rating: null, left: false })
    next.log.push(`entered ${player} false`)
    next.changed = true
  } else if (entered && chance(0.004)) {
    await ok(call(world, person, 'leaveLeague', LEAVING))
    leave(world, next, player, 'withdrawn')
  }
  const division = divisions.find(
    (each) =>
      each.state === 'running' && each.entries.some((entry) => entry.player === player && !entry.left),
  )
  if (!division || !chance(0.003)) return
  await ok(call(world, person, 'withdrawFromTournament', { params: { id: division.id } }))
  leave(world, division, player, 'withdrawn')
}

const isUnderWay = (state: SlowTournament['state']) => state === 'open' || state === 'running'

/** Joins the ladder, leaves it, or challenges somebody, whether it is allowed or not. */
async function climb(world: CompetitionWorld, person: Person): Promise<void> {
  const { dice, ladder, now, persons, activeAt, enteredLadderAt, happened } = world
  const { chance, pick } = dice
  const { id } = person
  const rules = { params: { rules: LADDER } }
  if (!ladder.includes(id)) {
    if (!chance(0.1)) return
    if (!(await callUnlessBarred(world, person, 'enterLadder', rules))) return
    world.ladder.push(id)
    enteredLadderAt.set(id, now)
    activeAt.set(id, now)
  } else if (chance(0.005)) {
    await ok(call(world, person, 'leaveLadder', rules))
    offLadder(world, id, true)
  } else if (chance(0.15)) {
    const before = {
      ladder,
      settled: world.ladderGames.filter(({ settled }) => settled),
      climbs: happened.climbs,
    }
    const others = ladder.filter((each) => each !== id && !world.closed.has(each))
    if (others.length === 0) return
    const other = pick(others)
    settleLadder(world)
    const refusal = refusalOf(world, id, other)
    const body = { opponent: persons.get(other)!.username }
    const answer = await call(world, person, 'challengeOnLadder', { ...rules, body })
    expect(answer.body.code ?? null, `TEST_SEED=${world.size.seed} ${iso(now)} ${id} ${other}`).toBe(refusal)
    if (refusal) {
      // the server applies results only together with a challenge that it accepts
      world.ladder = before.ladder
      happened.climbs = before.climbs
      for (const game of world.ladderGames) game.settled = before.settled.includes(game)
      happened.refusals++
      return
    }
    const { id: game, provenDraws } = answer.body.game
    expect(provenDraws).toBe(world.ladderProvenDraws)
    await readGames(world, game)
    world.ladderGames.push({ game, challenger: id, challenged: other, begunAt: now, settled: false })
    for (const player of [id, other]) activeAt.set(player, now)
  }
}

/** The player to move does something in a game: moves, resigns, agrees to a draw, or files a wrong claim. */
async function play(world: CompetitionWorld, game: CompetitionGame): Promise<void> {
  const { dice, persons } = world
  if (game.status !== 'active') return
  const side = game.turn!
  const [mover, other] = side === 'white' ? [game.white, game.black] : [game.black, game.white]
  if (!isThere(world, mover)) return
  const person = persons.get(mover)!
  const params = { id: game.id }
  const mayClaim = game.provenDraws && game.ply === 0 && !game.dragsOn && isThere(world, other)
  if (mayClaim && dice.chance(1 / 3)) return claimEnding(world, game)
  const p = dice.roll()
  if (game.dragsOn) {
    if (game.ply < 3 || game.claimedAtPly === game.ply) return move(world, game, person)
    const positions = [game.ply - 2, game.ply - 1, game.ply]
    await call(world, person, 'fileClaim', { params, body: { ground: 'repetition', positions } })
    game.claimedAtPly = game.ply
  } else if (p < 0.35) {
    await call(world, person, 'resign', { params })
  } else if (p > 0.75 && game.ply >= 2 && isThere(world, other)) {
    const offered = await call(world, person, 'offerDraw', { params })
    if (offered.status === 201)
      await call(world, persons.get(other)!, 'acceptDrawOffer', { params: { id: offered.body.offer.id } })
  } else {
    return move(world, game, person)
  }
  await readGames(world, game.id)
}

/** Both play up to a covered ending at once. The player to move claims that it is drawn, and may be wrong. */
async function claimEnding(world: CompetitionWorld, game: CompetitionGame): Promise<void> {
  const { id, rules, white, black } = game
  const persons = { white: world.persons.get(white)!, black: world.persons.get(black)! }
  const moves = await coveredGame(world, rules)
  for (const next of moves) {
    await move(world, game, persons[game.turn!], next)
    // their time was out
    if (!isRunning(game)) return
  }
  const by = game.turn!
  if (ruleSet(rules).draws.policy === 'after-declined-offer') {
    const body = { ground: 'proven-draw', position: game.ply }
    const { body: offered } = await ok(call(world, persons[by], 'offerDraw', { params: { id }, body }))
    const params = { id: offered.offer.id }
    await ok(call(world, persons[opponent(by)], 'declineDrawOffer', { params }))
  }
  await claimProvenDraw(world, { ...game, moves }, by, persons[by])
  await readGames(world, id)
}

async function move(
  world: CompetitionWorld,
  game: CompetitionGame,
  person: Person,
  chosen: string = world.dice.pick(legalMoves(ruleSet(game.rules), game.position)),
): Promise<void> {
  const params = { id: game.id }
  const answer = await call(world, person, 'playMove', { params, body: { move: chosen, ply: game.ply } })
  if (answer.status !== 201 || answer.body.game.status === 'finished') {
    await readGames(world, game.id)
    return
  }
  game.ply++
  game.turn = answer.body.game.turn
  game.position = answer.body.game.position
}

/** Advances to the next run of the periodic tasks, and predicts what they do. */
async function tickAt(world: CompetitionWorld, at: number, isOutage: boolean): Promise<void> {
  const { server, dice, ticker, happened, outages } = world
  if (isOutage) {
    // the last run before the server goes down
    await advanceTo(world, world.now + 10 * MINUTE)
    await ticker.tick()
    const from = world.now
    world.now = at
    server.clock.set(new Date(at))
    outages.push({ from, until: at })
    happened.outages++
  } else {
    await advanceTo(world, at)
  }
  await ticker.tick()
  // last requests are written after some seconds
  await server.app.writeLastUses()
  await advanceTo(world, world.now + MINUTE)
  await readGames(world)
  await consumeAllEvents(server, ratingsConsumer(server.deps))
  const ratings = await readRatings(world)
  takeSteps(world, ratings)
  takeMatchSteps(world, ratings)
  const predicted = new Map(
    [...world.games].map(([id, { status, score, reason }]) => [id, { status, score, reason }]),
  )
  for (const task of competitionTasks(server.deps)) await task.run(server.store)
  for (const game of world.games.values()) if (game.endedAt === world.now) game.status = 'active'
  for (const game of await readGames(world))
    if (game.tournament && !world.tournaments.has(game.tournament)) {
      expect(game.provenDraws).toBe(true)
      game.dragsOn = dice.chance(0.15)
    }
  expectSameEndings(world, predicted)
}

async function readRatings({ server }: CompetitionWorld): Promise<ReadonlyMap<string, number>> {
  const rows = await server.database.prisma.playerRating.findMany()
  return new Map(rows.map(({ playerId, rules, rating }) => [`${playerId} ${rules}`, rating]))
}

async function compare(world: CompetitionWorld): Promise<void> {
  await expectLeague(world)
  for (const tournament of [...world.tournaments.values(), ...world.divisions, world.next])
    await expectTournament(world, tournament)
  await expectLadder(world)
  await expectMatches(world)
}
