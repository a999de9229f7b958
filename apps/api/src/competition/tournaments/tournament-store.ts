import {
  clockSchema,
  playerSchema,
  ruleSetIdSchema,
  TOURNAMENT_FORMATS,
  TOURNAMENT_KINDS,
  TOURNAMENT_STATES,
} from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { playerColumns } from '../../accounts/players/player-columns.ts'
import { idOf } from '../../play/game/read-games.ts'
import { refuse } from '../../refusal.ts'
import { readRows } from '../../store/read-rows.ts'
import { type Db, runSql, type Tx } from '../../store/transaction.ts'

const tournamentRowSchema = z.object({
  id: z.int(),
  format: z.enum(TOURNAMENT_FORMATS),
  name: z.string(),
  description: z.string(),
  rules: ruleSetIdSchema,
  rulesRevision: z.int(),
  clock: clockSchema,
  rated: z.boolean(),
  vacation: z.boolean(),
  provenDraws: z.boolean(),
  kind: z.enum(TOURNAMENT_KINDS),
  groupSize: z.int(),
  gamesPerPair: z.union([z.literal(1), z.literal(2)]),
  advance: z.int(),
  league: z.object({ season: z.int(), division: z.int().nullable(), divisions: z.int() }).nullable(),
  minEntrants: z.int(),
  maxEntrants: z.int(),
  ratingMin: z.number().nullable(),
  ratingMax: z.number().nullable(),
  invite: z.boolean(),
  state: z.enum(TOURNAMENT_STATES),
  organiser: playerSchema.nullable(),
  club: z.string().nullable(),
  entrants: z.int(),
  stage: z.int(),
  startsAt: z.date().nullable(),
  startedAt: z.date().nullable(),
  endsAt: z.date().nullable(),
  endedAt: z.date().nullable(),
  createdAt: z.date(),
  making: z.object({ made: z.int(), total: z.int() }).nullable(),
})
export type TournamentRow = z.output<typeof tournamentRowSchema>

/** Reads tournaments, named `t`. @param rest joins, conditions, order and limit */
export const queryTournaments = (db: Db, rest: Prisma.Sql): Promise<TournamentRow[]> =>
  readRows(
    db,
    tournamentRowSchema,
    Prisma.sql`/* tournaments */
      SELECT t.id, t.format, t.name, t.description, t.rules, t.rules_revision AS "rulesRevision", t.clock, t.rated,
        t.vacation, t.proven_draws AS "provenDraws", t.kind::text, t.group_size AS "groupSize", t.games_per_pair AS "gamesPerPair", t.advance,
        CASE WHEN t.season IS NOT NULL
          THEN json_build_object('season', t.season, 'division', t.division, 'divisions', divisions) END AS league,
        t.min_entrants AS "minEntrants", t.max_entrants AS "maxEntrants", t.rating_min AS "ratingMin",
        t.rating_max AS "ratingMax", t.invite, t.state::text, ${playerColumns('organiser')},
        (SELECT slug FROM clubs WHERE clubs.id = t.club_id) AS club,
        t.entrants, t.stage,
        t.starts_at AS "startsAt", t.started_at AS "startedAt", t.ends_at AS "endsAt", t.ended_at AS "endedAt",
        t.created_at AS "createdAt",
        CASE WHEN EXISTS (
          SELECT FROM tournament_groups w WHERE w.tournament_id = t.id AND w.stage = t.stage AND w.started_at IS NULL)
        THEN (SELECT json_build_object(
            'made', coalesce(sum(made.games) FILTER (WHERE made.started_at IS NOT NULL), 0), 'total', sum(made.games))
          FROM tournament_groups made WHERE made.tournament_id = t.id AND made.stage = t.stage) END AS making
      FROM tournaments t LEFT JOIN players organiser ON organiser.id = t.organiser_id
      -- a join, because Postgres remembers its result (Memoize) for the other rows of a season
      CROSS JOIN LATERAL (
        SELECT count(d.division) AS divisions FROM tournaments d WHERE d.rules = t.rules AND d.season = t.season
      ) season ${rest}`,
  )

export const readTournaments = (db: Db, ids: readonly number[]): Promise<TournamentRow[]> =>
  queryTournaments(db, Prisma.sql`WHERE t.id = ANY(${[...ids]}::int[]) ORDER BY t.id`)

export async function readTournament(db: Db, id: number): Promise<TournamentRow | undefined> {
  const [tournament] = await queryTournaments(db, Prisma.sql`WHERE t.id = ${idOf(id)}`)
  return tournament
}

/**
 * Reads a tournament and locks it until the end of the transaction, so that its steps come one after another.
 */
export async function lockTournament(tx: Tx, id: number): Promise<TournamentRow | undefined> {
  await runSql(tx, Prisma.sql`SELECT id FROM tournaments WHERE id = ${idOf(id)} FOR UPDATE`)
  return readTournament(tx, id)
}

/** The same for steps that may happen side by side, but not beside those that lock it. */
export async function shareTournament(tx: Tx, id: number): Promise<TournamentRow | undefined> {
  await runSql(tx, Prisma.sql`SELECT id FROM tournaments WHERE id = ${idOf(id)} FOR SHARE`)
  return readTournament(tx, id)
}

export const tournamentNotFound = (id: number) => refuse('not-found', `There is no tournament ${id}.`)

/** Everybody who has entered and not left, in the order of entry. */
export const readEntrantIds = async (db: Db, tournamentId: number): Promise<number[]> => {
  const entries = await db.tournamentEntry.findMany({
    where: { tournamentId, leftAt: null },
    select: { playerId: true },
    orderBy: { id: 'asc' },
  })
  return entries.map(({ playerId }) => playerId)
}
