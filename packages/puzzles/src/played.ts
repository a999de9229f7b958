import { type Move, type Position, playTurn, type RuleSet } from '@tegenzet/rules'

/** The position after a legal move. @throws Error if it is illegal */
export function played(rules: RuleSet, position: Position, move: Move): Position {
  const turn = playTurn(rules, position, move)
  if (!turn.ok) throw new Error(turn.error.message)
  return turn.value.position
}
