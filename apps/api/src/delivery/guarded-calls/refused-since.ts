/** A service that has refused everything for this long will go on. */
const BROKEN_AFTER_MS = 2 * 24 * 60 * 60 * 1000

/** Since when a service has refused everything, after one more answer. null: it has not. */
export function refusedSince(
  before: Date | null,
  { isRefused, at }: { isRefused: boolean; at: Date },
): Date | null {
  return isRefused ? (before ?? at) : null
}

export const isBroken = (since: Date | null, at: Date): boolean =>
  since !== null && at.getTime() - since.getTime() >= BROKEN_AFTER_MS
