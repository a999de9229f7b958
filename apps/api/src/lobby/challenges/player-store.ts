import { playerSchema, scheduleSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { playerColumns } from '../../accounts/people/player-columns.ts'
import { scheduleColumns } from '../../accounts/profile/schedule.ts'
import { vacationsSince } from '../../play/vacations/vacation-row.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Tx } from '../../store/transaction.ts'
import { upcomingVacation, upcomingVacationSchema } from './challenge-store.ts'

const challengePartySchema = z.object({
  player: playerSchema,
  schedule: scheduleSchema,
  away: upcomingVacationSchema,
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
        away.until AS "away.until"
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

/** The players of a game that is about to start, with their vacations that are not over. */
export const readAcceptingPlayers = (tx: Tx, ids: readonly number[], at: Date) =>
  readRows(
    tx,
    acceptingPlayerSchema,
    Prisma.sql`
      SELECT ${playerColumns('player')}, player.vacations_version AS "vacationsVersion",
        ${scheduleColumns('account')}, ${vacationsSince(Prisma.sql`player.id`, Prisma.sql`${at}::timestamptz`)} AS vacations,
        ((SELECT count(*) FROM games WHERE white_id = player.id AND status = 'active') +
         (SELECT count(*) FROM games WHERE black_id = player.id AND status = 'active'))::int AS "activeGames"
      FROM players player LEFT JOIN accounts account ON account.player_id = player.id
      WHERE player.id = ANY(${[...ids]}::int[])`,
  )
