import { type ClubRole, MATCH_SIDES, type MatchSide } from '@tegenzet/contract'
import type { Db } from '../../store/transaction.ts'
import { isOrganiser } from '../clubs/club-store.ts'
import type { MatchRow } from './match-store.ts'

/** What a player is in the clubs of a match, by the ids of the clubs. */
export async function readRoles(
  db: Db,
  { a, b }: MatchRow,
  playerId: number,
): Promise<ReadonlyMap<number, ClubRole>> {
  const memberships = await db.clubMember.findMany({
    where: { playerId, clubId: { in: [a.id, b.id] } },
    select: { clubId: true, role: true },
  })
  return new Map(memberships.map(({ clubId, role }) => [clubId, role]))
}

/** The sides whose club somebody with these roles organises. */
export const sidesOf = (match: MatchRow, roles: ReadonlyMap<number, ClubRole>): MatchSide[] =>
  MATCH_SIDES.filter((side) => isOrganiser(roles.get(match[side].id) ?? null))

/** The sides whose club a player organises. */
export const organisedSides = async (db: Db, match: MatchRow, playerId: number): Promise<MatchSide[]> =>
  sidesOf(match, await readRoles(db, match, playerId))
