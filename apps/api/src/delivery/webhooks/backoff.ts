const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Between two attempts: 11 attempts in all, the last a day after the first. */
const PAUSES = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  1 * HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  8 * HOUR + 20 * MINUTE,
]

/** An endpoint that has taken nothing for so long is disabled; the attempts of one delivery last as long. */
export const GIVE_UP_AFTER_MS = 24 * HOUR

/**
 * How long to wait after a failed attempt, up to a tenth longer for some deliveries than for others, so that what
 * failed together does not come back together.
 * @param attempts made so far
 * @returns null where there is no further one
 */
export function pauseAfter(attempts: number, delivery: number): number | null {
  const pause = PAUSES[attempts - 1]
  return pause === undefined ? null : Math.round(pause * (1 + spread(delivery + attempts) / 10))
}

/** A number from 0 to 1 that neighbours do not share (Fibonacci hashing). */
const spread = (n: number): number => (n * 0.6180339887498949) % 1
