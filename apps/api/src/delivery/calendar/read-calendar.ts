import type { Language } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { hashToken } from '../../accounts/credentials/token-secret.ts'
import type { Deps } from '../../deps.ts'
import { playerColumn } from '../../store/player-column.ts'
import { type CalendarContents, type GameToMove, writeCalendar } from './write-calendar.ts'

/** @returns the file; null where no calendar has this secret */
export async function readCalendar(
  { database: { prisma }, config, now }: Deps,
  secret: string,
): Promise<string | null> {
  const [owner] = await prisma.$queryRaw<{ playerId: number; username: string; language: Language }[]>`
    WITH found AS (
      SELECT account_id, last_fetched_at, date_trunc('minute', ${now()}::timestamptz) AS minute
      FROM calendars WHERE hash = ${hashToken(secret)}
    ), fetched AS (
      UPDATE calendars SET last_fetched_at = found.minute FROM found
      WHERE calendars.account_id = found.account_id
        AND (found.last_fetched_at IS NULL OR found.last_fetched_at < found.minute)
    )
    SELECT p.id AS "playerId", p.username, a.language
    FROM found JOIN accounts a ON a.id = found.account_id JOIN players p ON p.id = a.player_id`
  if (!owner) return null
  const games = await readGamesToMove(prisma, owner.playerId)
  const contents: CalendarContents = { ...owner, games }
  return writeCalendar(contents, config.publicUrl)
}

/** The most urgent first, by the indexes of a player's running games. */
function readGamesToMove(prisma: Deps['database']['prisma'], playerId: number): Promise<GameToMove[]> {
  const asSide = (side: 'white' | 'black', opponent: 'white' | 'black') => Prisma.sql`
    SELECT g.*, ${Prisma.raw(opponent)}_id AS opponent_id FROM games g
    WHERE ${Prisma.raw(side)}_id = ${playerId} AND status = 'active' AND turn = ${side}::side AND deadline IS NOT NULL`
  return prisma.$queryRaw<GameToMove[]>`
    SELECT g.id, g.rules, g.rules_revision AS "rulesRevision", g.version, g.ply, g.deadline,
      g.updated_at AS "updatedAt", ${playerColumn('o')} AS opponent
    FROM (${asSide('white', 'black')} UNION ALL ${asSide('black', 'white')}) g
    JOIN players o ON o.id = g.opponent_id ORDER BY g.deadline, g.id`
}
