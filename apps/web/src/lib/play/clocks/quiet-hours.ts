import type { Schedule } from '@tegenzet/contract'

type QuietHours = NonNullable<Schedule['quietHours']>

/** The limit of the API. */
export const MAX_QUIET_MINUTES = 10 * 60

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The length of quiet hours in minutes. If they end before they begin, they end on the next day. */
export const quietMinutes = ({ from, to }: QuietHours): number =>
  (minuteOf(to) - minuteOf(from) + 1440) % 1440
