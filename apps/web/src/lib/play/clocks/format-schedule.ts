import type { Schedule } from '@tegenzet/contract'
import { m } from '@tegenzet/texts/messages'
import { formatWeekdays } from '$lib/i18n/format-time.ts'
import { getTimeZone } from '$lib/i18n/time-zone.svelte.ts'

/** A time zone with spaces, so that it can wrap: "America/New York". */
export const formatTimeZone = (zone: string): string => zone.replaceAll('_', ' ')

const place = (zone: string): string => formatTimeZone(zone.split('/').at(-1) ?? zone)

/**
 * A player's schedule in a line: "Saturday and Sunday off · quiet 23:00–07:00 (Amsterdam)". The hours are local to the
 * player; the place is shown to readers in another time zone.
 * @returns '' without days off and quiet hours
 */
export function formatSchedule({ timezone, daysOff, quietHours }: Schedule): string {
  const quiet =
    quietHours &&
    (timezone === getTimeZone()
      ? m.clocks_schedule_quiet(quietHours)
      : m.clocks_schedule_quiet_there({ ...quietHours, place: place(timezone) }))
  return [daysOff.length > 0 && m.clocks_schedule_off({ days: formatWeekdays(daysOff) }), quiet]
    .filter(Boolean)
    .join(' · ')
}
