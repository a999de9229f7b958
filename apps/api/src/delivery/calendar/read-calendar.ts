import { LANGUAGES, playerSchema, ruleSetIdSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { hashToken } from '../../accounts/credentials/token-secret.ts'
import { playerColumns } from '../../accounts/players/player-columns.ts'
import type { Deps } from '../../deps.ts'
import { COMPETITION_COLUMNS, COMPETITION_JOIN, competitionShape } from '../../play/game/competition-name.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { writeCalendar } from './write-calendar.ts'

const ownerSchema = z.object({ playerId: z.int(), username: z.string(), language: z.enum(LANGUAGES) })

/** Writes a calendar file and records that it was fetched. @returns null if no calendar has this secret */
export async function readCalendar(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  db: Db,
  secret: string,
): Promise<string | null> {
  const [owner] = await readRows(
    db,
    ownerSchema,
    Prisma.sql`
      WITH found AS (
        SELECT account_id, last_fetched_at, date_trunc('minute', ${now()}::timestamptz) AS minute
        FROM calendars WHERE hash = ${hashToken(secret)}
      ), fetched AS (
        UPDATE calendars SET last_fetched_at = found.minute FROM found
        WHERE calendars.account_id = found.account_id
          AND (found.last_fetched_at IS NULL OR found.last_fetched_at < found.minute)
      )
      SELECT p.id AS "playerId", p.username, a.language
      FROM found JOIN accounts a ON a.id = found.account_id JOIN players p ON p.id = a.player_id`,
  )
  if (!owner) return null
  return writeCalendar({ ...owner, games: await readGamesToMove(db, owner.playerId) }, config)
}

const gameToMoveSchema = z.object({
  id: z.int(),
  rules: ruleSetIdSchema,
  rulesRevision: z.int(),
  version: z.int(),
  ply: z.int(),
  deadline: z.date(),
  updatedAt: z.date(),
  opponent: playerSchema,
  ...competitionShape,
})

/** Reads the games in which the player is to move, by deadline, with the indexes of running games. */
function readGamesToMove(db: Db, playerId: number) {
  const asSide = (side: 'white' | 'black', opponent: 'white' | 'black') => Prisma.sql`
    SELECT g.*, ${Prisma.raw(opponent)}_id AS opponent_id FROM games g
    WHERE ${Prisma.raw(side)}_id = ${playerId} AND status = 'active' AND turn = ${side}::side AND deadline IS NOT NULL`
  return readRows(
    db,
    gameToMoveSchema,
    Prisma.sql`
      SELECT g.id, g.rules, g.rules_revision AS "rulesRevision", g.version, g.ply, g.deadline,
        g.updated_at AS "updatedAt", ${playerColumns('opponent')}, ${COMPETITION_COLUMNS}
      FROM (${asSide('white', 'black')} UNION ALL ${asSide('black', 'white')}) g
      JOIN players opponent ON opponent.id = g.opponent_id ${COMPETITION_JOIN} ORDER BY g.deadline, g.id`,
  )
}
