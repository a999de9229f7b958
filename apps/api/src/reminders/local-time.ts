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
