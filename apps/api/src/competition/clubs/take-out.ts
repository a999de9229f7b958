import { Prisma } from '@tegenzet/db'
import { runSql, type Tx } from '../../store/transaction.ts'
import type { ClubRow } from './club-store.ts'
import { endInvitationsBy } from './invitation-link.ts'

/**
 * Takes a member out of a club and of its line-ups that are open, and ends the member's invitations. Matches that run go on.
 * The caller holds the lock of the club, which has other members.
 */
export async function takeOut(tx: Tx, { id: clubId }: Pick<ClubRow, 'id'>, playerId: number): Promise<void> {
  await tx.clubMember.deleteMany({ where: { clubId, playerId } })
  await endInvitationsBy(tx, clubId, playerId)
  await tx.club.update({ where: { id: clubId }, data: { memberCount: { decrement: 1 } } })
  // the line-ups do not close meanwhile
  await runSql(
    tx,
    Prisma.sql`
    SELECT FROM matches m JOIN match_players p ON p.match_id = m.id
    WHERE p.player_id = ${playerId} AND p.club_id = ${clubId} AND m.state = 'open' ORDER BY m.id FOR SHARE OF m`,
  )
  await tx.matchPlayer.deleteMany({ where: { playerId, clubId, match: { state: 'open' } } })
}
