import {
  type CompetitionGame,
  type CompetitionWorld,
  gamesOfStage,
  isRestricted,
  isRunning,
  type SlowTournament,
} from './competition-world.ts'
import {
  type SlowMove,
  type SlowResult,
  slowDivisions,
  slowGroups,
  slowLadderWin,
  slowMove,
  slowOrder,
  slowTable,
} from './slow-competitions.ts'
import { DAY } from './world.ts'

// The second account of what follows from the games and from who leaves: it predicts every step of the server.

const SEASON_DAYS = 91
const ABSENT_GAMES = 3
const IDLE_DAYS = 60

/** The games of a group as its table counts them. A game that runs at the end of its season counts half for both. */
export function resultsOf(world: CompetitionWorld, tournament: SlowTournament, group: number): SlowResult[] {
  const isOver = tournament.state === 'finished' && tournament.endsAt !== null
  return gamesOfStage(world, tournament)
    .filter((game) => game.group === group)
    .map((game) => {
      const isCut = isOver && (isRunning(game) || game.endedAt! >= tournament.endsAt!)
      return { ...game, score: isCut ? 0.5 : isRunning(game) ? null : game.score }
    })
}

export function tableOf(world: CompetitionWorld, tournament: SlowTournament, group: number) {
  const { groups, struck } = tournament.stages[tournament.stage - 1]!
  const players = groups[group - 1]!
  const own = new Set(players.filter((player) => struck.has(player)))
  const left = new Set(players.filter((player) => hasLeft(tournament, player)))
  return slowTable(players, resultsOf(world, tournament, group), own, left)
}

export const hasLeft = ({ entries }: SlowTournament, player: number): boolean =>
  entries.some((entry) => entry.player === player && entry.left)

const orderOf = (world: CompetitionWorld, tournament: SlowTournament, group: number) =>
  slowOrder(tableOf(world, tournament, group), tournament.entries)

/** The players who go on from a group, as its table is now. */
export const goingOn = (world: CompetitionWorld, tournament: SlowTournament, group: number) =>
  orderOf(world, tournament, group).slice(0, tournament.advance)

/** The order of a division, players who have left last, and where each of them goes. */
export function movesOf(world: CompetitionWorld, division: SlowTournament): Map<number, SlowMove> {
  const [players] = division.stages[0]!.groups
  const first = orderOf(world, division, 1).map(({ player }) => player)
  const order = [...first, ...players!.filter((player) => !first.includes(player))]
  const { division: nr, divisions } = division.league!
  return new Map(
    order.map((player, n) => {
      const move = slowMove(n + 1, order.length, nr - 1, divisions)
      return [player, move === 'up' && hasLeft(division, player) ? null : move]
    }),
  )
}

const logged = (tournament: SlowTournament, kind: string, player: number | null = null, struck = false) => {
  tournament.log.push(`${kind} ${player} ${struck}`)
  tournament.changed = true
}

/** A player leaves: running games are lost, and all struck if fewer than half of them were finished before. */
export function leave(
  world: CompetitionWorld,
  tournament: SlowTournament,
  player: number,
  why: string,
): void {
  if (tournament.state === 'open') {
    tournament.entries = tournament.entries.filter((entry) => entry.player !== player)
    logged(tournament, why === 'withdrawn' ? 'left' : why, player)
    return
  }
  tournament.entries.find((entry) => entry.player === player)!.left = true
  const { groups, struck } = tournament.stages[tournament.stage - 1]!
  let isStruck = false
  if (groups.flat().includes(player)) {
    const own = gamesOfStage(world, tournament).filter((game) => [game.white, game.black].includes(player))
    const finished = own.filter((game) => !isRunning(game))
    isStruck = own.length === 0 || finished.length < own.length / 2
    if (isStruck) struck.add(player)
    for (const game of own) if (isRunning(game)) forfeit(world, game, player)
    world.happened[isStruck ? 'struck' : 'kept']++
  }
  logged(tournament, why, player, isStruck)
  if (tournament.league && world.next.entries.some((entry) => entry.player === player))
    leave(world, world.next, player, 'withdrawn')
  world.happened[why as 'withdrawn' | 'removed' | 'closed' | 'absent']++
}

