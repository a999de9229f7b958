const HOUR_MS = 3_600_000

/**
 * How long ago something nightly must have been done to be due: after two o'clock at night it was not done this night yet, by
 * the time zone of the machine. By day it is due only if it was missed, as on a machine that is switched off at night.
 */
export function nightlyIntervalMs(now: Date): number {
  const hour = now.getHours()
  return (hour >= 2 && hour < 5 ? 12 : 36) * HOUR_MS
}
