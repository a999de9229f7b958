import { Prisma } from '@tegenzet/db'
import type { RuleSetId } from '@tegenzet/rules'
import { readIds } from '../store/read-ids.ts'
import type { Db } from '../store/transaction.ts'
import { leaveClubs } from './clubs/leave-club.ts'
import { leaveLadder } from './ladders/leave-ladder.ts'
import { leaveTournament } from './tournaments/leave-tournament.ts'

/** Takes a player whose account is closed out of all tournaments and clubs, and off all ladders. Can be repeated. */
export async function leaveCompetitions(db: Db, playerId: number, at: Date): Promise<void> {
  const entered = await readIds(
    db,
    Prisma.sql`
      SELECT t.id FROM tournament_entries e JOIN tournaments t ON t.id = e.tournament_id
      WHERE e.player_id = ${playerId} AND e.left_at IS NULL AND t.state IN ('open', 'running') ORDER BY t.id`,
  )
  for (const tournament of entered)
    await leaveTournament(db, { tournament, playerId, why: 'closed', byId: null, at })
  const places = await db.ladderEntry.findMany({ where: { playerId }, select: { rules: true } })
  for (const { rules } of places) await leaveLadder(db, { rules: rules as RuleSetId, playerId, at })
  await leaveClubs(db, playerId, at)
}
