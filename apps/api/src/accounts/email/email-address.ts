/**
 * Guests and built-in bots have a placeholder instead of an e-mail address, because the column is unique and not null.
 * Nobody can register with it.
 */
export const guestPlaceholder = (playerId: number): string => `guest:${playerId}`

/** @returns null for a placeholder */
export const emailAddress = (stored: string): string | null => (stored.includes('@') ? stored : null)
