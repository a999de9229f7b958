import { LEAVE_REASONS, type Player, playerSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import {
  advancing,
  type LeagueMove,
  leagueMove,
  pairings,
  ranking,
  type ScoredGame,
  standings as standingsOf,
} from '@tegenzet/tournaments'
import { z } from 'zod'
import { playerColumns } from '../../accounts/players/player-columns.ts'
import { existing } from '../../store/existing.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import type { EntrySeed } from './start-stage.ts'
import type { TournamentRow } from './tournament-store.ts'

const seatSchema = z.object({
  tournament: z.int(),
  player: playerSchema,
  group: z.int(),
  struck: z.boolean(),
  left: z.boolean(),
  /** Whether the games of the group have been made. */
  made: z.boolean(),
  gamesPerPair: z.union([z.literal(1), z.literal(2)]),
  rating: z.number().nullable(),
  entry: z.int(),
})
const gameSchema = z.object({
  id: z.int(),
  tournament: z.int(),
  group: z.int(),
  white: z.int(),
  black: z.int(),
  /** White's score; null while the game is running. */
  score: z.union([z.literal(0), z.literal(0.5), z.literal(1)]).nullable(),
  shortDraw: z.boolean(),
})

/** Whether a game was running at the end of its season. It counts ½ for both, whatever its result. */
const CUT_OFF = Prisma.sql`t.state = 'finished' AND t.ends_at IS NOT NULL
  AND (g.status <> 'finished' OR g.ended_at >= t.ends_at)`
/**
 * Whether a player, with seat `s` and entry `e`, left before the stage was over: what they did later changes no place in it.
 * The log has the stage in which they left. Moments do not tell: the end of a stage has the one at which the server began to look.
 */
export const LEFT = Prisma.sql`e.left_at IS NOT NULL AND EXISTS (
  SELECT FROM tournament_log l WHERE l.tournament_id = s.tournament_id AND l.player_id = s.player_id
    AND l.kind = ANY(${[...LEAVE_REASONS]}::text[]) AND l.stage BETWEEN 1 AND s.stage)`
/** A draw by agreement before this ply is marked. */
const SHORT_DRAW_PLY = 20

export interface StageGroup {
  group: number
  players: Player[]
  seeds: EntrySeed[]
  struck: Set<number>
  left: Set<number>
  games: z.output<typeof gameSchema>[]
  /** Games that are still to be made. They count as running. */
  toMake: ScoredGame[]
}

/** The groups of a stage, or some of them, with their games. */
export const readStage = async (
  db: Db,
  tournamentId: number,
  stage: number,
  groups?: readonly number[],
): Promise<StageGroup[]> => (await readStages(db, [tournamentId], stage, groups)).get(tournamentId) ?? []

/** One group of a stage, which must exist. */
export const readGroup = async (
  db: Db,
  tournamentId: number,
  stage: number,
  group: number,
): Promise<StageGroup> => existing((await readStage(db, tournamentId, stage, [group]))[0])

/** The same for several tournaments, by tournament. */
export async function readStages(
  db: Db,
  tournamentIds: readonly number[],
  stage: number,
  groups?: readonly number[],
): Promise<ReadonlyMap<number, StageGroup[]>> {
  const ids = [...tournamentIds]
  const inGroup = (column: Prisma.Sql) =>
    groups === undefined ? Prisma.empty : Prisma.sql`AND ${column} = ANY(${[...groups]}::int[])`
  const seats = await readRows(
    db,
    seatSchema,
    Prisma.sql`
      SELECT s.tournament_id AS tournament, ${playerColumns('player')}, s.group_nr AS group, s.struck, ${LEFT} AS left, e.rating,
        e.id AS entry, made.started_at IS NOT NULL AS made, t.games_per_pair AS "gamesPerPair"
      FROM tournament_seats s JOIN players player ON player.id = s.player_id JOIN tournaments t ON t.id = s.tournament_id
        JOIN tournament_groups made ON made.tournament_id = s.tournament_id AND made.stage = s.stage AND made.nr = s.group_nr
        JOIN tournament_entries e ON e.tournament_id = s.tournament_id AND e.player_id = s.player_id
      WHERE s.tournament_id = ANY(${ids}::int[]) AND s.stage = ${stage} ${inGroup(Prisma.sql`s.group_nr`)}
      ORDER BY s.tournament_id, s.group_nr, s.seat`,
  )
  const games = await readRows(
    db,
    gameSchema,
    Prisma.sql`
      SELECT g.id, g.tournament_id AS tournament, g.group_nr AS group, g.white_id AS white, g.black_id AS black,
        CASE WHEN ${CUT_OFF} THEN 0.5
          WHEN g.status = 'finished' THEN CASE g.winner WHEN 'white' THEN 1 WHEN 'black' THEN 0 ELSE 0.5 END
        END::float8 AS score,
        coalesce(g.status = 'finished' AND g.reason = 'agreement' AND g.ply < ${SHORT_DRAW_PLY}, false) AS "shortDraw"
      FROM games g JOIN tournaments t ON t.id = g.tournament_id
      WHERE g.tournament_id = ANY(${ids}::int[]) AND g.stage = ${stage} ${inGroup(Prisma.sql`g.group_nr`)}
      ORDER BY g.id`,
  )
  const gamesOf = byPlace(games)
  const stages = new Map<number, StageGroup[]>()
  for (const [place, own] of byPlace(seats)) {
    const [{ tournament, group, made, gamesPerPair }] = own
    const idsOf = (which: (seat: (typeof own)[number]) => boolean) =>
      new Set(own.filter(which).map(({ player }) => player.id))
    const players = own.map(({ player }) => player)
    const ids = players.map(({ id }) => id)
    const toMake = made ? [] : pairings(ids, gamesPerPair).map((pair) => ({ ...pair, score: null }))
    const ofTournament = stages.get(tournament) ?? []
    ofTournament.push({
      group,
      players,
      toMake,
      seeds: own.map(({ player, rating, entry }) => ({ id: player.id, rating, entry })),
      struck: idsOf(({ struck }) => struck),
      left: idsOf(({ left }) => left),
      games: gamesOf.get(place) ?? [],
    })
    stages.set(tournament, ofTournament)
  }
  return stages
}

/** Rows by tournament and group, in their order. */
function byPlace<Row extends { tournament: number; group: number }>(
  rows: readonly Row[],
): ReadonlyMap<string, [Row, ...Row[]]> {
  const places = new Map<string, [Row, ...Row[]]>()
  for (const row of rows) {
    const place = `${row.tournament} ${row.group}`
    const others = places.get(place)
    if (others) others.push(row)
    else places.set(place, [row])
  }
  return places
}

const standingsOfGroup = ({ players, games, toMake, struck, left }: StageGroup) =>
  standingsOf(
    players.map(({ id }) => id),
    [...games, ...toMake],
    struck,
    left,
  )

/** Who goes on from a group to the next stage, as the standings are now. @param barred who cannot */
export const advancingFrom = (
  group: StageGroup,
  advance: number,
  barred: ReadonlySet<number> = new Set(),
): EntrySeed[] =>
  advancing(
    standingsOfGroup(group),
    group.seeds.filter(({ id }) => !barred.has(id)),
    advance,
  )

/** The winners by final standings. Several players may share the first place. */
export function winnersOf(group: StageGroup): Player[] {
  const first = new Set(
    standingsOfGroup(group)
      .filter(({ place, points }) => place === 1 && points > 0)
      .map(({ player }) => player),
  )
  return group.players.filter(({ id }) => first.has(id))
}

/** The players of a division, best first. Those who have left come last. */
export function orderOfDivision(division: StageGroup): number[] {
  const left = division.seeds.filter(({ id }) => division.left.has(id))
  return [...ranking(standingsOfGroup(division), division.seeds), ...left].map(({ id }) => id)
}

/** Which players of a division go up or down, as the standings are now. */
export function movesOf(
  group: StageGroup,
  { division, divisions }: NonNullable<TournamentRow['league']>,
): ReadonlyMap<number, LeagueMove> {
  const order = orderOfDivision(group)
  return new Map(
    order.map((id, place) => [
      id,
      leagueMove({
        place,
        size: order.length,
        hasLeft: group.left.has(id),
        division: (division ?? 1) - 1,
        divisions,
      }),
    ]),
  )
}

/** Whether a stage has one group, from which nobody goes on. */
export const isLastStage = async (db: Db, tournamentId: number, stage: number): Promise<boolean> =>
  (await db.tournamentGroup.count({ where: { tournamentId, stage } })) < 2

/** The standings of a group with who goes on, up or down, as it is now. */
export function standingsWithMoves(
  group: StageGroup,
  { league, advance }: Pick<TournamentRow, 'league' | 'advance'>,
  isLast: boolean,
) {
  const goOn = new Set(isLast ? [] : advancingFrom(group, advance).map(({ id }) => id))
  const moves = league ? movesOf(group, league) : new Map<number, LeagueMove>()
  return standingsOfGroup(group).map((row) => ({
    ...row,
    advances: goOn.has(row.player) || moves.get(row.player) === 'up',
    relegated: moves.get(row.player) === 'down',
  }))
}