export function forfeit(world: CompetitionWorld, game: CompetitionGame, loser: number): void {
  game.status = 'finished'
  game.turn = null
  game.winner = game.white === loser ? game.black : game.white
  game.score = game.winner === game.white ? 1 : 0
  game.reason = 'forfeit'
  game.endedAt = world.now
}

/** Takes every step that is due, in the order of the server. @param ratings `player rules` → rating */
export function takeSteps(world: CompetitionWorld, ratings: ReadonlyMap<string, number>): void {
  finishSeason(world)
  startSeason(world, ratings)
  removeLeavers(world)
  for (const tournament of world.tournaments.values()) startIfDue(world, tournament, ratings)
  for (const tournament of world.tournaments.values()) beginGroups(tournament)
  for (const tournament of world.tournaments.values()) finishStageIfOver(world, tournament)
  for (const tournament of world.tournaments.values()) beginGroups(tournament)
  settleLadder(world)
  dropOffLadder(world)
}

const beginGroups = ({ state, stages }: SlowTournament): void => {
  if (state === 'running') stages.at(-1)!.begun = true
}

function finishSeason(world: CompetitionWorld): void {
  for (const division of world.divisions) {
    if (division.state !== 'running' || division.endsAt! > world.now) continue
    division.state = 'finished'
    logged(division, 'finished')
    if (division.league!.division === 1) crownWinners(world, division)
    world.happened.halves += gamesOfStage(world, division).filter(isRunning).length
    for (const [player, move] of movesOf(world, division)) {
      if (move === null || hasLeft(division, player)) continue
      logged(division, move === 'up' ? 'promoted' : 'relegated', player)
      world.happened[move === 'up' ? 'promoted' : 'relegated']++
      if (move === 'up') world.trophies.push(`${player} promoted ${division.id}`)
    }
  }
}

function crownWinners(world: CompetitionWorld, tournament: SlowTournament): void {
  for (const { player, place, points } of tableOf(world, tournament, 1)) {
    if (place !== 1 || points === 0) continue
    logged(tournament, 'won', player)
    world.trophies.push(`${player} won ${tournament.id}`)
  }
}

function rate({ entries, rules }: SlowTournament, ratings: ReadonlyMap<string, number>): void {
  for (const entry of entries) entry.rating = ratings.get(`${entry.player} ${rules}`) ?? null
}

function startSeason(world: CompetitionWorld, ratings: ReadonlyMap<string, number>): void {
  const { next, now, divisions: previous } = world
  const isRunning = previous.some(({ state }) => state === 'running')
  if (now < next.startsAt! || isRunning) return
  skipBarred(world, next)
  if (next.entries.length < 4) {
    while (next.startsAt! <= now) next.startsAt! += 7 * DAY
    logged(next, 'postponed')
    return
  }
  rate(next, ratings)
  const { season } = next.league!
  const lists = slowDivisions(
    previous.map((division) => movesOf(world, division)),
    (player) => previous.some((division) => hasLeft(division, player)),
    next.entries,
  )
  const endsAt = next.startsAt! + SEASON_DAYS * DAY
  world.divisions = lists.map(
    (players, n): SlowTournament => ({
      ...next,
      id: n === 0 ? next.id : Number.NaN,
      entries: next.entries.filter(({ player }) => players.includes(player)),
      stages: [{ groups: [players], struck: new Set(), begun: false }],
      log: n === 0 ? next.log : [],
      league: { season, division: n + 1, divisions: lists.length },
      state: 'running',
      stage: 1,
      endsAt,
      changed: true,
    }),
  )
  for (const division of world.divisions) logged(division, 'started')
  const staying = next.entries.filter(({ player }) => world.stay.has(player) && !isBarred(world, player))
  world.next = {
    ...next,
    id: Number.NaN,
    startsAt: endsAt,
    log: ['created null false'],
    entries: staying.map(({ player }) => ({ player, rating: null, left: false })),
    league: { season: season + 1, division: 0, divisions: 0 },
  }
  // entries keep their order within each division
  const inDivisions = world.divisions.flatMap(({ entries }) => entries.map(({ player }) => player))
  if (inDivisions.length !== next.entries.length) throw new Error('a division lost an entrant')
  for (const { player } of staying) logged(world.next, 'entered', player)
}

