import type { Account } from '@tegenzet/contract'

/** Whether `at` falls within the account's quiet hours, in its time zone. @param at milliseconds */
export function isQuietTime(
  at: number,
  { timezone, quietHours }: Pick<Account, 'timezone' | 'quietHours'>,
): boolean {
  if (!quietHours) return false
  const time = new Intl.DateTimeFormat('sv', { timeZone: timezone, timeStyle: 'short' }).format(at)
  const { from, to } = quietHours
  return from < to ? from <= time && time < to : time >= from || time < to
}
