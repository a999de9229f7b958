import type { QuietHours, Schedule } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'

/** Of whom no account says anything else. */
const NONE = JSON.stringify({ timezone: 'UTC', daysOff: [], quietHours: null } satisfies Schedule)

/** The `Schedule` of a player out of a joined `players`. */
export const scheduleColumn = (alias: string): Prisma.Sql =>
  Prisma.raw(`coalesce((
    SELECT jsonb_build_object('timezone', a.timezone, 'daysOff', to_jsonb(a.days_off), 'quietHours',
      CASE WHEN a.quiet_from IS NOT NULL THEN jsonb_build_object('from', a.quiet_from, 'to', a.quiet_to) END)
    FROM accounts a WHERE a.player_id = ${alias}.id), '${NONE}'::jsonb)`)

/** Selects the `Schedule` of an outer-joined `accounts` table as the field `schedule`, for `readRows`. */
export const scheduleColumns = (alias: string): Prisma.Sql =>
  Prisma.raw(`coalesce(${alias}.timezone, 'UTC') AS "schedule.timezone",
    coalesce(${alias}.days_off, '{}') AS "schedule.daysOff",
    ${alias}.quiet_from AS "schedule.quietHours.from", ${alias}.quiet_to AS "schedule.quietHours.to"`)

/** Quiet hours out of an account's row. */
export const quietHoursOf = ({
  quietFrom: from,
  quietTo: to,
}: {
  quietFrom: string | null
  quietTo: string | null
}): QuietHours | null => (from !== null && to !== null ? { from, to } : null)