function removeLeavers(world: CompetitionWorld): void {
  const current = [...world.tournaments.values(), ...world.divisions, world.next].filter(
    ({ state }) => state === 'open' || state === 'running',
  )
  const absent = current.flatMap((tournament) =>
    tournament.entries
      .filter(({ player, left }) => !left && isAbsent(world, tournament, player))
      .map(({ player }) => ({ tournament, player })),
  )
  for (const tournament of current)
    for (const { player, left } of [...tournament.entries])
      if (!left && world.closed.has(player)) leave(world, tournament, player, 'closed')
  for (const { tournament, player } of absent.sort(
    (a, b) => a.tournament.id - b.tournament.id || a.player - b.player,
  ))
    if (!hasLeft(tournament, player)) leave(world, tournament, player, 'absent')
}

/** Whether a player has lost three games in a row on time without calling between the first and the third. */
function isAbsent(world: CompetitionWorld, { id }: SlowTournament, player: number): boolean {
  const losses = [...world.games.values()]
    .filter(({ tournament, winner, reason, ply, white, black }) => {
      const lost = tournament === id && winner !== null && winner !== player
      const isOnTime = reason === 'timeout' || (reason === 'forfeit' && ply < 2)
      return lost && isOnTime && [white, black].includes(player)
    })
    .map(({ endedAt }) => endedAt!)
    .sort((a, b) => a - b)
  const lastCallAt = world.lastCallAt.get(player) ?? 0
  return losses.some((first, n) => n + ABSENT_GAMES <= losses.length && lastCallAt < first)
}

function startIfDue(
  world: CompetitionWorld,
  tournament: SlowTournament,
  ratings: ReadonlyMap<string, number>,
): void {
  const { state, startsAt, entries, maxEntrants, minEntrants } = tournament
  if (state !== 'open') return
  const isDue = startsAt === null ? entries.length >= maxEntrants : startsAt <= world.now
  if (!isDue) return
  skipBarred(world, tournament)
  if (tournament.entries.length >= minEntrants) {
    rate(tournament, ratings)
    tournament.state = 'running'
    openStage(tournament, tournament.entries)
    logged(tournament, 'started')
  } else if (startsAt !== null) {
    tournament.state = 'cancelled'
    logged(tournament, 'cancelled')
    world.happened.cancelled++
  }
}

const isBarred = (world: CompetitionWorld, player: number): boolean =>
  world.closed.has(player) || isRestricted(world, player)

function skipBarred(world: CompetitionWorld, tournament: SlowTournament): void {
  const skipped = tournament.entries.filter(({ player }) => isBarred(world, player))
  tournament.entries = tournament.entries.filter((entry) => !skipped.includes(entry))
  for (const { player } of skipped) logged(tournament, 'skipped', player)
  world.happened.skipped += skipped.length
}

function openStage(tournament: SlowTournament, entries: SlowTournament['entries']): void {
  tournament.stage++
  const groups = slowGroups(entries, tournament.groupSize)
  tournament.stages.push({ groups, struck: new Set(), begun: false })
}

