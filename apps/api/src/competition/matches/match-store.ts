import { clockSchema, MATCH_STATES, type MatchSide, playerSchema, ruleSetIdSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { playerColumns } from '../../accounts/players/player-columns.ts'
import { idOf } from '../../play/game/read-games.ts'
import { type Refused, refuse } from '../../refusal.ts'
import { readRows } from '../../store/read-rows.ts'
import { type Db, runSql, type Tx } from '../../store/transaction.ts'
import { POINTS } from '../clubs/club-store.ts'

const clubSchema = z.object({ id: z.int(), slug: z.string(), name: z.string() })
const matchRowSchema = z.object({
  id: z.int(),
  a: clubSchema,
  b: clubSchema,
  rules: ruleSetIdSchema,
  rulesRevision: z.int(),
  clock: clockSchema,
  rated: z.boolean(),
  vacation: z.boolean(),
  provenDraws: z.boolean(),
  boards: z.int(),
  gamesPerBoard: z.union([z.literal(1), z.literal(2)]),
  message: z.string().nullable(),
  proposedBy: playerSchema,
  state: z.enum(MATCH_STATES),
  lineupsCloseAt: z.date(),
  remindedA: z.boolean(),
  remindedB: z.boolean(),
  agreedA: z.boolean(),
  agreedB: z.boolean(),
  signedUpA: z.int(),
  signedUpB: z.int(),
  scoreA: z.number(),
  scoreB: z.number(),
  createdAt: z.date(),
  startedAt: z.date().nullable(),
  endedAt: z.date().nullable(),
})
export type MatchRow = z.output<typeof matchRowSchema>

/** Reads matches, named `m`. @param rest conditions, order and limit */
export const queryMatches = (db: Db, rest: Prisma.Sql): Promise<MatchRow[]> =>
  readRows(
    db,
    matchRowSchema,
    Prisma.sql`
      SELECT m.id, a.id AS "a.id", a.slug AS "a.slug", a.name AS "a.name", b.id AS "b.id", b.slug AS "b.slug",
        b.name AS "b.name", m.rules, m.rules_revision AS "rulesRevision", m.clock, m.rated, m.vacation,
        m.proven_draws AS "provenDraws", m.boards,
        m.games_per_board AS "gamesPerBoard", m.message, ${playerColumns('proposedBy')}, m.state::text,
        m.lineups_close_at AS "lineupsCloseAt",
        m.reminded_a_at IS NOT NULL AS "remindedA", m.reminded_b_at IS NOT NULL AS "remindedB",
        m.agreed_a_at IS NOT NULL AS "agreedA", m.agreed_b_at IS NOT NULL AS "agreedB",
        (SELECT count(*)::int FROM match_players p WHERE p.match_id = m.id AND p.side = 'a') AS "signedUpA",
        (SELECT count(*)::int FROM match_players p WHERE p.match_id = m.id AND p.side = 'b') AS "signedUpB",
        coalesce(m.score_a, score.a) AS "scoreA", coalesce(m.score_b, score.played - score.a) AS "scoreB",
        m.created_at AS "createdAt", m.started_at AS "startedAt", m.ended_at AS "endedAt"
      FROM matches m JOIN clubs a ON a.id = m.club_a_id JOIN clubs b ON b.id = m.club_b_id
      JOIN players "proposedBy" ON "proposedBy".id = m.proposed_by_id
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(${POINTS}), 0)::float8 AS a, count(*)::float8 AS played
        FROM games g JOIN match_players p ON p.match_id = g.match_id AND p.side = 'a' AND p.board = g.board
        WHERE g.match_id = m.id AND g.status = 'finished' AND m.score_a IS NULL
      ) score ${rest}`,
  )

export async function readMatch(db: Db, id: number): Promise<MatchRow | undefined> {
  const [match] = await queryMatches(db, Prisma.sql`WHERE m.id = ${idOf(id)}`)
  return match
}

/**
 * Reads a match and locks it until the end of the transaction, so that its steps come one after another. Clubs are locked
 * before it, players after it.
 */
export async function lockMatch(tx: Tx, id: number): Promise<MatchRow | undefined> {
  await runSql(tx, Prisma.sql`SELECT FROM matches WHERE id = ${idOf(id)} FOR NO KEY UPDATE`)
  return readMatch(tx, id)
}

/** The same for steps that may happen side by side, but not beside those that lock it. */
export async function shareMatch(tx: Tx, id: number): Promise<MatchRow | undefined> {
  await runSql(tx, Prisma.sql`SELECT FROM matches WHERE id = ${idOf(id)} FOR SHARE`)
  return readMatch(tx, id)
}

export const matchNotFound = (id: number) => refuse('not-found', `There is no match ${id}.`)

export const isWithinClub = ({ a, b }: MatchRow): boolean => a.id === b.id

/** Which side a club of a match has; A, if it has both. */
export const sideOfClub = ({ a, b }: MatchRow, slug: string): MatchSide | null =>
  slug === a.slug ? 'a' : slug === b.slug ? 'b' : null

/** Refuses what is possible only while the line-ups are open. */
export function lineUpsRefused({ state, lineupsCloseAt }: MatchRow, at: Date): Refused | null {
  if (state === 'proposed') return refuse('conflict', 'The match is not accepted yet.')
  return state === 'open' && at < lineupsCloseAt
    ? null
    : refuse('lineups-closed', 'The line-ups of this match are closed.')
}

export const clubNotInMatch = (slug: string) =>
  refuse('validation', `The club ${slug} does not play in this match.`, {
    errors: [{ path: '/body/club', message: 'is not a club of this match' }],
  })

const missingSchema = z.object({ id: z.int(), user: playerSchema })

/**
 * The members of a club who have not signed up for a match, in the order in which they joined. NOT IN keeps Postgres from
 * looking up each member among the players of all matches.
 */
export const readMissing = (
  db: Db,
  {
    matchId,
    clubId,
    after = 0,
    limit = null,
  }: { matchId: number; clubId: number; after?: number; limit?: number | null },
): Promise<z.output<typeof missingSchema>[]> =>
  readRows(
    db,
    missingSchema,
    Prisma.sql`
      SELECT m.id, ${playerColumns('user')} FROM (
        SELECT id, player_id FROM club_members
        WHERE club_id = ${clubId} AND id > ${after}
          AND player_id NOT IN (SELECT player_id FROM match_players WHERE match_id = ${matchId})
        ORDER BY id LIMIT ${limit}::int
      ) m JOIN players "user" ON "user".id = m.player_id ORDER BY m.id`,
  )
