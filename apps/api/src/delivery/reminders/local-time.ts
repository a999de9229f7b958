import type { QuietHours } from '@tegenzet/contract'

/** A moment on the wall of a zone. */
export interface LocalTime {
  /** `2026-11-21` */
  day: string
  /** `07:30`, which sorts as time does. */
  time: string
}

const formats = new Map<string, Intl.DateTimeFormat>()

export function localTime(at: Date, timeZone: string): LocalTime {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    formats.set(timeZone, format)
  }
  const [day, time] = format.format(at).split(' ') as [string, string]
  return { day, time }
}

/** When a daily mail comes that is set to a time of day: where quiet hours cover that, at their end. */
export function digestTime(at: string, quiet: QuietHours | null): string {
  if (!quiet) return at
  const { from, to } = quiet
  const isQuiet = from < to ? from <= at && at < to : at >= from || at < to
  return isQuiet ? to : at
}

/** One daily mail a local day. */
export const digestKey = (accountId: number, day: string): string => `digest:${accountId}:${day}`