function finishStageIfOver(world: CompetitionWorld, tournament: SlowTournament): void {
  const { state, stage, stages, id } = tournament
  if (state !== 'running') return
  const { groups, struck } = stages[stage - 1]!
  const own = gamesOfStage(world, tournament)
  const waits = own.length === 0 && groups.some((group) => group.filter((p) => !struck.has(p)).length > 1)
  if (waits || own.some(isRunning)) return
  const qualified = groups.length < 2 ? [] : groups.flatMap((_, n) => goingOn(world, tournament, n + 1))
  // the next best of their group take the places of those who may not start games
  const able = (n: number) =>
    orderOf(world, tournament, n + 1).filter(({ player }) => !isBarred(world, player))
  const goOn = qualified.length === 0 ? [] : groups.flatMap((_, n) => able(n).slice(0, tournament.advance))
  if (goOn.length >= 2) {
    for (const { player } of qualified.filter(({ player }) => isBarred(world, player))) {
      logged(tournament, 'skipped', player)
      world.happened.skipped++
    }
    const inOrder = tournament.entries.filter((entry) => goOn.includes(entry))
    openStage(tournament, inOrder)
    logged(tournament, 'stage-over')
    world.happened.stages++
    return
  }
  if (groups.length === 1) crownWinners(world, tournament)
  tournament.state = 'finished'
  logged(tournament, 'finished')
  world.happened.finished++
  if (Number.isNaN(id)) throw new Error('a league does not end this way')
}

/** Applies the games of the ladder that have ended, in the order in which they ended. */
export function settleLadder(world: CompetitionWorld): void {
  const ended = world.ladderGames
    .filter(({ game, settled }) => !settled && !isRunning(world.games.get(game)!))
    .sort((a, b) => world.games.get(a.game)!.endedAt! - world.games.get(b.game)!.endedAt! || a.game - b.game)
  for (const each of ended) {
    each.settled = true
    const { challenger, challenged, begunAt, game } = each
    if (world.games.get(game)!.winner !== challenger) continue
    const entered = (player: number) => world.enteredLadderAt.get(player) ?? Number.POSITIVE_INFINITY
    if (entered(challenger) > begunAt || entered(challenged) > begunAt) continue
    const after = slowLadderWin(world.ladder, challenger, challenged)
    if (after.join() !== world.ladder.join()) world.happened.climbs++
    world.ladder = after
  }
}

function dropOffLadder(world: CompetitionWorld): void {
  const { now } = world
  for (const player of [...world.ladder]) {
    const since = world.activeAt.get(player)!
    let away = 0
    for (const { from, until } of world.persons.get(player)!.vacations)
      away += Math.max(0, Math.min(until, now) - Math.max(from, since))
    const isClosed = world.closed.has(player)
    if (!isClosed && now - since - away < IDLE_DAYS * DAY) continue
    offLadder(world, player, isClosed)
    world.happened.droppedOffLadder++
  }
}

export function offLadder(world: CompetitionWorld, player: number, forfeits: boolean): void {
  world.ladder = world.ladder.filter((other) => other !== player)
  world.enteredLadderAt.delete(player)
  if (!forfeits) return
  for (const { game, challenger, challenged } of world.ladderGames) {
    const played = world.games.get(game)!
    if (isRunning(played) && [challenger, challenged].includes(player)) forfeit(world, played, player)
  }
}

/** Why a challenge on the ladder is refused; null if it is not. */
export function refusalOf(world: CompetitionWorld, own: number, other: number): string | null {
  const { ladder, ladderGames, games, now, persons } = world
  const above = ladder.indexOf(own) - ladder.indexOf(other)
  if (above <= 0 || above > Math.max(3, Math.ceil(ladder.length / 10))) return 'too-far-above'
  if (isRestricted(world, own)) return 'restricted'
  if (isRestricted(world, other)) return 'opponent-restricted'
  if (persons.get(other)!.vacations.some(({ from, until }) => from <= now && now < until))
    return 'on-vacation'
  const met = ladderGames.filter(
    ({ challenger, challenged }) =>
      [challenger, challenged].includes(own) && [challenger, challenged].includes(other),
  )
  for (const { game } of met) {
    const { endedAt } = games.get(game)!
    if (endedAt === null || now < endedAt + 14 * DAY) return 'met-recently'
  }
  const counting = ladderGames.filter(
    ({ game, begunAt }) => isRunning(games.get(game)!) && now < begunAt + IDLE_DAYS * DAY,
  )
  if (counting.filter(({ challenger }) => challenger === own).length >= 2) return 'too-many-challenges'
  if (counting.filter(({ challenged }) => challenged === other).length >= 2) return 'too-many-challenges'
  return null
}
