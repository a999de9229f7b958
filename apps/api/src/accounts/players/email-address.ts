/**
 * Guests, built-in bots, members whom staff have added, and people whose provider tells no address that is theirs alone
 * have a placeholder instead of an e-mail address, because the column is unique and not null. Nobody can register with it, it is never confirmed, and nothing is mailed to it.
 */
export const guestPlaceholder = (playerId: number): string => `guest:${playerId}`
export const managedPlaceholder = (playerId: number): string => `managed:${playerId}`

export const addresslessPlaceholder = (playerId: number): string => `none:${playerId}`

/** @returns null for a placeholder */
export const emailAddress = (stored: string): string | null => (stored.includes('@') ? stored : null)
