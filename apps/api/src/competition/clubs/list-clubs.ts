import { ok, type Result } from '@tegenzet/common'
import { type Club, type ClubDetails, type listClubsQuery, playerSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { findPlayerId } from '../../accounts/players/find-person.ts'
import { playerColumns } from '../../accounts/players/player-columns.ts'
import type { Caller } from '../../http/caller.ts'
import type { Refusal } from '../../refusal.ts'
import { findByName } from '../../store/find-by-name.ts'
import { decodeCursor, keyId, type Page, pageOf } from '../../store/page.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import {
  type ClubRow,
  clubNotFound,
  isOrganiser,
  POINTS,
  queryShownClubs,
  readShownClub,
} from './club-store.ts'
import { clubView } from './club-view.ts'
import { usable } from './invitation-list.ts'

const keySchema = z.tuple([keyId, keyId])

/** The largest first, or those whose name contains what is sought. A player's clubs are few and are all read. */
export async function listClubs(
  db: Db,
  query: z.output<typeof listClubsQuery>,
  caller: Caller | null,
): Promise<Result<Page<Club>, Refusal>> {
  const { search, member, limit, cursor } = query
  if (search !== undefined && member === undefined) return searchClubs(db, { search, limit, cursor }, caller)
  const after = decodeCursor(cursor, keySchema)
  if (!after.ok) return after
  const memberId = member === undefined ? null : ((await findPlayerId(db, member)) ?? 0)
  const where = [
    Prisma.sql`c.ended_at IS NULL`,
    ...(after.value ? [Prisma.sql`(c.member_count, c.id) < (${after.value[0]}, ${after.value[1]})`] : []),
    ...(search === undefined ? [] : [Prisma.sql`strpos(lower(c.name), lower(${search.trim()})) > 0`]),
    ...(memberId === null
      ? []
      : [Prisma.sql`c.id IN (SELECT club_id FROM club_members WHERE player_id = ${memberId})`]),
  ]
  const rows = await queryShownClubs(
    db,
    caller?.playerId ?? null,
    Prisma.sql`WHERE ${Prisma.join(where, ' AND ')} ORDER BY c.member_count DESC, c.id DESC LIMIT ${limit + 1}`,
  )
  return ok(pageOf(rows, limit, ({ members, id }) => [members, id], clubView))
}

async function searchClubs(
  db: Db,
  { search, limit, cursor }: { search: string; limit: number; cursor: string | undefined },
  caller: Caller | null,
): Promise<Result<Page<Club>, Refusal>> {
  const found = await findByName(db, 'club', {
    sought: search,
    limit,
    cursor,
    read: (ids) =>
      queryShownClubs(
        db,
        caller?.playerId ?? null,
        Prisma.sql`WHERE c.id = ANY(${[...ids]}::int[]) AND c.ended_at IS NULL`,
      ),
  })
  return found.ok ? ok({ ...found.value, items: found.value.items.map(clubView) }) : found
}

const BEST = 5
const bestSchema = z.object({ user: playerSchema, games: z.int(), points: z.number() })

/** A club with its best players in matches, and what it is to the caller. */
export async function getClub(
  db: Db,
  { slug, caller, at }: { slug: string; caller: Caller | null; at: Date },
): Promise<Result<ClubDetails, Refusal>> {
  const club = await readShownClub(db, slug, caller?.playerId)
  if (!club) return clubNotFound(slug)
  const bestBoards = await readRows(
    db,
    bestSchema,
    Prisma.sql`
      SELECT ${playerColumns('user')}, best.games, best.points FROM (
        SELECT player_id, sum(games)::int AS games, sum(points) AS points FROM (
          SELECT player_id, games, points FROM match_players WHERE club_id = ${club.id} AND games > 0
          UNION ALL
          -- a match that runs is not counted yet. OFFSET: its games are read once, not for each player
          SELECT p.player_id, 1, ${POINTS}
          FROM (
            SELECT id, 'a'::match_side AS side FROM matches
              WHERE club_a_id = ${club.id} AND club_a_id <> club_b_id AND state = 'running'
            UNION ALL SELECT id, 'b' FROM matches
              WHERE club_b_id = ${club.id} AND club_a_id <> club_b_id AND state = 'running'
          ) m CROSS JOIN LATERAL (SELECT * FROM games WHERE match_id = m.id AND status = 'finished' OFFSET 0) g
            CROSS JOIN LATERAL (
              SELECT player_id FROM match_players WHERE match_id = m.id AND side = m.side AND board = g.board OFFSET 0
            ) p
        ) played GROUP BY player_id ORDER BY points DESC, games, player_id LIMIT ${BEST}
      ) best JOIN players "user" ON "user".id = best.player_id ORDER BY best.points DESC, best.games, best.player_id`,
  )
  const own = caller && !caller.guest ? await readOwn(db, club, caller.playerId, at) : undefined
  return ok({ ...clubView(club), bestBoards, ...(own && { own }) })
}

async function readOwn(
  db: Db,
  { id: clubId, role }: ClubRow,
  playerId: number,
  at: Date,
): Promise<NonNullable<ClubDetails['own']>> {
  const where = { clubId_playerId: { clubId, playerId } }
  const request = await db.clubRequest.findUnique({ where })
  const invitation = await db.clubInvitation.findFirst({ where: { ...usable(clubId, at), playerId } })
  const removal = await db.clubRemoval.findUnique({ where })
  return {
    asked: request !== null,
    invited: invitation !== null,
    removed: removal && { reason: removal.reason, at: removal.createdAt.toISOString() },
    requests: isOrganiser(role) ? await db.clubRequest.count({ where: { clubId } }) : null,
  }
}
