/** For whom a challenge is: whoever comes by, a player by name, or whoever has its link. */
export const WHO = ['all', 'named', 'link'] as const
export type Who = (typeof WHO)[number]
