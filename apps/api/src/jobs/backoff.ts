/** Waiting times before retries, in milliseconds. */
export interface Backoff {
  /** After the first failed attempt, after the second, … */
  delaysMs: readonly number[]
  /** Repeats the last delay forever. Otherwise the last delay is followed by the last attempt. */
  repeatsLast?: boolean
  /** Lengthens each delay by up to this share, so that what failed together is not retried together. */
  spread?: number
}

/**
 * @param attempts made so far
 * @param seed identifies what is retried and determines its spread
 * @returns how long to wait before the next attempt; null: no more attempts
 */
export function backoffMs(
  { delaysMs, repeatsLast = false, spread = 0 }: Backoff,
  attempts: number,
  seed = 0,
): number | null {
  const delay = delaysMs[attempts - 1] ?? (repeatsLast ? delaysMs.at(-1) : undefined)
  return delay === undefined ? null : Math.round(delay * (1 + spread * fraction(seed + attempts)))
}

/** A number from 0 to 1 that differs widely between neighbours (Fibonacci hashing). */
const fraction = (n: number): number => (n * 0.6180339887498949) % 1
