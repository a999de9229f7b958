import type { MailTopic, Reminder } from '@tegenzet/contract'
import { m } from '@tegenzet/texts/messages'
import { getRegionalLocale } from '$lib/i18n/locale.svelte.ts'
import { isOn } from '$lib/site/features.ts'

export const MAIL_TOPIC_NAMES: Record<MailTopic, () => string> = {
  turn: m.reminders_turn,
  challenge: m.reminders_challenge,
  'game-begun': m.reminders_game_begun,
  'game-over': m.reminders_game_over,
  message: () => (isOn('chat') ? m.reminders_message() : m.reminders_time_given()),
  claim: m.reminders_claim,
  vacation: m.reminders_vacation,
  report: m.reminders_report,
}

type ReminderTime = { hoursBefore: number } | { shareLeft: number }

/** The times to choose from. The API allows others. */
export const OFFERED_TIMES: readonly ReminderTime[] = [
  ...[1, 2, 4, 8, 12, 24, 48, 72, 168, 336].map((hoursBefore) => ({ hoursBefore })),
  ...[0.5, 0.25, 0.1].map((shareLeft) => ({ shareLeft })),
]

/** When a reminder is sent: "1 day before the deadline". */
export function formatReminderTime(time: ReminderTime): string {
  if ('shareLeft' in time)
    return m.reminders_share({
      share: new Intl.NumberFormat(getRegionalLocale(), { style: 'percent' }).format(time.shareLeft),
    })
  const { hoursBefore } = time
  return hoursBefore % 24 === 0
    ? m.reminders_days({ count: hoursBefore / 24 })
    : m.reminders_hours({ count: hoursBefore })
}

export const reminderKey = (time: ReminderTime): string =>
  'shareLeft' in time ? `${Math.round(time.shareLeft * 100)}%` : `${time.hoursBefore}h`

/** Sorts by time before the deadline, longest first, then by the share of time left. */
export const sortReminders = (reminders: readonly Reminder[]): Reminder[] =>
  [...reminders].sort((a, b) => weight(b) - weight(a))
const weight = (time: ReminderTime): number => ('shareLeft' in time ? time.shareLeft - 1 : time.hoursBefore)
