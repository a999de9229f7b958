import type { Branch, Problem } from '@tegenzet/contract'
import { type Position, playText, type RuleSet } from '@tegenzet/rules'

/**
 * The conditional moves that the rules refuse, each with its JSON pointer. What follows a refused move is not checked.
 * @param positions those of the game so far; in the last one the opponent is to move
 */
export function illegalMoves(
  rules: RuleSet,
  positions: readonly Position[],
  branches: readonly Branch[],
  path: string,
): NonNullable<Problem['errors']> {
  return branches.flatMap(({ move, reply, then }, index) => {
    const moved = playText(rules, positions, move)
    if (!moved.ok) return [{ path: `${path}/${index}/move`, message: moved.error.message }]
    const answering = [...positions, moved.value.position]
    const replied = playText(rules, answering, reply)
    if (!replied.ok) return [{ path: `${path}/${index}/reply`, message: replied.error.message }]
    return illegalMoves(rules, [...answering, replied.value.position], then, `${path}/${index}/then`)
  })
}
