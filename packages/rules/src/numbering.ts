import type { Side } from './side.ts'

/** Plies are numbered from 1; plies 1 and 2 are move 1. */
export const moveNumber = (ply: number): number => Math.ceil(ply / 2)

/** The plies played before a position, from its move number and the side to move. */
export const pliesBefore = ({ moveNumber, side }: { moveNumber: number; side: Side }): number =>
  2 * (moveNumber - 1) + (side === 'black' ? 1 : 0)

/** White plays the odd plies. */
export const sideOfPly = (ply: number): Side => (ply % 2 === 1 ? 'white' : 'black')

/** A ply for display: `11w`, `11b`. */
export const plyLabel = (ply: number): string => `${moveNumber(ply)}${ply % 2 === 1 ? 'w' : 'b'}`

/** Position n, which arises with ply n, for display: the label of that ply, or `0` for the start. */
export const positionLabel = (n: number): string => (n === 0 ? '0' : plyLabel(n))
