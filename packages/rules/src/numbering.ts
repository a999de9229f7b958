import type { Side } from './side.ts'

/** Plies are numbered from 1; plies 1 and 2 are move 1. */
export const moveNumber = (ply: number): number => Math.ceil(ply / 2)

/** Who plays a ply: white the odd ones. */
export const sideOfPly = (ply: number): Side => (ply % 2 === 1 ? 'white' : 'black')

/** A ply as people see it: `11w`, `11b`. */
export const plyLabel = (ply: number): string => `${moveNumber(ply)}${ply % 2 === 1 ? 'w' : 'b'}`

/** Position n stands after n plies; people see it by its last ply, and the start as `0`. */
export const positionLabel = (n: number): string => (n === 0 ? '0' : plyLabel(n))
