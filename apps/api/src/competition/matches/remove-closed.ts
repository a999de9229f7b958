import { Prisma } from '@tegenzet/db'
import { tryEach } from '../../jobs/try-each.ts'
import { queryGames } from '../../play/game/read-games.ts'
import { readIds } from '../../store/read-ids.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { leaveClubs } from '../clubs/leave-club.ts'
import { forfeitGames } from '../forfeits/forfeit-games.ts'
import { recentlyClosed } from '../recent/recently-closed.ts'

/**
 * Takes players whose accounts a moderator has just closed out of their clubs, and ends their running games in matches by
 * forfeit. Erased accounts leave by `leaveCompetitions`.
 */
export async function removeClosed(db: Db, since: Date, at: Date): Promise<void> {
  const members = await readIds(
    db,
    Prisma.sql`
      SELECT DISTINCT s.player_id AS id FROM ${recentlyClosed(since, at)}
        JOIN club_members c ON c.player_id = s.player_id ORDER BY 1`,
  )
  await tryEach(members, (playerId) => leaveClubs(db, playerId, at))
  const players = await readIds(
    db,
    Prisma.sql`
      SELECT DISTINCT s.player_id AS id FROM ${recentlyClosed(since, at)}
        JOIN match_players p ON p.player_id = s.player_id JOIN matches m ON m.id = p.match_id
      WHERE m.state = 'running' AND p.board IS NOT NULL ORDER BY 1`,
  )
  await tryEach(players, (playerId) =>
    inTransaction(db, async (tx) => {
      const games = await queryGames(
        tx,
        Prisma.sql`match_players p JOIN matches m ON m.id = p.match_id AND m.state = 'running'
          JOIN games g ON g.match_id = p.match_id AND g.board = p.board AND p.player_id IN (g.white_id, g.black_id)`,
        Prisma.sql`WHERE p.player_id = ${playerId} AND g.turn IS NOT NULL ORDER BY g.id`,
      )
      await forfeitGames(tx, games, playerId, at)
    }),
  )
}
