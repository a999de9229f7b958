import {
  decodeMove,
  type Move,
  type Position,
  play,
  type RuleSet,
  trustedMove,
  trustedPosition,
} from '@tegenzet/rules'
// relative, because a browser test reads the lessons too
import type { Goal } from './goals.ts'
import type { Setup } from './teaching.ts'
import { teachingOf } from './teaching-of.ts'

/** A position and what White is to do in it. */
export interface Lesson extends Pick<Setup, 'goals' | 'task' | 'done'> {
  id: string
  /** From the setup on. */
  positions: Position[]
  /** The last one, to move in. */
  position: Position
}

/** The lessons that fit a rule set, in the order to take them. */
export const lessonsOf = (rules: RuleSet): Lesson[] =>
  Object.entries(teachingOf(rules).setups)
    .filter(([, { fits }]) => fits ?? true)
    .map(([id, setup]) => {
      const { goals, task, done } = setup
      return { id, ...positionsFor(rules, setup), goals, task, done }
    })

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
  const attempt = { rules, before, after, ...decodeMove(rules, move), outcome, occurrence }
  return goals.find((goal) => !goal.isMet(attempt))
}
