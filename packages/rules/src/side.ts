export const SIDES = ['white', 'black'] as const
export type Side = (typeof SIDES)[number]

export const opponent = (side: Side): Side => (side === 'white' ? 'black' : 'white')
