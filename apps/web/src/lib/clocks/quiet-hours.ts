import type { Schedule } from '@tegenzet/contract'

type QuietHours = NonNullable<Schedule['quietHours']>

/** As long as the contract allows, in minutes. */
export const MOST_QUIET = 10 * 60

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** How long they are, in minutes; those that end before they begin do so the next day. */
export const lengthOf = ({ from, to }: QuietHours): number => (minuteOf(to) - minuteOf(from) + 1440) % 1440
