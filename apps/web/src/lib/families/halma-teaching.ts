import { decodePosition, type HalmaRules, pointOf, routeOf, sideToMove } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import { type Attempt, drawn, type Goal, THIRD_TIME, wins } from './goals.ts'
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

export const halmaTeaching = (rules: HalmaRules): Teaching => {
  const { steps, jumps, jumpsTwice, leavesCamp, emptiesCamp } = halmaGoals(rules)
  return {
    picture: 'chain',
    setups: {
      step: {
        ...HOME,
        goals: [steps, leavesCamp],
        task: () => m.lessons_task_step(),
        done: () => m.lessons_done_step(),
      },
      jump: {
        ...HOME,
        goals: [jumps],
        task: () => m.lessons_task_jump(),
        done: () => m.lessons_done_jump(),
      },
      chain: {
        ...HOME,
        moves: 'g2-f3 d9-e8 i3-h4 b9-d7',
        goals: [jumpsTwice],
        task: () => m.lessons_task_chain(),
        done: () => m.lessons_done_chain(),
      },
      camp: {
        white: 'g1 f4 f5 e5 e4 d4 d5 d6 e6 f6 g5 c5 c6 e3 d3',
        black: 'g7 f8 f9 e8 e9 g8 g9 h8 h7 f7 h9 i8 i9 i7 j8',
        moveNumber: 50,
        goals: [emptiesCamp],
        task: () => m.lessons_task_camp({ count: rules.clearCampAfterPly / 2 }),
        done: () => m.lessons_done_camp(),
      },
      arriving: {
        white: `${LATE.white} b5`,
        black: `${LATE.black} h6`,
        moveNumber: 80,
        goals: [wins(() => m.lessons_wrong_wins_halma())],
        task: () => m.lessons_task_arriving(),
        done: () => m.lessons_done_arriving(),
      },
      repetition: {
        white: `${LATE.white} d4`,
        black: `${LATE.black} g6`,
        moveNumber: 80,
        moves: 'd4-e4 g6-g7 e4-e5 g7-g6 e5-e4 g6-g7 e4-e5 g7-g6',
        goals: [THIRD_TIME],
        task: () => m.lessons_task_repetition(),
        done: () => drawn(rules),
      },
    },
    counters: ({ moveNumber }) => [moveNumber],
  }
}

function halmaGoals(rules: HalmaRules) {
  const campOf = (attempt: Attempt) => rules.board.camps[sideToMove(attempt.before)]
  const isStep = ({ from, to }: Attempt) => from !== null && distance(rules, from, to) === 1
  return {
    steps: { isMet: isStep, missed: () => m.lessons_wrong_steps() },
    jumps: { isMet: (attempt) => !isStep(attempt), missed: () => m.lessons_wrong_jumps() },
    jumpsTwice: {
      isMet: (attempt) => {
        const { before, from, to } = attempt
        return !isStep(attempt) && from !== null && (routeOf(rules, before, from, to) ?? []).length > 2
      },
      missed: () => m.lessons_wrong_jumps_twice(),
      unfinished: () => m.lessons_jump_on(),
    },
    leavesCamp: {
      isMet: (attempt) => {
        const camp = campOf(attempt)
        return attempt.from !== null && camp.includes(attempt.from) && !camp.includes(attempt.to)
      },
      missed: () => m.lessons_wrong_leaves_camp(),
    },
    emptiesCamp: {
      isMet: (attempt) => {
        const { stones } = decodePosition(rules, attempt.after)
        const side = sideToMove(attempt.before)
        return campOf(attempt).every((point) => stones[point] !== side)
      },
      missed: () => m.lessons_wrong_empties_camp(),
    },
  } satisfies Record<string, Goal>
}

/** In squares. */
function distance(rules: HalmaRules, from: string, to: string): number {
  const [a, b] = [pointOf(rules, from), pointOf(rules, to)]
  return Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))
}
