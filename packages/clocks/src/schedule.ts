/** Times are milliseconds since the epoch; intervals begin with `from` and end before `until`. */
export interface Interval {
  from: number
  until: number
}

/** When a player's clock stands still, and when none of their time runs out. */
export interface Schedule {
  /** An IANA time zone. */
  timezone: string
  /** Days of the week, 1 is Monday and 7 Sunday, at most two: no time passes from local midnight to local midnight. */
  daysOff: readonly number[]
  /** `HH:MM` by the clock on the wall, over midnight where they end before they begin; at most ten hours. */
  quietHours: { from: string; to: string } | null
}
