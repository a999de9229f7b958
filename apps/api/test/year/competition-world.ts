import { type Position, type RuleSetId, ruleSet, startPosition } from '@tegenzet/rules'
import { expect } from 'vitest'
import type { Score, SlowEntry, SlowResult } from './slow-competitions.ts'
import type { Matches } from './slow-matches.ts'
import { iso, ok, type Person, type World } from './world.ts'

/** A game of a competition. What happened in it is a fact; what follows from it is computed a second time. */
export interface CompetitionGame extends SlowResult {
  tournament: number | null
  stage: number
  group: number
  rules: RuleSetId
  provenDraws: boolean
  position: Position
  status: 'active' | 'claimed' | 'finished'
  turn: 'white' | 'black' | null
  ply: number
  reason: string | null
  winner: number | null
  endedAt: number | null
  /** A game that claims hold up until the season is over. */
  dragsOn: boolean
  /** The match between clubs that it belongs to, with its board. */
  match: number | null
  board: number | null
  claimedAtPly: number | null
}

/** A round-robin tournament, or a division of a league. */
export interface SlowTournament {
  id: number
  rules: RuleSetId
  groupSize: number
  gamesPerPair: number
  advance: number
  minEntrants: number
  maxEntrants: number
  startsAt: number | null
  state: 'open' | 'running' | 'finished' | 'cancelled'
  stage: number
  entries: SlowEntry[]
  /** By stage, from 1: the players of each group, and those whose games are struck. */
  stages: { groups: number[][]; struck: Set<number>; begun: boolean }[]
  /** `kind player struck` of everything in the log, without its order. */
  log: string[]
  league: { season: number; division: number; divisions: number } | null
  endsAt: number | null
  /** Whether something has happened since the last comparison. */
  changed: boolean
}

export interface LadderGame {
  game: number
  challenger: number
  challenged: number
  begunAt: number
  settled: boolean
}

/** What happened, because a comparison of nothing proves nothing. */
export interface CompetitionCounts {
  tables: number
  stages: number
  finished: number
  cancelled: number
  withdrawn: number
  removed: number
  absent: number
  closed: number
  struck: number
  kept: number
  timeouts: number
  draws: number
  /** Claims of proven draws that were right, in tournaments and matches, in the league and on the ladder. */
  provenDraws: number
  leagueProvenDraws: number
  ladderProvenDraws: number
  promoted: number
  relegated: number
  halves: number
  climbs: number
  refusals: number
  droppedOffLadder: number
  outages: number
  vacations: number
  /** Finished matches between clubs, their boards, and sign-ups for them. */
  matches: number
  boards: number
  signUps: number
  /** What restricted players were refused, and starts at which they were skipped. */
  barred: number
  skipped: number
}

export interface CompetitionWorld extends World {
  persons: Map<number, Person>
  /** When each player called last. */
  lastCallAt: Map<number, number>
  /** Until when a player sends nothing. */
  silentUntil: Map<number, number>
  closed: Set<number>
  /** Until when a player may start no games. */
  restrictedUntil: Map<number, number>
  games: Map<number, CompetitionGame>
  tournaments: Map<number, SlowTournament>
  /** The entries of the next season; who wants to stay; and the divisions of the last one, best first. */
  next: SlowTournament
  stay: Set<number>
  divisions: SlowTournament[]
  ladder: number[]
  /** Whether ladder games that begin now have proven draws. */
  ladderProvenDraws: boolean
  enteredLadderAt: Map<number, number>
  activeAt: Map<number, number>
  ladderGames: LadderGame[]
  matches: Matches
  /** Trophies by player: `kind tournament`. */
  trophies: string[]
  happened: CompetitionCounts
}

export const LEAGUE = 'molenspel'
export const LADDER = 'muehle'

/** A player's request, which shows that the player is there. */
export function call(world: CompetitionWorld, person: Person, ...args: Parameters<Person['call']>) {
  world.lastCallAt.set(person.id, world.now)
  return person.call(...args)
}

