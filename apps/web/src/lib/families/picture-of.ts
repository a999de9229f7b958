import { itemAt } from '@tegenzet/common'
import { decodeMove, legalMoves, type Position, type RuleSet } from '@tegenzet/rules'
import { lessonsOf, missedGoal } from './lessons.ts'
import { teachingOf } from './teaching-of.ts'

/** A position and a move in it that show what is special about a rule set. */
interface Picture {
  position: Position
  from: string | null
  to: string
}

export function pictureOf(rules: RuleSet): Picture {
  const { picture } = teachingOf(rules)
  const lesson = itemAt(
    lessonsOf(rules).filter(({ id }) => id === picture),
    0,
  )
  const { position } = lesson
  const solutions = legalMoves(rules, position).filter((move) => !missedGoal(rules, lesson, move))
  const { from, to } = decodeMove(rules, itemAt(solutions, 0))
  return { position, from, to }
}
