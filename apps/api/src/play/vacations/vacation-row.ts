import type { Vacation } from '@tegenzet/contract'
import { Prisma, type VacationModel } from '@tegenzet/db'

/** The end of the vacation that a player is on at `at`; null if there is none. */
export const awayUntil = (playerId: Prisma.Sql, at: Date): Prisma.Sql => Prisma.sql`
  (SELECT until FROM vacations v WHERE v.player_id = ${playerId} AND v.state <> 'over'
    AND v."from" <= ${at}::timestamptz AND v.until > ${at}::timestamptz)`

/**
 * Selects `from` and `until` of the vacation that a player is on at `at`, or of the next one if it begins before
 * `before`.
 */
export const nextVacation = (playerId: Prisma.Sql, at: Date, before: Date): Prisma.Sql => Prisma.sql`
  SELECT v."from", v.until FROM vacations v WHERE v.player_id = ${playerId} AND v.state <> 'over'
    AND v.until > ${at}::timestamptz AND v."from" < ${before}::timestamptz ORDER BY v."from" LIMIT 1`

/** A vacation as its player sees it at `at`. The periodic task that shows it to others may be some seconds behind. */
export const vacationView = (vacation: VacationModel, at: Date): Vacation => ({
  id: vacation.id,
  state: stateAt(vacation, at),
  from: vacation.from.toISOString(),
  until: vacation.until.toISOString(),
  plannedUntil: vacation.plannedUntil?.toISOString() ?? null,
  createdAt: vacation.createdAt.toISOString(),
})

export const stateAt = (
  { from, until }: Pick<VacationModel, 'from' | 'until'>,
  at: Date,
): Vacation['state'] => (until <= at ? 'over' : from <= at ? 'under-way' : 'planned')

export const millis = ({ from, until }: Pick<VacationModel, 'from' | 'until'>) => ({
  from: from.getTime(),
  until: until.getTime(),
})