export const isThere = ({ closed, silentUntil, now }: CompetitionWorld, id: number): boolean =>
  !closed.has(id) && (silentUntil.get(id) ?? 0) <= now

export const isRestricted = ({ restrictedUntil, now }: CompetitionWorld, id: number): boolean =>
  (restrictedUntil.get(id) ?? 0) > now

/** Calls what starts games, which restricted players may not. @returns whether it was allowed */
export async function callUnlessBarred(
  world: CompetitionWorld,
  person: Person,
  ...args: Parameters<Person['call']>
): Promise<boolean> {
  const answer = await call(world, person, ...args)
  if (!isRestricted(world, person.id)) {
    await ok(Promise.resolve(answer))
    return true
  }
  expect(answer.body.code, `TEST_SEED=${world.size.seed} ${iso(world.now)} ${person.id}`).toBe('restricted')
  world.happened.barred++
  return false
}

export const gamesOfStage = (world: CompetitionWorld, { id, stage }: { id: number; stage: number }) =>
  [...world.games.values()].filter((game) => game.tournament === id && game.stage === stage)

export const scoreOf = (winner: number | null, white: number): Score =>
  winner === null ? 0.5 : winner === white ? 1 : 0

export const isRunning = ({ status }: CompetitionGame): boolean => status !== 'finished'

const FIELDS = {
  id: true,
  tournamentId: true,
  stage: true,
  groupNr: true,
  rules: true,
  provenDraws: true,
  whiteId: true,
  blackId: true,
  matchId: true,
  board: true,
  status: true,
  turn: true,
  ply: true,
  winner: true,
  reason: true,
  endedAt: true,
} as const

/** Reads a game, or all running and new ones. @returns the new ones */
export async function readGames(world: CompetitionWorld, only?: number): Promise<CompetitionGame[]> {
  const running = [...world.games.values()].filter(isRunning).map(({ id }) => id)
  const known = Math.max(0, ...world.games.keys())
  const rows = await world.server.database.prisma.game.findMany({
    where: only ? { id: only } : { OR: [{ id: { in: running } }, { id: { gt: known } }] },
    select: FIELDS,
    orderBy: { id: 'asc' },
  })
  const added: CompetitionGame[] = []
  for (const row of rows) {
    const before = world.games.get(row.id)
    const winner = row.winner && (row.winner === 'white' ? row.whiteId : row.blackId)
    const rules = row.rules as RuleSetId
    const game: CompetitionGame = before ?? {
      id: row.id,
      tournament: row.tournamentId,
      stage: row.stage ?? 0,
      group: row.groupNr ?? 0,
      rules,
      provenDraws: row.provenDraws,
      white: row.whiteId,
      black: row.blackId,
      position: startPosition(ruleSet(rules)),
      score: null,
      status: 'active',
      turn: 'white',
      ply: 0,
      reason: null,
      winner: null,
      endedAt: null,
      match: row.matchId,
      board: row.board,
      dragsOn: false,
      claimedAtPly: null,
    }
    if (!before) added.push(game)
    world.games.set(row.id, game)
    game.status = row.status as CompetitionGame['status']
    game.turn = row.turn
    game.ply = row.ply
    if (row.status !== 'finished') continue
    game.winner = winner
    game.score = scoreOf(winner, row.whiteId)
    game.reason = row.reason
    game.endedAt = row.endedAt!.getTime()
    if (row.reason === 'timeout') world.happened.timeouts++
    if (row.reason === 'agreement') world.happened.draws++
    if (row.reason === 'proven-draw') world.happened[kindOfProvenDraw(world, game)]++
    for (const tournament of [...world.tournaments.values(), ...world.divisions])
      if (tournament.id === row.tournamentId) tournament.changed = true
  }
  return added
}

function kindOfProvenDraw(
  { tournaments }: CompetitionWorld,
  { tournament, match }: CompetitionGame,
): 'provenDraws' | 'leagueProvenDraws' | 'ladderProvenDraws' {
  if (match || tournaments.has(tournament ?? Number.NaN)) return 'provenDraws'
  return tournament ? 'leagueProvenDraws' : 'ladderProvenDraws'
}
