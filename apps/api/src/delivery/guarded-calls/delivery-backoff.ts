import type { Backoff } from '../../jobs/backoff.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** 11 attempts, the last one about a day after the first. */
export const DELIVERY_BACKOFF: Backoff = {
  delaysMs: [
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
  ],
  spread: 1 / 10,
}

/** A webhook that has failed for this long is disabled. The attempts of one delivery take about as long. */
export const GIVE_UP_AFTER_MS = 24 * HOUR
