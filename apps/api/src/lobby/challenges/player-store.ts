import { valueAt } from '@tegenzet/common'
import { playerSchema, scheduleSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { playerColumns } from '../../accounts/players/player-columns.ts'
import { scheduleColumns } from '../../accounts/players/schedule.ts'
import { readStartingPlayers, type StartingPlayer } from '../../accounts/players/starting-players.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { upcomingVacation, upcomingVacationSchema } from './challenge-store.ts'

const challengePartySchema = z.object({
  player: playerSchema,
  schedule: scheduleSchema,
  away: upcomingVacationSchema,
  builtIn: z.boolean(),
  /** Whether somebody can still log in as this player: not as a guest who was forgotten. */
  present: z.boolean(),
})

export type ChallengeParty = z.output<typeof challengePartySchema>

/** The challenger and, if the name belongs to a player, the challenged player. */
export const readChallengeParties = (
  db: Db,
  challengerId: number,
  opponentKey: string | undefined,
  at: Date,
) =>
  readRows(
    db,
    challengePartySchema,
    Prisma.sql`
      SELECT ${playerColumns('player')}, ${scheduleColumns('account')}, away."from" AS "away.from",
        away.until AS "away.until", player.built_in AS "builtIn", account.id IS NOT NULL AS present
      FROM players player LEFT JOIN accounts account ON account.player_id = player.id
        LEFT JOIN LATERAL (${upcomingVacation(Prisma.sql`player.id`, at)}) away ON true
      WHERE player.id = ${challengerId} OR player.username_key = ${opponentKey ?? null}`,
  )

const activeGamesSchema = z.object({ id: z.int(), activeGames: z.int() })

export interface AcceptingPlayer extends StartingPlayer {
  activeGames: number
}

const isGuest = (opponent: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT FROM players guest WHERE guest.id = ${opponent} AND guest.kind = 'guest')`

/**
 * The players of a challenge, by id. Games of guests do not count for built-in bots, so that they cannot take them from
 * others.
 */
export async function readAcceptingPlayers(
  db: Db,
  ids: readonly number[],
  at: Date,
): Promise<ReadonlyMap<number, AcceptingPlayer>> {
  const players = await readStartingPlayers(db, ids, at)
  const counts = await readRows(
    db,
    activeGamesSchema,
    Prisma.sql`
      SELECT player.id,
        ((SELECT count(*) FROM games WHERE white_id = player.id AND status = 'active'
            AND NOT (player.built_in AND ${isGuest(Prisma.sql`black_id`)})) +
         (SELECT count(*) FROM games WHERE black_id = player.id AND status = 'active'
            AND NOT (player.built_in AND ${isGuest(Prisma.sql`white_id`)})))::int AS "activeGames"
      FROM players player WHERE player.id = ANY(${[...ids]}::int[])`,
  )
  return new Map(counts.map(({ id, activeGames }) => [id, { ...valueAt(players, id), activeGames }]))
}
