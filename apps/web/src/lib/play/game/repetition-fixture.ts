import { type Move, trustedMove } from '@tegenzet/rules'

/** All stones placed without closing a mill: 18 plies. */
export const PLACING = 'a7 d7 g7 b6 d6 f6 b4 a4 c4 f4 g4 e4 d3 c3 e3 b2 f2 d2'.split(' ').map(trustedMove)

/** Both sides move out and back, so that the position repeats every four plies. */
const ROUND = ['d6-d5', 'a4-a1', 'd5-d6', 'a1-a4'].map(trustedMove)

/** The moves of a mill game for tests, with so many plies of the repetition after the placing. */
export const movesWithRepetition = (plies: number): Move[] => [
  ...PLACING,
  ...Array.from({ length: plies }, (_, n) => ROUND[n % ROUND.length] as Move),
]
