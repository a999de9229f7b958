import {
  closedMills,
  decodeMove,
  decodePosition,
  legalMoves,
  type Move,
  type Position,
  play,
  pointOf,
  QUIET_LIMIT,
  quietPlies,
  REPETITION,
  type RuleSet,
  routeOf,
  trustedMove,
  trustedPosition,
} from '@tegenzet/rules'
// relative, because a browser test reads the lessons too
import type { Goal, LessonId, Setup } from '../families/teaching.ts'
import { teachingOf } from '../families/teaching-of.ts'

/** A position and what White is to do in it. */
export interface Lesson {
  id: LessonId
  /** From the setup on. */
  positions: Position[]
  /** The last one, to move in. */
  position: Position
  goals: readonly Goal[]
}

/** The lessons that fit a rule set, in the order to take them. */
export const lessonsOf = (rules: RuleSet): Lesson[] =>
  Object.entries(teachingOf(rules).setups)
    .filter(([, { fits }]) => fits ?? true)
    .map(([id, setup]) => ({ id: id as LessonId, ...positionsFor(rules, setup), goals: setup.goals }))

function positionsFor(rules: RuleSet, setup: Setup): Pick<Lesson, 'positions' | 'position'> {
  let position = positionOf(rules, setup)
  const positions = [position]
  for (const text of setup.moves?.split(' ') ?? []) {
    const played = play(rules, positions, trustedMove(text))
    if (!played.ok) throw new Error(played.error.message)
    position = played.value.position
    positions.push(position)
  }
  return { positions, position }
}

/** The position text (docs/rules.md, notation) of a setup with White to move. */
function positionOf(rules: RuleSet, setup: Setup): Position {
  const [white, black] = [setup.white.split(' '), setup.black.split(' ')]
  const rows: string[] = []
  let rank: number | undefined
  for (const { name, y } of rules.board.points) {
    if (y !== rank) rows.push('')
    rank = y
    rows.push(rows.pop() + (white.includes(name) ? 'w' : black.includes(name) ? 'b' : '.'))
  }
  const { hand = 0, quiet = 0, moveNumber = 10 } = setup
  const counters = teachingOf(rules).counters({ hand, quiet, moveNumber })
  return trustedPosition([rows.join('/'), 'w', ...counters].join(' '))
}

/** The first goal of the lesson that a legal move misses; undefined if the move solves the lesson. */
export function missedGoal(
  rules: RuleSet,
  { positions, position: before, goals }: Lesson,
  move: Move,
): Goal | undefined {
  const played = play(rules, positions, move)
  if (!played.ok) throw new Error(played.error.message)
  const { position: after, outcome, occurrence } = played.value
  const { from, to, captured } = decodeMove(rules, move)
  const { side, stones } = decodePosition(rules, before)
  const isStep = from !== null && distance(rules, from, to) === 1
  const teaching = teachingOf(rules)
  const camp = teaching.camp(side)
  const inMill = (position: Position, point: string) =>
    closedMills(rules, decodePosition(rules, position).stones).some((mill) => mill.includes(point))
  const checks: Record<Goal, () => boolean> = {
    'closes-mill': () => inMill(after, to),
    'stops-mill': () =>
      legalMoves(rules, after).every((reply) => {
        const answer = play(rules, [after], reply)
        return !answer.ok || !inMill(answer.value.position, decodeMove(rules, reply).to)
      }),
    'opens-mill': () => from !== null && inMill(before, from),
    'takes-nothing': () => captured === null,
    flies: () => from !== null && teaching.isFlight(from, to),
    wins: () => outcome?.winner === side,
    steps: () => isStep,
    jumps: () => !isStep,
    'jumps-twice': () => !isStep && from !== null && (routeOf(rules, before, from, to) ?? []).length > 2,
    'leaves-camp': () => from !== null && camp.includes(from) && !camp.includes(to),
    'empties-camp': () => camp.every((point) => (point === from || stones[point] !== side) && point !== to),
    'third-time': () => occurrence >= REPETITION,
    'quiet-limit': () => (quietPlies(rules, after) ?? 0) >= QUIET_LIMIT,
  }
  return goals.find((goal) => !checks[goal]())
}

/** In squares. */
function distance(rules: RuleSet, from: string, to: string): number {
  const [a, b] = [pointOf(rules, from), pointOf(rules, to)]
  return Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))
}
