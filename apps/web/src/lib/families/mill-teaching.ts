import {
  closedMills,
  decodeMove,
  decodePosition,
  legalMoves,
  type MillRules,
  type Position,
  play,
  QUIET_LIMIT,
} from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import { drawn, type Goal, REACHES_QUIET_LIMIT, THIRD_TIME, wins } from './goals.ts'
import type { Teaching } from './teaching.ts'

const TAKES_NOTHING: Goal = {
  isMet: ({ captured }) => captured === null,
  missed: () => m.lessons_wrong_takes_nothing(),
}
const MOVES: Goal = {
  isMet: ({ from }) => from !== null,
  missed: () => m.lessons_wrong_moves(),
}

export const millTeaching = (rules: MillRules): Teaching => {
  const { closesMill, stopsMill, opensMill, flies } = millGoals(rules)
  return {
    picture: specialLesson(rules),
    setups: {
      placing: {
        white: 'b4 f2',
        black: 'a1 d1',
        hand: 7,
        goals: [stopsMill],
        task: () => m.lessons_task_placing(),
        done: () => (rules.movesWhilePlacing ? m.lessons_done_placing_or_moving() : m.lessons_done_placing()),
      },
      mill: {
        white: 'a7 d7',
        black: 'a1 f4',
        hand: 7,
        goals: [closesMill],
        task: () => m.lessons_task_mill(),
        done: () => m.lessons_done_mill(),
      },
      taking: {
        white: 'a7 d7 c4',
        black: 'b2 d2 e4',
        hand: 6,
        goals: [closesMill, stopsMill],
        task: () => m.lessons_task_taking(),
        done: () => m.lessons_done_taking(),
      },
      meanwhile: {
        fits: rules.movesWhilePlacing,
        white: 'a7 d7 g4 b2',
        black: 'a1 f4 d3',
        hand: 5,
        goals: [MOVES, closesMill],
        task: () => m.lessons_task_meanwhile(),
        done: () => m.lessons_done_meanwhile(),
      },
      moving: {
        white: 'a7 d7 g4 b2 c3',
        black: 'f6 e5 d1 a1 e3',
        goals: [closesMill],
        task: () => m.lessons_task_moving(),
        done: () => m.lessons_done_moving(),
      },
      double: {
        white: 'a7 d7 g7 b6 f6',
        black: 'c3 e4 g1 b2 d3',
        goals: [closesMill, opensMill],
        task: () => m.lessons_task_double(),
        done: () => m.lessons_done_double(),
      },
      flying: {
        fits: rules.flying,
        white: 'a7 d7 c3',
        black: 'f6 e5 d1 b2 f2',
        goals: [flies, closesMill],
        task: () => m.lessons_task_flying(),
        done: () => m.lessons_done_flying(),
      },
      blocking: {
        white: 'g7 d6 b4 c5 d1',
        black: 'a7 d7 a4 b6',
        goals: [wins(() => m.lessons_wrong_wins_mill())],
        task: () => m.lessons_task_blocking(),
        done: () => m.lessons_done_blocking(),
      },
      optional: {
        fits: rules.taking === 'optional',
        white: 'a7 d7 g4 b2 c3',
        black: 'f6 e5 d1 e3',
        goals: [closesMill, TAKES_NOTHING],
        task: () => m.lessons_task_optional(),
        done: () => m.lessons_done_optional(),
      },
      repetition: {
        white: 'a4 d6 f2 b2 c4',
        black: 'g1 e4 f6 c5 d3',
        moves: 'a4-a7 g1-d1 a7-d7 d1-g1 d7-a7 g1-d1 a7-d7 d1-g1',
        goals: [THIRD_TIME],
        task: () => m.lessons_task_repetition(),
        done: () => drawn(rules),
      },
      quiet: {
        white: 'a7 d7 g4 b2 c3',
        black: 'f6 e5 d1 a1 e3',
        quiet: QUIET_LIMIT - 1,
        moveNumber: 70,
        goals: [REACHES_QUIET_LIMIT],
        task: () =>
          rules.quietReset === 'capture' ? m.lessons_task_quiet_capture() : m.lessons_task_quiet_mill(),
        done: () => drawn(rules),
      },
      // one move holds the draw
      proven: {
        ...(rules.flying
          ? { white: 'f6 a1 c3 e4', black: 'd7 d5 b6 g1' }
          : { white: 'c5 a1 d6 b2', black: 'g7 a7 b4 c4' }),
        moveNumber: 40,
        goals: [stopsMill],
        task: () => m.lessons_task_proven(),
        done: () => m.lessons_done_proven(),
      },
    },
    counters: ({ hand, quiet, moveNumber }) => [hand, hand, quiet, moveNumber],
  }
}

function specialLesson({ movesWhilePlacing, taking, flying }: MillRules): string {
  if (movesWhilePlacing) return 'meanwhile'
  if (taking === 'optional') return 'optional'
  return flying ? 'flying' : 'moving'
}

function millGoals(rules: MillRules) {
  const inMill = (position: Position, point: string): boolean =>
    closedMills(rules.board, decodePosition(rules, position).stones).some((mill) => mill.includes(point))
  const isLine = (from: string, to: string) =>
    rules.board.lines.some((line) => line.includes(from) && line.includes(to))
  return {
    closesMill: {
      isMet: ({ after, to }) => inMill(after, to),
      missed: () => m.lessons_wrong_closes_mill(),
    },
    stopsMill: {
      isMet: ({ after }) =>
        legalMoves(rules, after).every((reply) => {
          const answer = play(rules, [after], reply)
          return !answer.ok || !inMill(answer.value.position, decodeMove(rules, reply).to)
        }),
      missed: () => m.lessons_wrong_stops_mill(),
    },
    opensMill: {
      isMet: ({ before, from }) => from !== null && inMill(before, from),
      missed: () => m.lessons_wrong_opens_mill(),
    },
    flies: {
      isMet: ({ from, to }) => from !== null && !isLine(from, to),
      missed: () => m.lessons_wrong_flies(),
    },
  } satisfies Record<string, Goal>
}
