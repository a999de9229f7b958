import type { HalmaRules } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import type { Teaching } from './teaching.ts'

const HOME = {
  white: 'f1 g1 h1 i1 j1 g2 h2 i2 j2 h3 i3 j3 i4 j4 j5',
  black: 'a10 b10 c10 d10 e10 a9 b9 c9 d9 a8 b8 c8 a7 b7 a6',
}
/** Nearly at the end: one stone of each side is still on its way. */
const LATE = {
  white: 'a10 b10 c10 d10 e10 a9 b9 c9 d9 a8 b8 c8 a7 b7',
  black: 'f1 g1 h1 i1 j1 g2 h2 i2 j2 h3 i3 j3 i4 j4',
}

export const halmaTeaching = ({ board, clearCampAfterPly }: HalmaRules): Teaching => ({
  setups: {
    step: { ...HOME, goals: ['steps', 'leaves-camp'] },
    jump: { ...HOME, goals: ['jumps'] },
    chain: { ...HOME, moves: 'g2-f3 d9-e8 i3-h4 b9-d7', goals: ['jumps-twice'] },
    camp: {
      white: 'g1 f4 f5 e5 e4 d4 d5 d6 e6 f6 g5 c5 c6 e3 d3',
      black: 'g7 f8 f9 e8 e9 g8 g9 h8 h7 f7 h9 i8 i9 i7 j8',
      moveNumber: 50,
      goals: ['empties-camp'],
    },
    arriving: {
      white: `${LATE.white} b5`,
      black: `${LATE.black} h6`,
      moveNumber: 80,
      goals: ['wins'],
    },
    repetition: {
      white: `${LATE.white} d4`,
      black: `${LATE.black} g6`,
      moveNumber: 80,
      moves: 'd4-e4 g6-g7 e4-e5 g7-g6 e5-e4 g6-g7 e4-e5 g7-g6',
      goals: ['third-time'],
    },
  },
  counters: ({ moveNumber }) => [moveNumber],
  camp: (side) => board.camps[side],
  clearingMoves: clearCampAfterPly / 2,
  isFlight: () => false,
  doesNotWin: () => m.lessons_wrong_wins_halma(),
})
