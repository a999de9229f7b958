import type { Schedule } from '@tegenzet/contract'
import { formatWeekdays } from '$lib/i18n/format-time.ts'
import { getTimeZone } from '$lib/i18n/time-zone.svelte.ts'
import { m } from '$lib/paraglide/messages.js'

/** A time zone as a line of text may break it: "America/New York". */
export const formatTimeZone = (zone: string): string => zone.replaceAll('_', ' ')

const place = (zone: string): string => formatTimeZone(zone.split('/').at(-1) ?? zone)

/**
 * A player's week in a line: "Saturday and Sunday off · quiet 23:00–07:00 (Amsterdam)". The hours are that player's own;
 * where, is said to readers who live by other ones. @returns '' where every hour is like any other
 */
export function formatSchedule({ timezone, daysOff, quietHours }: Schedule): string {
  const quiet =
    quietHours &&
    (timezone === getTimeZone()
      ? m.schedule_quiet(quietHours)
      : m.schedule_quiet_there({ ...quietHours, place: place(timezone) }))
  return [daysOff.length > 0 && m.schedule_off({ days: formatWeekdays(daysOff) }), quiet]
    .filter(Boolean)
    .join(' · ')
}
