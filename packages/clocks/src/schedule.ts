/** In milliseconds since the epoch: `from` is included, `until` is not. */
export interface Interval {
  from: number
  until: number
}

/** When a player's clock is stopped every week, and when their time cannot run out. */
export interface Schedule {
  /** An IANA time zone, such as `Europe/Amsterdam`. */
  timezone: string
  /** At most two days of the week, 1 for Monday to 7 for Sunday: the clock is stopped from local midnight to midnight. */
  daysOff: readonly number[]
  /** Local times as `HH:MM`, at most ten hours; they pass midnight if `to` is before `from`. */
  quietHours: { from: string; to: string } | null
}
