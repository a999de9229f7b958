import { playerSchema, scheduleSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { playerColumns } from './player-columns.ts'
import { scheduleColumns } from './schedule.ts'

const startingPlayerSchema = z.object({
  player: playerSchema,
  /** Changes with the player's vacations. */
  vacationsVersion: z.int(),
  schedule: scheduleSchema,
  /** Those that are not over, in milliseconds. */
  vacations: z.array(z.object({ from: z.number(), until: z.number() })),
})

/** What a game needs of a player when it begins. */
export type StartingPlayer = z.output<typeof startingPlayerSchema>

/** The players of games that are about to begin, by id. */
export async function readStartingPlayers(
  db: Db,
  ids: readonly number[],
  at: Date,
): Promise<ReadonlyMap<number, StartingPlayer>> {
  const players = await readRows(
    db,
    startingPlayerSchema,
    Prisma.sql`
      SELECT ${playerColumns('player')}, player.vacations_version AS "vacationsVersion", ${scheduleColumns('account')},
        (SELECT coalesce(jsonb_agg(jsonb_build_object(
            'from', (extract(epoch FROM v."from") * 1000)::bigint, 'until', (extract(epoch FROM v.until) * 1000)::bigint)), '[]')
          FROM vacations v WHERE v.player_id = player.id AND v.until > ${at}::timestamptz) AS vacations
      FROM players player LEFT JOIN accounts account ON account.player_id = player.id
      WHERE player.id = ANY(${[...ids]}::int[])`,
  )
  return new Map(players.map((each) => [each.player.id, each]))
}
