import type { Account } from '@tegenzet/contract'

/** Whether a moment is within quiet hours, by the clock on the wall. @param at milliseconds */
export function isQuiet(
  at: number,
  { timezone, quietHours }: Pick<Account, 'timezone' | 'quietHours'>,
): boolean {
  if (!quietHours) return false
  const time = new Intl.DateTimeFormat('sv', { timeZone: timezone, timeStyle: 'short' }).format(at)
  const { from, to } = quietHours
  return from < to ? from <= time && time < to : time >= from || time < to
}
