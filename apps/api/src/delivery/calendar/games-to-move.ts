import { playerSchema, ruleSetIdSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { playerColumns } from '../../accounts/players/player-columns.ts'
import { COMPETITION_COLUMNS, COMPETITION_JOIN, competitionShape } from '../../play/game/competition-name.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'

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

/** A game in which a player is to move. */
export type GameToMove = z.output<typeof gameToMoveSchema>

/** Reads the games in which the player is to move, by deadline, with the indexes of running games. */
export function readGamesToMove(db: Db, playerId: number): Promise<GameToMove[]> {
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
