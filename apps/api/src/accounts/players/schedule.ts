import type { QuietHours } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'

/** Selects the `Schedule` of an outer-joined `accounts` table as the field `schedule`, for `readRows`. */
export const scheduleColumns = (alias: string): Prisma.Sql =>
  Prisma.raw(`coalesce(${alias}.timezone, 'UTC') AS "schedule.timezone",
    coalesce(${alias}.days_off, '{}') AS "schedule.daysOff",
    ${alias}.quiet_from AS "schedule.quietHours.from", ${alias}.quiet_to AS "schedule.quietHours.to"`)

/** The quiet hours in a row of `accounts`. */
export const quietHoursOf = ({
  quietFrom: from,
  quietTo: to,
}: {
  quietFrom: string | null
  quietTo: string | null
}): QuietHours | null => (from !== null && to !== null ? { from, to } : null)
