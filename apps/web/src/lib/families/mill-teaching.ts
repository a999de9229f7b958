import { type MillRules, QUIET_LIMIT } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import type { Teaching } from './teaching.ts'

export const millTeaching = ({ board, flying, taking }: MillRules): Teaching => ({
  setups: {
    placing: { white: 'b4 f2', black: 'a1 d1', hand: 7, goals: ['stops-mill'] },
    mill: { white: 'a7 d7', black: 'a1 f4', hand: 7, goals: ['closes-mill'] },
    taking: { white: 'a7 d7 c4', black: 'b2 d2 e4', hand: 6, goals: ['closes-mill', 'stops-mill'] },
    moving: { white: 'a7 d7 g4 b2 c3', black: 'f6 e5 d1 a1 e3', goals: ['closes-mill'] },
    double: {
      white: 'a7 d7 g7 b6 f6',
      black: 'c3 e4 g1 b2 d3',
      goals: ['closes-mill', 'opens-mill'],
    },
    flying: {
      fits: flying,
      white: 'a7 d7 c3',
      black: 'f6 e5 d1 b2 f2',
      goals: ['flies', 'closes-mill'],
    },
    blocking: { white: 'g7 d6 b4 c5 d1', black: 'a7 d7 a4 b6', goals: ['wins'] },
    optional: {
      fits: taking === 'optional',
      white: 'a7 d7 g4 b2 c3',
      black: 'f6 e5 d1 e3',
      goals: ['closes-mill', 'takes-nothing'],
    },
    repetition: {
      white: 'a4 d6 f2 b2 c4',
      black: 'g1 e4 f6 c5 d3',
      moves: 'a4-a7 g1-d1 a7-d7 d1-g1 d7-a7 g1-d1 a7-d7 d1-g1',
      goals: ['third-time'],
    },
    quiet: {
      white: 'a7 d7 g4 b2 c3',
      black: 'f6 e5 d1 a1 e3',
      quiet: QUIET_LIMIT - 1,
      moveNumber: 70,
      goals: ['quiet-limit'],
    },
  },
  counters: ({ hand, quiet, moveNumber }) => [hand, hand, quiet, moveNumber],
  camp: () => [],
  clearingMoves: 0,
  isFlight: (from, to) => !board.lines.some((line) => line.includes(from) && line.includes(to)),
  doesNotWin: () => m.lessons_wrong_wins_mill(),
})
