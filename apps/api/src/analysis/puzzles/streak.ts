const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The longest run of days, and the one that lasts: up to today, or yesterday while today is not over.
 * @param days numbers of days since the epoch in UTC, rising
 */
export function streakOf(days: readonly number[], now: Date): { current: number; longest: number } {
  const today = Math.floor(now.getTime() / DAY_MS)
  let longest = 0
  let run = 0
  let last = Number.NEGATIVE_INFINITY
  for (const day of days) {
    run = day === last + 1 ? run + 1 : 1
    last = day
    longest = Math.max(longest, run)
  }
  return { current: last >= today - 1 ? run : 0, longest }
}
