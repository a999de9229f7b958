import { playerSchema, scheduleSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { playerColumns } from '../../accounts/players/player-columns.ts'
import { scheduleColumns } from '../../accounts/profile/schedule.ts'
import { vacationsSince } from '../../play/vacations/vacation-row.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Tx } from '../../store/transaction.ts'
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
  tx: Tx,
  challengerId: number,
  opponentKey: string | undefined,
  at: Date,
) =>
  readRows(
    tx,
    challengePartySchema,
    Prisma.sql`
      SELECT ${playerColumns('player')}, ${scheduleColumns('account')}, away."from" AS "away.from",
        away.until AS "away.until", player.built_in AS "builtIn", account.id IS NOT NULL AS present
      FROM players player LEFT JOIN accounts account ON account.player_id = player.id
        LEFT JOIN LATERAL (${upcomingVacation(Prisma.sql`player.id`, at)}) away ON true
      WHERE player.id = ${challengerId} OR player.username_key = ${opponentKey ?? null}`,
  )

const acceptingPlayerSchema = z.object({
  player: playerSchema,
  vacationsVersion: z.int(),
  schedule: scheduleSchema,
  vacations: z.array(z.object({ from: z.number(), until: z.number() })),
  activeGames: z.int(),
})

export type AcceptingPlayer = z.output<typeof acceptingPlayerSchema>

const isGuest = (opponent: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT FROM players guest WHERE guest.id = ${opponent} AND guest.kind = 'guest')`

/**
 * The players of games that are about to start, by id, with their vacations that are not over. Games of guests do not count for
 * built-in bots, so that they cannot take them from others.
 */
export async function readAcceptingPlayers(
  tx: Tx,
  ids: readonly number[],
  at: Date,
): Promise<ReadonlyMap<number, AcceptingPlayer>> {
  const players = await readRows(
    tx,
    acceptingPlayerSchema,
    Prisma.sql`
      SELECT ${playerColumns('player')}, player.vacations_version AS "vacationsVersion",
        ${scheduleColumns('account')}, ${vacationsSince(Prisma.sql`player.id`, Prisma.sql`${at}::timestamptz`)} AS vacations,
        ((SELECT count(*) FROM games WHERE white_id = player.id AND status = 'active'
            AND NOT (player.built_in AND ${isGuest(Prisma.sql`black_id`)})) +
         (SELECT count(*) FROM games WHERE black_id = player.id AND status = 'active'
            AND NOT (player.built_in AND ${isGuest(Prisma.sql`white_id`)})))::int AS "activeGames"
      FROM players player LEFT JOIN accounts account ON account.player_id = player.id
      WHERE player.id = ANY(${[...ids]}::int[])`,
  )
  return new Map(players.map((each) => [each.player.id, each]))
}
