import { afterQuiet, afterRest, type Reader } from '../notification-mail/reader.ts'
import type { NewsSubject } from './news.ts'

/**
 * When to tell somebody: after quiet hours and days off. Reminders come on days off too, because a clock may run on them, and
 * in quiet hours if the time is up by their end.
 */
export function whenToTell(reader: Reader, subject: NewsSubject, at: Date): Date {
  const deadline = 'deadline' in subject && subject.deadline
  if (!deadline) return afterRest(reader, at)
  const quietUntil = afterQuiet(reader, at)
  return new Date(deadline) <= quietUntil ? at : quietUntil
}

/** Until when only reminders of games with such a deadline are to be told. */
export interface Rest {
  until: Date
  deadline: { gt: string } | { lte: string }
}

/** The same for all that is to be told to somebody. @returns null if nothing has to wait */
export function restOf(reader: Reader, at: Date): Rest | null {
  const quietUntil = afterQuiet(reader, at)
  if (quietUntil > at) return { until: quietUntil, deadline: { lte: quietUntil.toISOString() } }
  const until = afterRest(reader, at)
  return until > at ? { until, deadline: { gt: '' } } : null
}
