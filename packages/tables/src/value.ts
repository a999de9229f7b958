/**
 * The value of a position in one byte: the plies to the end with best play, and DRAW. A win takes an odd number of plies,
 * a loss an even one, 0 if the position is lost already.
 */
export const DRAW = 255

/** The longest win or loss that a byte can hold. */
export const MAX_PLIES = DRAW - 1

export type Value = 'win' | 'loss' | 'draw'

export const decodeValue = (byte: number): Value => (byte === DRAW ? 'draw' : byte & 1 ? 'win' : 'loss')

/** Null for a draw. */
export const decodePlies = (byte: number): number | null => (byte === DRAW ? null : byte)
