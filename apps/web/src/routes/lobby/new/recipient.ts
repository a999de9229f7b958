/** Who can accept a challenge: anybody, a player by name, or whoever has its link. */
export const RECIPIENTS = ['all', 'named', 'link'] as const
export type Recipient = (typeof RECIPIENTS)[number]
