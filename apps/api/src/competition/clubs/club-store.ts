import { ok, type Result } from '@tegenzet/common'
import { CLUB_JOINING, CLUB_ROLES, type ClubRole, LANGUAGES, playerSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { playerColumns } from '../../accounts/players/player-columns.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { readIds } from '../../store/read-ids.ts'
import { readRows } from '../../store/read-rows.ts'
import { type Db, runSql, type Tx } from '../../store/transaction.ts'

const clubRowSchema = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  language: z.enum(LANGUAGES),
  joining: z.enum(CLUB_JOINING),
  members: z.int(),
  owner: playerSchema,
  /** The reader's. */
  role: z.enum(CLUB_ROLES).nullable(),
  createdAt: z.date(),
})
export type ClubRow = z.output<typeof clubRowSchema>

const shownClubSchema = clubRowSchema.extend({
  /** Its finished matches with others. */
  record: z.object({ won: z.int(), drawn: z.int(), lost: z.int() }),
})
/** A club with all that is shown of it. */
export type ShownClub = z.output<typeof shownClubSchema>

/** What a player `p` has scored in a game `g` of a match. */
export const POINTS = Prisma.sql`CASE WHEN g.winner IS NULL THEN 0.5
  WHEN (g.winner = 'white') = (g.white_id = p.player_id) THEN 1 ELSE 0 END`

const CLUB_COLUMNS = Prisma.sql`
  c.id, c.slug, c.name, c.description, c.language, c.joining::text, c.member_count AS members,
  ${playerColumns('owner')}, own.role::text AS role, c.created_at AS "createdAt"`

/** Clubs, named `c`. @param readerId null: somebody who is not logged in */
const clubsFor = (readerId: number | null) => Prisma.sql`
  clubs c JOIN club_members o ON o.club_id = c.id AND o.role = 'owner'
    JOIN players owner ON owner.id = o.player_id
    LEFT JOIN club_members own ON own.club_id = c.id AND own.player_id = ${readerId}::int`

/**
 * Reads clubs that have not ended, named `c`, and counts their matches.
 * @param readerId null: somebody who is not logged in
 * @param rest conditions, order and limit
 */
export const queryShownClubs = (db: Db, readerId: number | null, rest: Prisma.Sql): Promise<ShownClub[]> =>
  readRows(
    db,
    shownClubSchema,
    Prisma.sql`
      SELECT ${CLUB_COLUMNS}, record.record
      FROM ${clubsFor(readerId)} CROSS JOIN LATERAL (
        SELECT json_build_object('won', count(*) FILTER (WHERE lead > 0), 'drawn', count(*) FILTER (WHERE lead = 0),
          'lost', count(*) FILTER (WHERE lead < 0)) AS record
        FROM (
          SELECT score_a - score_b AS lead FROM matches
            WHERE club_a_id = c.id AND club_a_id <> club_b_id AND state = 'finished'
          UNION ALL SELECT score_b - score_a FROM matches
            WHERE club_b_id = c.id AND club_a_id <> club_b_id AND state = 'finished'
        ) finished
      ) record ${rest}`,
  )

const isClub = (slug: string) => Prisma.sql`WHERE c.slug = ${slug} AND c.ended_at IS NULL`

export async function readShownClub(
  db: Db,
  slug: string,
  readerId: number | null = null,
): Promise<ShownClub | undefined> {
  const [club] = await queryShownClubs(db, readerId, isClub(slug))
  return club
}

export async function readClub(
  db: Db,
  slug: string,
  readerId: number | null = null,
): Promise<ClubRow | undefined> {
  const [club] = await readRows(
    db,
    clubRowSchema,
    Prisma.sql`SELECT ${CLUB_COLUMNS} FROM ${clubsFor(readerId)} ${isClub(slug)}`,
  )
  return club
}

/**
 * Reads a club and locks it until the end of the transaction, so that changes of its members and settings come one after
 * another. Lock players after it.
 */
export async function lockClub(
  tx: Tx,
  slug: string,
  readerId: number | null = null,
): Promise<ClubRow | undefined> {
  await runSql(tx, Prisma.sql`SELECT FROM clubs WHERE slug = ${slug} FOR NO KEY UPDATE`)
  return readClub(tx, slug, readerId)
}

/** The same for what may happen side by side, but not beside changes of the clubs. In the order of their ids. */
export async function shareClubs(tx: Tx, slugs: readonly string[]): Promise<void> {
  await runSql(
    tx,
    Prisma.sql`SELECT FROM clubs WHERE slug = ANY(${[...slugs]}::text[]) ORDER BY id FOR SHARE`,
  )
}

export const clubNotFound = (slug: string) => refuse('not-found', `There is no club ${slug}.`)

export const isOrganiser = (role: ClubRole | null): boolean => role === 'owner' || role === 'organiser'

/** The refusal for everybody but the owner and the organisers. */
export const organisersOnly = refuse(
  'forbidden',
  'Only the owner and the organisers of the club may do this.',
)
export const ownerOnly = refuse('forbidden', 'Only the owner of the club may do this.')

/** Finds a club for something that the player organises in it, and keeps it as it is until the end of the transaction. */
export async function shareClubToOrganise(
  tx: Tx,
  slug: string,
  playerId: number,
): Promise<Result<ClubRow, Refusal>> {
  await shareClubs(tx, [slug])
  const club = await readClub(tx, slug, playerId)
  if (!club) return clubNotFound(slug)
  return isOrganiser(club.role) ? ok(club) : organisersOnly
}

/** Finds a club and locks it for something that its owner and organisers may do. */
export async function lockClubToOrganise(
  tx: Tx,
  slug: string,
  playerId: number,
): Promise<Result<ClubRow, Refusal>> {
  const club = await lockClub(tx, slug, playerId)
  if (!club) return clubNotFound(slug)
  return isOrganiser(club.role) ? ok(club) : organisersOnly
}

export const readOrganiserIds = (db: Db, clubIds: readonly number[]): Promise<number[]> =>
  readIds(
    db,
    Prisma.sql`
      SELECT DISTINCT player_id AS id FROM club_members
      WHERE club_id = ANY(${[...clubIds]}::int[]) AND role <> 'member' ORDER BY 1`,
  )

export const readMemberIds = (db: Db, clubIds: readonly number[]): Promise<number[]> =>
  readIds(
    db,
    Prisma.sql`SELECT DISTINCT player_id AS id FROM club_members WHERE club_id = ANY(${[...clubIds]}::int[]) ORDER BY 1`,
  )
