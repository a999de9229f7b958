/** Waiting times before retries, in milliseconds. */
export interface Backoff {
  /** After the first failed attempt, after the second, … */
  delaysMs: readonly number[]
  /** The last delay is used again and again. Without it there is no attempt after the delays. */
  repeatsLast?: boolean
  /** Up to which part each delay may be longer, so that what failed together is not retried together. */
  spread?: number
}

/**
 * @param attempts made so far
 * @param seed what is retried, as a number: the same is always spread the same
 * @returns how long to wait before the next attempt; null: there is none
 */
export function backoffMs(
  { delaysMs, repeatsLast = false, spread = 0 }: Backoff,
  attempts: number,
  seed = 0,
): number | null {
  const delay = delaysMs[attempts - 1] ?? (repeatsLast ? delaysMs.at(-1) : undefined)
  return delay === undefined ? null : Math.round(delay * (1 + spread * fraction(seed + attempts)))
}

/** A number from 0 to 1 that neighbours do not share (Fibonacci hashing). */
const fraction = (n: number): number => (n * 0.6180339887498949) % 1
