import type { QuietHours } from '@tegenzet/contract'

/** A moment in a time zone. */
export interface LocalTime {
  /** `2026-11-21` */
  day: string
  /** `07:30`, sortable as text. */
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

/** When a daily mail is sent: at its time of day, or at the end of quiet hours that contain it. */
export function digestTime(at: string, quiet: QuietHours | null): string {
  if (!quiet) return at
  const { from, to } = quiet
  const isQuiet = from < to ? from <= at && at < to : at >= from || at < to
  return isQuiet ? to : at
}

/** There is one daily mail per local day. */
export const digestKey = (accountId: number, day: string): string => `digest:${accountId}:${day}`
