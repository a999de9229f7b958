import { ok, type Result } from '@tegenzet/common'
import {
  CLUB_ROLES,
  type ClubAnnouncement,
  type ClubMember,
  type ClubRequest,
  type Game,
  type pageQuery,
} from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { SIDES } from '@tegenzet/rules'
import { z } from 'zod'
import { FEW_MEMBERS, isMemberOf, LOOKED_AT } from '../../accounts/players/members-of-club.ts'
import { runningGamesOf } from '../../outbox/read-events.ts'
import { gameView } from '../../play/game/game-view.ts'
import { queryGames } from '../../play/game/read-games.ts'
import { withRatings } from '../../play/ratings-beside-names/with-ratings.ts'
import { gameScans } from '../../play/reading/game-scans.ts'
import type { Refusal } from '../../refusal.ts'
import { decodePlayer, oneOf, PLAYER } from '../../store/decode.ts'
import { newestFirst } from '../../store/newest-first.ts'
import { decodeCursor, keyId, keyMoment, type Page, pageOf } from '../../store/page.ts'
import type { Db } from '../../store/transaction.ts'
import { clubNotFound, isOrganiser, organisersOnly, readClub } from './club-store.ts'

type PageQuery = z.output<z.ZodObject<typeof pageQuery>>

const memberKey = z.tuple([z.enum(CLUB_ROLES), keyId])

interface MemberRow {
  player: { id: number; username: string; kind: string }
  role: string
  joinedAt: Date
}
export const memberView = ({ player, role, joinedAt }: MemberRow): ClubMember => ({
  user: decodePlayer(player),
  role: oneOf(CLUB_ROLES, role),
  joinedAt: joinedAt.toISOString(),
})

/** By role, then in the order in which they joined. */
export async function listClubMembers(
  db: Db,
  slug: string,
  { limit, cursor }: PageQuery,
): Promise<Result<Page<ClubMember>, Refusal>> {
  const after = decodeCursor(cursor, memberKey)
  if (!after.ok) return after
  const club = await readClub(db, slug)
  if (!club) return clubNotFound(slug)
  const [role, id] = after.value ?? ['owner', 0]
  const laterRoles = CLUB_ROLES.slice(CLUB_ROLES.indexOf(role) + 1)
  const rows = await db.clubMember.findMany({
    where: { clubId: club.id, OR: [{ role, id: { gt: id } }, { role: { in: laterRoles } }] },
    orderBy: [{ role: 'asc' }, { id: 'asc' }],
    take: limit + 1,
    select: { id: true, role: true, joinedAt: true, player: PLAYER },
  })
  return ok(pageOf(rows, limit, ({ role, id }) => [role, id], memberView))
}

/** The oldest first. */
export async function listClubRequests(
  db: Db,
  slug: string,
  { limit, cursor }: PageQuery,
  playerId: number,
): Promise<Result<Page<ClubRequest>, Refusal>> {
  const after = decodeCursor(cursor, keyId)
  if (!after.ok) return after
  const club = await readClub(db, slug, playerId)
  if (!club) return clubNotFound(slug)
  if (!isOrganiser(club.role)) return organisersOnly
  const rows = await db.clubRequest.findMany({
    where: { clubId: club.id, id: { gt: after.value ?? 0 } },
    orderBy: { id: 'asc' },
    take: limit + 1,
    select: { id: true, createdAt: true, player: PLAYER },
  })
  return ok(
    pageOf(
      rows,
      limit,
      ({ id }) => id,
      ({ player, createdAt }) => ({ user: decodePlayer(player), createdAt: createdAt.toISOString() }),
    ),
  )
}

export async function listClubAnnouncements(
  db: Db,
  slug: string,
  query: PageQuery,
): Promise<Result<Page<ClubAnnouncement>, Refusal>> {
  const club = await readClub(db, slug)
  if (!club) return clubNotFound(slug)
  return newestFirst(
    query,
    ({ where, ...page }) =>
      db.clubAnnouncement.findMany({
        ...page,
        where: { ...where, clubId: club.id },
        include: { by: PLAYER },
      }),
    ({ id, by, text, createdAt }) => ({ id, by: decodePlayer(by), text, createdAt: createdAt.toISOString() }),
  )
}

const gameKey = z.tuple([keyMoment, keyId])

/** The running games of the members, last changed first. */
export async function listClubGames(
  db: Db,
  slug: string,
  { limit, cursor }: PageQuery,
  now: Date,
): Promise<Result<Page<Game>, Refusal>> {
  const before = decodeCursor(cursor, gameKey)
  if (!before.ok) return before
  const club = await readClub(db, slug)
  if (!club) return clubNotFound(slug)
  const more = before.value
    ? [Prisma.sql`(updated_at, id) < (${new Date(before.value[0])}::timestamptz, ${before.value[1]})`]
    : []
  const read = (ids: Prisma.Sql) =>
    queryGames(
      db,
      Prisma.sql`(${ids} ORDER BY updated_at DESC, id DESC LIMIT ${limit + 1}) running JOIN games g ON g.id = running.id`,
      Prisma.sql`ORDER BY g.updated_at DESC, g.id DESC`,
    )
  const first = club.members > FEW_MEMBERS ? await read(amongLatest(slug, more)) : []
  const rows = first.length > limit ? first : await read(ofEachMember(club.id, more))
  const page = pageOf(
    rows,
    limit,
    ({ updatedAt, id }) => [updatedAt.getTime(), id],
    (game) => gameView(game, now),
  )
  return ok({ ...page, items: await withRatings(db, page.items, SIDES, now) })
}

const UNLIMITED = { playerId: null, opponentId: null, rules: undefined, tournament: undefined, ladder: false }

/** The games of members among the running games that have changed last. */
function amongLatest(slug: string, more: readonly Prisma.Sql[]): Prisma.Sql {
  const latest = (['active', 'claimed'] as const).map((status) => {
    const { parts, first } = gameScans({ ...UNLIMITED, status, more })
    const order = Prisma.raw(`${first}, updated_at DESC, id DESC`)
    return Prisma.sql`(${Prisma.join(parts)} ORDER BY ${order} LIMIT ${LOOKED_AT})`
  })
  return Prisma.sql`
    SELECT updated_at, id FROM (
      SELECT * FROM (${Prisma.join(latest, ' UNION ALL ')}) running
      ORDER BY updated_at DESC, id DESC LIMIT ${LOOKED_AT}
    ) latest WHERE ${isMemberOf(slug, Prisma.sql`white_id`)} OR ${isMemberOf(slug, Prisma.sql`black_id`)}`
}

/** The running games of all members, at most 2,000 people: each move would have to write an index in this order. */
const ofEachMember = (clubId: number, more: readonly Prisma.Sql[]): Prisma.Sql => Prisma.sql`
  -- a game of two members stands in both
  SELECT DISTINCT updated_at, id FROM (
    SELECT g.* FROM club_members m CROSS JOIN LATERAL ${runningGamesOf(Prisma.sql`m.player_id`)} WHERE m.club_id = ${clubId}
  ) running WHERE ${Prisma.join([...more, Prisma.sql`true`], ' AND ')}`
